import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import { eachPage } from '../../db/each-page.ts';
import { defineStatement } from '../../db/statement.ts';
import { type CsvExport, csvText, datedFileName, timestampCell } from './csv.ts';
import { recordExport } from './record-export.ts';

export interface ExportActivityInput {
  readonly entity: string | null;
  readonly entityId: string | null;
  readonly actorId: string | null;
  readonly action: string | null;
  /** Days of the business, both included. */
  readonly from: string | null;
  readonly to: string | null;
}

const row = z.object({
  id: z.number(),
  /** `at` in its full precision. */
  listed: z.string(),
  cells: z.array(z.nullable(z.string())),
});

const ROWS = 1_000;
const HEADINGS = [
  'Number',
  'Time',
  'Actor',
  'Actor ID',
  'Address',
  'Action',
  'Record',
  'Record ID',
  'Changes',
  'Remarks',
  'Hash',
];

const midnight = (day: string) =>
  `day_start((${day})::date, (SELECT value FROM business_settings WHERE name = 'time_zone'))`;
const WHERE = `($1::text IS NULL OR b.entity = $1) AND ($2::text IS NULL OR b.entity_id = $2)
  AND ($3::text IS NULL OR b.actor_id = $3) AND ($4::text IS NULL OR b.action = $4)
  AND ($5::date IS NULL OR b.at >= ${midnight('$5::date')}) AND ($6::date IS NULL OR b.at < ${midnight('$6::date + 1')})`;

const COUNT = defineStatement({
  name: 'count-exported-activity',
  text: `SELECT count(*) FROM activity AS b WHERE ${WHERE}`,
  row: z.object({ count: z.number() }),
  example: [null, null, null, null, null, null],
  isPrepared: false,
});
const PAGE = defineStatement({
  name: 'export-activity',
  text: `SELECT b.id, b.at::text AS listed,
    ARRAY[b.id::text, ${timestampCell('b.at')}, b.actor_email, b.actor_id, b.address, b.action, b.entity, b.entity_id,
      (SELECT string_agg(concat(c->>'field', ': ', coalesce(c->>'before' || ' → ', ''), c->>'after'), '; ')
       FROM jsonb_array_elements(b.changes) AS c), b.note, encode(b.hash, 'hex')] AS cells
  FROM activity AS b WHERE ${WHERE} AND (b.at, b.id) < ($7::timestamptz, $8) ORDER BY b.at DESC, b.id DESC LIMIT ${ROWS}`,
  row,
  example: [null, null, null, null, null, null, 'infinity', 0],
  isPrepared: false,
});

/** The filtered activity log as a table, newest first (PRIV-03). The entry of the export itself is not in it. */
export async function exportActivity(context: ActorContext, input: ExportActivityInput): Promise<CsvExport> {
  const { database } = context;
  const { entity, entityId, actorId, action, from, to } = input;
  const values = [entity || null, entityId || null, actorId, action || null, from, to];
  const [found] = await database.rows(COUNT, values);
  const rowCount = found?.count ?? 0;
  const first = await database.rows(PAGE, [...values, 'infinity', 0]);
  await recordExport(context, { table: 'activity', filters: { ...input }, rowCount });
  const pages = eachPage<z.infer<typeof row>>(
    async (last) => (last === null ? first : database.rows(PAGE, [...values, last.listed, last.id])),
    ROWS,
  );
  return {
    fileName: datedFileName('activity', context),
    rowCount,
    text: csvText(HEADINGS, pages, ({ cells }) => cells),
  };
}
