import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck, IntegrityCheckContext } from './integrity-check.ts';

interface DoubtfulRow {
  readonly id: number;
  /** The row before it, 0 before the first. */
  readonly before: number;
  readonly isLinked: boolean;
  readonly isAltered: boolean;
  readonly isNoteAltered: boolean;
  readonly isNoteRemoved: boolean;
}

// A note may go with the person whom it was about (USER-06), which the log itself says further on.
const doubtfulRows = `
  SELECT * FROM (
    SELECT a.id, lag(a.id, 1, 0::bigint) OVER chain AS before,
      a.previous_hash IS NOT DISTINCT FROM lag(a.hash, 1, sha256('wayside activity')) OVER chain AS "isLinked",
      a.hash IS DISTINCT FROM activity_hash(a) AS "isAltered",
      a.note IS NOT NULL AND (note_hash(a.note_salt, a.note) = a.note_hash) IS NOT TRUE AS "isNoteAltered",
      a.note IS NULL AND a.note_hash IS NOT NULL AND NOT EXISTS (
        SELECT FROM activity AS d
        WHERE d.entity = a.entity AND d.entity_id = a.entity_id AND d.action = 'deleted' AND d.id > a.id
      ) AS "isNoteRemoved"
    FROM activity AS a WINDOW chain AS (ORDER BY a.id)
  ) AS linked
  WHERE id <> before + 1 OR NOT "isLinked" OR "isAltered" OR "isNoteAltered" OR "isNoteRemoved"
  ORDER BY id`;

/** That the activity log is what was appended to it: no row removed, altered, put in or chained anew (SECU-05). */
export const activityChain: IntegrityCheck = {
  name: 'Activity',
  holds: 'chain whole',
  prove: async function* ({ client }) {
    for await (const row of eachRow<DoubtfulRow>(client, doubtfulRows)) yield* fieldErrorsOf(row);
    const { rows, last, head } = await readEnds(client);
    yield* problemsAtTheEnd(last, head);
    return last === null ? counted(rows, 'row') : `${counted(rows, 'row')} up to ${last.hash.slice(0, 16)}`;
  },
};

function* fieldErrorsOf({ id, before, isLinked, isAltered, isNoteAltered, isNoteRemoved }: DoubtfulRow) {
  if (id > before + 1) yield missing(before + 1, id - 1);
  else if (!isLinked) yield `row ${id} does not continue row ${before}: one of them was written anew`;
  if (isAltered) yield `row ${id} was altered`;
  if (isNoteAltered) yield `the remarks of row ${id} were altered`;
  if (isNoteRemoved) yield `the remarks of row ${id} were removed, and nobody was deleted`;
}

interface End {
  readonly id: number;
  readonly hash: string;
}

async function readEnds(client: IntegrityCheckContext['client']) {
  const { rows } = await client.query<{ rows: number; last: End | null; head: End | null }>(`
    SELECT (SELECT count(*) FROM activity) AS rows,
      (SELECT json_build_object('id', id, 'hash', encode(hash, 'hex')) FROM activity ORDER BY id DESC LIMIT 1) AS last,
      (SELECT json_build_object('id', id, 'hash', encode(hash, 'hex')) FROM activity_head) AS head`);
  return rows[0] ?? { rows: 0, last: null, head: null };
}

/** What the last row must be is kept apart from the rows, by whoever appended it. */
function* problemsAtTheEnd(last: End | null, head: End | null) {
  const lastId = last?.id ?? 0;
  if (head === null) yield 'the mark of the last row was removed';
  else if (lastId < head.id) yield missing(lastId + 1, head.id);
  else if (lastId > head.id) yield `what follows row ${head.id} was not appended by the log`;
  else if (last !== null && last.hash !== head.hash)
    yield `row ${lastId} is not the one that was appended: the chain was made anew`;
}

function missing(from: number, to: number): string {
  return from === to ? `row ${from} is missing` : `rows ${from} to ${to} are missing`;
}
