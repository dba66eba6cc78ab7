import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { counted } from '../../counted.ts';
import { CHAINS_WITH_HEADS, type ChainHead, headText } from '../../platform/db/chain-heads.ts';
import { type ChainName, ledgerHash, macOf } from '../../platform/db/chain-links.ts';
import type { Database } from '../../platform/db/database.ts';
import { StartError } from '../../start-error.ts';
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

const buffer = z.instanceof(Buffer);
const linkRow = z.object({
  entries: z.number(),
  firstId: z.number(),
  lastId: z.number(),
  hash: buffer,
  keyId: z.string(),
  mac: buffer,
  /** Of the entries that the link covers: the digest in the ledger, the hash of the last entry in the activity log. */
  found: buffer.nullable(),
  count: z.number(),
  /** Entries between the link before and the first of this one. */
  strays: z.number(),
});
type Link = z.infer<typeof linkRow>;

const COLUMNS = 'l.entries, l.first_id AS "firstId", l.last_id AS "lastId", l.hash, l.key_id AS "keyId", l.mac';

/** An entry of the ledger belongs to the next link that ends at an entry; every join is by equality, for a plan without loops. */
const LINKS_OF: Record<ChainName, string> = {
  activity: `
    SELECT ${COLUMNS}, a.hash AS found, l.last_id - l.first_id + 1 AS count, greatest(l.first_id - l.before - 1, 0) AS strays
    FROM (SELECT *, lag(last_id, 1, 0::bigint) OVER (ORDER BY entries) AS before FROM chain_links WHERE chain = 'activity') AS l
    LEFT JOIN activity AS a ON a.id = l.last_id ORDER BY l.entries`,
  ledger: `
    WITH links AS MATERIALIZED (SELECT * FROM chain_links WHERE chain = 'ledger'),
    placed AS (
      SELECT e.id, ledger_entry_hash(e) AS hash, min(ends.last_id) OVER (ORDER BY e.id DESC) AS link_id
      FROM ledger_entries AS e LEFT JOIN links AS ends ON ends.last_id = e.id)
    SELECT ${COLUMNS}, sha256(string_agg(p.hash, ''::bytea ORDER BY p.id) FILTER (WHERE p.id >= l.first_id)) AS found,
      count(*) FILTER (WHERE p.id >= l.first_id) AS count, count(*) FILTER (WHERE p.id < l.first_id) AS strays
    FROM links AS l LEFT JOIN placed AS p ON p.link_id = l.last_id
    GROUP BY l.entries, l.first_id, l.last_id, l.hash, l.key_id, l.mac ORDER BY l.entries`,
};
const TABLES = { activity: 'activity', ledger: 'ledger_entries' } as const;

/** Activity log and ledger hold what programs with the key have appended, and nothing else (PRIV-04). */
export const chainLinks: IntegrityCheck = {
  name: 'Chains',
  passed: 'made with the key and whole',
  findIssues: async function* (context) {
    const activity = yield* chainIssues(context, 'activity');
    const ledger = yield* chainIssues(context, 'ledger');
    return counted(activity + ledger, 'link');
  },
};

async function* chainIssues(context: IntegrityCheckContext, chain: ChainName): AsyncGenerator<string, number> {
  let before: Link | null = null;
  let count = 0;
  for await (const link of eachRow(context.client, { text: LINKS_OF[chain], row: linkRow })) {
    yield* linkIssues(context, chain, link, before);
    before = link;
    count += 1;
  }
  const { rows } = await context.client.query(`SELECT count(*) FROM ${TABLES[chain]} WHERE id > $1`, [
    before?.lastId ?? 0,
  ]);
  const [{ count: unlinked }] = z.tuple([z.object({ count: z.number() })]).parse(rows);
  if (unlinked > 0)
    yield `${chain}: ${counted(unlinked, 'row')} at the end without a link: not appended with the key`;
  return count;
}

async function* linkIssues(
  { keys }: IntegrityCheckContext,
  chain: ChainName,
  link: Link,
  before: Link | null,
): AsyncGenerator<string, void> {
  const { firstId, lastId, found } = link;
  const rows = firstId === lastId ? `row ${lastId}` : `rows ${firstId} to ${lastId}`;
  if (link.strays > 0)
    yield `${chain}: ${counted(link.strays, 'row')} before row ${firstId} without a link: not appended with the key`;
  const key = await keys.derivedOf(link.keyId, 'chains');
  const isGenuine = key !== null && isEqual(macOf({ id: link.keyId, key }, { chain, ...link }), link.mac);
  if (!isGenuine) yield `${chain}: the link of ${rows} was not made with the key`;
  const hash = found && chain === 'ledger' ? ledgerHash(before?.hash ?? null, found) : found;
  const wanted = chain === 'activity' ? lastId : (before?.entries ?? 0) + link.count;
  const isWhole = hash !== null && isEqual(hash, link.hash) && link.entries === wanted;
  if (!isWhole) yield `${chain}: the entries of ${rows} are not those that were appended`;
}

const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

const PATTERN = new RegExp(`^(${CHAINS_WITH_HEADS.join('|')}):([1-9][0-9]{0,15}):([0-9a-f]{64})$`);

/**
 * Reads heads as the log and `npm run verify` print them, separated by commas (OWN-06).
 * @throws StartError when a text is no head
 */
export function parseHeads(texts: readonly string[]): ChainHead[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, chain, entries, mac] = PATTERN.exec(text.trim()) ?? [];
      if (chain === undefined || mac === undefined)
        throw new StartError(
          `"${text.slice(0, 100)}" is no head: copy one from the log or from the end of this command's output, such as activity:1204:5f3c… with 64 digits.`,
        );
      return { chain: z.enum(CHAINS_WITH_HEADS).parse(chain), entries: Number(entries), mac };
    });
}

const NAMES = { activity: 'the activity log', ledger: 'the ledger', closes: 'the chain of closes' } as const;

/** Each entry at which a chain may have had its head. */
const LINKS = `(SELECT chain, entries, mac FROM chain_links UNION ALL SELECT 'closes', number, hash FROM closes) AS link`;
const foundRow = z.object({ entries: z.number().nullable(), mac: z.string().nullable() });

/**
 * Checks that a chain has gone through a head: the entries up to it are those of then, and none of them was removed (PRIV-04).
 * @returns the line to print
 */
export async function checkHead(
  { pool }: Pick<Database, 'pool'>,
  head: ChainHead,
): Promise<{ readonly isReached: boolean; readonly line: string }> {
  const { rows } = await pool.query(
    `SELECT (SELECT max(entries) FROM ${LINKS} WHERE chain = $1) AS entries,
       (SELECT encode(mac, 'hex') FROM ${LINKS} WHERE chain = $1 AND entries = $2) AS mac`,
    [head.chain, head.entries],
  );
  const { entries, mac } = foundRow.parse(rows[0]);
  const { chain } = head;
  if (mac === head.mac) return { isReached: true, line: `Expected ${headText(head)}: ${NAMES[chain]} contains it` };
  const problem =
    (entries ?? 0) < head.entries
      ? `is not reached: ${NAMES[chain]} ends after ${entries ?? 0} of ${head.entries} entries; its end was removed, or an older state restored`
      : `differs: ${NAMES[chain]} was removed in part and continued, or made anew`;
  return { isReached: false, line: `Expected ${headText(head)} ${problem}` };
}
