import { z } from 'zod';
import { counted } from '../../counted.ts';
import { eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

const suspectRow = z.object({
  id: z.number(),
  /** Id of the row before it, 0 before the first. */
  previousId: z.number(),
  isLinked: z.boolean(),
  isAltered: z.boolean(),
  isNoteAltered: z.boolean(),
  isNoteRemoved: z.boolean(),
});

// A note is removed together with the person it is about (USER-06): the log has a later entry of the deletion by an administrator,
// and the erasures list that by the source, which is not in the log. A rejected request is about its payee, a
// note on a booking about the people whom its entry names.
const suspectRows = {
  text: `
    SELECT * FROM (
      SELECT a.id, lag(a.id, 1, 0::bigint) OVER chain AS "previousId",
        a.previous_hash IS NOT DISTINCT FROM lag(a.hash, 1, sha256('wayside activity')) OVER chain AS "isLinked",
        a.hash IS DISTINCT FROM activity_hash(a) AS "isAltered",
        a.note IS NOT NULL AND (note_hash(a.note_salt, a.note) = a.note_hash) IS NOT TRUE AS "isNoteAltered",
        a.note IS NULL AND a.note_hash IS NOT NULL AND NOT EXISTS (
          SELECT FROM activity AS d
          WHERE d.entity = a.entity AND d.entity_id = a.entity_id AND d.action = 'deleted' AND d.id > a.id
        ) AND (a.entity, coalesce(a.entity_id, '')) NOT IN (
          SELECT kind, person_id FROM erasures UNION ALL
          SELECT 'approval', r.id FROM approvals AS r JOIN erasures ON person_id = coalesce(r.user_id, r.mechanic_id)
        ) AND NOT (a.entity = 'booking' AND EXISTS (
          SELECT FROM jsonb_array_elements(a.changes) AS person JOIN erasures ON person_id = person ->> 'after')
        ) AS "isNoteRemoved"
      FROM activity AS a WINDOW chain AS (ORDER BY a.id)
    ) AS linked
    WHERE id <> "previousId" + 1 OR NOT "isLinked" OR "isAltered" OR "isNoteAltered" OR "isNoteRemoved"
    ORDER BY id`,
  row: suspectRow,
};

/** The activity log holds the entries that were appended: none is removed, altered, inserted or chained again (SECU-05). */
export const activityChain: IntegrityCheck = {
  name: 'Activity',
  passed: 'chain whole',
  findIssues: async function* ({ client }) {
    for await (const row of eachRow(client, suspectRows)) yield* rowIssues(row);
    const ends = await readEnds(client);
    yield* endIssues(ends);
    return counted(ends.rows, 'row');
  },
};

function* rowIssues({ id, previousId, ...row }: z.infer<typeof suspectRow>) {
  if (id > previousId + 1) yield missing(previousId + 1, id - 1);
  else if (!row.isLinked) yield `row ${id} does not continue row ${previousId}: one of them was rewritten`;
  if (row.isAltered) yield `row ${id} was altered`;
  if (row.isNoteAltered) yield `the remarks of row ${id} were altered`;
  if (row.isNoteRemoved) yield `the remarks of row ${id} were removed without a deletion of their subject`;
}

const endsRow = z.object({
  rows: z.number(),
  lastId: z.number().nullable(),
  lastHash: z.string().nullable(),
  headId: z.number().nullable(),
  headHash: z.string().nullable(),
});

async function readEnds(client: IntegrityCheckContext['client']) {
  const { rows } = await client.query(`
    SELECT counted.rows, last.id AS "lastId", encode(last.hash, 'hex') AS "lastHash",
      head.id AS "headId", encode(head.hash, 'hex') AS "headHash"
    FROM (SELECT count(*) AS rows FROM activity) AS counted
    LEFT JOIN (SELECT id, hash FROM activity ORDER BY id DESC LIMIT 1) AS last ON true LEFT JOIN activity_head AS head ON true`);
  return endsRow.parse(rows[0]);
}

/** The writer stores id and hash of the last row apart from the rows; a removed or replaced end shows there. */
function* endIssues({ lastId, lastHash, headId, headHash }: z.infer<typeof endsRow>) {
  const last = lastId ?? 0;
  if (headId === null) yield 'the head of the chain was removed';
  else if (last < headId) yield missing(last + 1, headId);
  else if (last > headId) yield `rows after ${headId} were not appended through the log`;
  else if (lastHash !== null && lastHash !== headHash)
    yield `row ${last} is not the one that was appended: the chain was recomputed`;
}

function missing(from: number, to: number): string {
  return from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`;
}
