import {
  MOST_COUNTED,
  type RecordCounts,
  TIMELINE_KINDS,
  TIMELINE_LENGTH,
  type TimelineEntity,
  type TimelineEntry,
} from '@wayside/contract/timeline';
import { z } from 'zod';
import { badRequest, notFound } from '../../api-error.ts';
import type { ReaderContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { readerPermissions } from '../../reader-may.ts';
import { TIMELINES } from './timeline-statements.ts';

interface RecordInput<E extends TimelineEntity> {
  readonly entity: E;
  readonly id: string;
}

const NOUNS = { booking: 'booking', user: 'customer', mechanic: 'mechanic' } as const;

const FIND = defineStatement({
  name: 'find-record-of-timeline',
  text: `SELECT CASE $1::text WHEN 'booking' THEN EXISTS (SELECT FROM bookings WHERE id = $2 AND record_state = 'full')
    WHEN 'user' THEN EXISTS (SELECT FROM users WHERE id = $2 AND record_state = 'full')
    ELSE EXISTS (SELECT FROM mechanics WHERE id = $2 AND record_state = 'full') END AS "isHere"`,
  row: z.object({ isHere: z.boolean() }),
  example: ['user', sampleOf('users')],
});

async function requireRecord({ database }: ReaderContext, { entity, id }: RecordInput<TimelineEntity>) {
  const [found] = await database.rows(FIND, [entity, id]);
  if (!found?.isHere) throw notFound(NOUNS[entity]);
}

/**
 * A page of what happened to a record, newest first, without what the reader may not read (PEOP-02).
 * @throws 404 for a record that is not here, a stub or an erased person; 400 for a cursor that no page has returned
 */
export async function readTimeline(
  context: ReaderContext,
  input: RecordInput<TimelineEntity> & { readonly before: string | null },
): Promise<{ rows: TimelineEntry[]; next: string | null }> {
  const cursor = input.before === null ? FIRST : readCursor(input.before);
  const values = [input.id, ...cursor, readerPermissions(context)];
  const [found] = await Promise.all([
    context.database.rows(TIMELINES[input.entity], values),
    requireRecord(context, input),
  ]);
  const rows = found.slice(0, TIMELINE_LENGTH);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ rank: _, at, ...entry }) => ({ ...entry, at: at?.toISOString() ?? null })),
    next: last === undefined || found.length === rows.length ? null : cursorOf(last),
  };
}

/** The values `$2` to `$5` of a timeline. */
type Cursor = readonly [at: string, rank: number, id: string, number: string];

/** Before every entry. */
const FIRST: Cursor = ['infinity', TIMELINE_KINDS.length, '', '0'];
const UNDATED = '-infinity';
const CURSOR = /^(-infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_(\d{1,2})_([0-9a-f]{1,24})$/;
const NUMBER = /^\d{1,18}$/;

const cursorOf = ({ at, rank, id }: { at: Date | null; rank: number; id: string }): string =>
  [at?.toISOString() ?? UNDATED, rank, id].join('_');

function readCursor(text: string): Cursor {
  const [, at = '', rank = '', id = ''] = CURSOR.exec(text) ?? [];
  if (at === '' || (at !== UNDATED && Number.isNaN(Date.parse(at))))
    throw badRequest([{ field: 'before', message: 'must be `next` of a page' }]);
  return [at, Number(rank), id, NUMBER.test(id) ? id : '0'];
}

/** @param rows a table with a condition */
const counted = (rows: string) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${MOST_COUNTED}) AS counted)`;
const countedFor = (permission: string, rows: string) =>
  `CASE WHEN '${permission}' = ANY ($2::text[]) THEN ${counted(rows)} END`;

const COUNT_ROW = z.object({
  bookings: z.number(),
  payments: z.nullable(z.number()),
  earnings: z.nullable(z.number()),
  payouts: z.nullable(z.number()),
  notes: z.number(),
  activity: z.nullable(z.number()),
});

const COUNTS = {
  user: defineStatement({
    name: 'counts-of-user',
    text: `SELECT ${counted("bookings WHERE customer_id = $1 AND record_state = 'full'")} AS bookings,
      ${countedFor('payments:read', "payments WHERE customer_id = $1 AND record_state = 'full'")} AS payments,
      NULL::int AS earnings, NULL::int AS payouts,
      ${counted('notes WHERE user_id = $1 AND booking_id IS NULL')} AS notes,
      ${countedFor('activity:read', "activity WHERE entity_id = $1 AND entity = 'user'")} AS activity`,
    row: COUNT_ROW,
    example: [sampleOf('users'), ['payments:read']],
  }),
  mechanic: defineStatement({
    name: 'counts-of-mechanic',
    text: `SELECT ${counted("bookings WHERE mechanic_id = $1 AND record_state = 'full'")} AS bookings, NULL::int AS payments,
      ${countedFor('payouts:read', "ledger_entries WHERE mechanic_id = $1 AND (flow = 'payout') = false")} AS earnings,
      ${countedFor('payouts:read', "ledger_entries WHERE mechanic_id = $1 AND (flow = 'payout') = true")} AS payouts,
      ${counted('notes WHERE mechanic_id = $1 AND booking_id IS NULL')} AS notes,
      ${countedFor('activity:read', "activity WHERE entity_id = $1 AND entity = 'mechanic'")} AS activity`,
    row: COUNT_ROW,
    example: [sampleOf('mechanics'), ['payouts:read']],
  }),
} as const;

/** How many records of each kind a person has, 1,000 at most; null for what the reader may not read (PEOP-01). @throws 404 */
export async function countRecords(
  context: ReaderContext,
  input: RecordInput<'user' | 'mechanic'>,
): Promise<RecordCounts> {
  const [[counts]] = await Promise.all([
    context.database.rows(COUNTS[input.entity], [input.id, readerPermissions(context)]),
    requireRecord(context, input),
  ]);
  if (counts === undefined) throw notFound(NOUNS[input.entity]);
  return counts;
}
