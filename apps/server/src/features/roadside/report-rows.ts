import { REPORT_PHASES } from '@wayside/contract/roadside-report';
import { z } from 'zod';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { personOf, REPORT_TABLES, reportedPerson, toTenth } from './report-measures.ts';
import { targetSeconds } from './target-seconds.ts';

const reportRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  area: z.string(),
  customer: z.nullable(reportedPerson),
  mechanic: z.nullable(reportedPerson),
  claimSeconds: z.nullable(z.number()),
  assignSeconds: z.nullable(z.number()),
  arriveSeconds: z.nullable(z.number()),
  lapses: z.number(),
  isCancelled: z.boolean(),
  reason: z.nullable(z.string()),
  notCome: z.array(reportedPerson),
});
const IS_OF_MECHANIC = '($7::text IS NULL OR n.mechanic_id = $7)';
const DID_NOT_COME = `EXISTS (SELECT FROM not_come AS n WHERE n.booking_id = m.id AND ${IS_OF_MECHANIC})`;

/** The emergencies that $3 to $7 leave: hour, area, figure, reason and mechanic. */
const CHOSEN = `chosen AS (
  SELECT m.* FROM measured AS m WHERE ($3::float8 IS NULL OR m.hour = $3) AND ($4::text IS NULL OR m.area = $4)
    AND ($6::text IS NULL OR m.reason = $6) AND ($7::text IS NULL OR ${DID_NOT_COME})
    AND CASE $5::text
      ${REPORT_PHASES.map((phase) => `WHEN '${phase}' THEN m.${phase} IS NOT NULL WHEN '${phase}_in_time' THEN m.${phase} <= ${targetSeconds(phase)}`).join(' ')}
      WHEN 'lapses' THEN m.lapses > 0 WHEN 'cancelled' THEN m.is_cancelled WHEN 'not_come' THEN ${DID_NOT_COME} ELSE true END)`;
const DURATION = `CASE $5::text ${REPORT_PHASES.map((phase) => `WHEN '${phase}' THEN c.${phase} WHEN '${phase}_in_time' THEN c.${phase}`).join(' ')} END`;

const FIELDS = `c.id, iso_instant(c.created_at) AS "createdAt", b.status, b.problem, c.area,
  CASE WHEN u.id IS NOT NULL THEN ${personOf('u')} END AS customer, CASE WHEN p.id IS NOT NULL THEN ${personOf('p')} END AS mechanic,
  ${REPORT_PHASES.map((phase) => `${toTenth(`c.${phase}`)} AS "${phase}Seconds"`).join(', ')}, c.lapses, c.is_cancelled AS "isCancelled", c.reason,
  (SELECT coalesce(json_agg(${personOf('q')} ORDER BY q.id), '[]') FROM not_come AS n JOIN mechanics AS q ON q.id = n.mechanic_id
   WHERE n.booking_id = c.id) AS "notCome"`;
const JOINS = `JOIN bookings AS b ON b.id = c.id LEFT JOIN users AS u ON u.id = b.customer_id LEFT JOIN mechanics AS p ON p.id = b.mechanic_id`;

const EVERYTHING = ['2000-01-01', null, null, null, null, null, null];

/** How many emergencies a figure stands for, for an export. */
export const COUNT_REPORT_ROWS = defineStatement({
  name: 'count-report-rows',
  text: `${REPORT_TABLES}, ${CHOSEN} SELECT count(*) AS total FROM chosen`,
  row: z.object({ total: z.number() }),
  example: EVERYTHING,
  isPrepared: false,
});

/** $8 emergencies behind $9 others, those of a phase the longest first, others the newest first; and how many there are in all. */
export const LIST_REPORT_ROWS = defineStatement({
  name: 'list-report-rows',
  text: `${REPORT_TABLES}, ${CHOSEN}
    SELECT (SELECT count(*) FROM chosen) AS total, ${jsonRows(`
      SELECT ${FIELDS} FROM (
        SELECT c.*, ${DURATION} AS duration FROM chosen AS c
        ORDER BY duration DESC NULLS LAST, c.created_at DESC, c.id DESC LIMIT $8::int OFFSET $9::bigint
      ) AS c ${JOINS} ORDER BY c.duration DESC NULLS LAST, c.created_at DESC, c.id DESC`)} AS rows`,
  row: z.object({ total: z.number(), rows: z.array(reportRow) }),
  example: [...EVERYTHING, 10, 0],
  isPrepared: false,
});

/** $8 emergencies, the newest first, that came before the one of the time $9 and the id $10. */
export const EXPORT_REPORT_ROWS = defineStatement({
  name: 'export-report-rows',
  text: `${REPORT_TABLES}, ${CHOSEN}
    SELECT ${FIELDS} FROM (
      SELECT * FROM chosen AS c WHERE $9::timestamptz IS NULL OR (c.created_at, c.id) < ($9, $10::text)
      ORDER BY c.created_at DESC, c.id DESC LIMIT $8::int
    ) AS c ${JOINS} ORDER BY c.created_at DESC, c.id DESC`,
  row: reportRow,
  example: [...EVERYTHING, 10, null, null],
  isPrepared: false,
});
