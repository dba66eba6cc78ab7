import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { CHAINS_WITH_HEADS, type ChainHead, headText } from '../../platform/db/chain-heads.ts';
import { type ChainName, ledgerHash, macOf } from '../../platform/db/chain-links.ts';
import type { Database } from '../../platform/db/database.ts';
import { StartError } from '../../start-error.ts';
import {
  countRows,
  eachRow,
  type IntegrityCheck,
  type IntegrityCheckContext,
  sqlCheck,
} from './integrity-check.ts';

const missingRowsSql = (from: string, to: string): string =>
  `CASE WHEN ${from} = ${to} THEN format('row %s is missing', ${from}) ELSE format('rows %s to %s are missing', ${from}, ${to}) END`;

// A note is removed when the person that it concerns is erased (USER-06). The log records a deletion by an
// administrator, and `erasures` records one by the source. A rejected request concerns its payee, a refund concerns
// the people of its payment, and a note on a booking concerns the people named in its entry.
const SUSPECT_ROWS = `
  SELECT found.issue FROM (
    SELECT a.id, lag(a.id, 1, 0::bigint) OVER chain AS previous_id,
      a.previous_hash IS NOT DISTINCT FROM lag(a.hash, 1, sha256('wayside activity')) OVER chain AS is_linked,
      a.hash IS DISTINCT FROM activity_hash(a) AS is_altered,
      a.note IS NOT NULL AND (note_hash(a.note_salt, a.note) = a.note_hash) IS NOT TRUE AS is_note_altered,
      a.note IS NULL AND a.note_hash IS NOT NULL AND NOT EXISTS (
        SELECT FROM activity AS d
        WHERE d.entity = a.entity AND d.entity_id = a.entity_id AND d.action = 'deleted' AND d.id > a.id
      ) AND (a.entity, coalesce(a.entity_id, '')) NOT IN (
        SELECT kind, person_id FROM erasures UNION ALL
        SELECT 'approval', r.id FROM approvals AS r JOIN erasures ON person_id = coalesce(r.user_id, r.mechanic_id) UNION ALL
        SELECT 'refund', r.id FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id JOIN erasures ON person_id IN (p.customer_id, p.mechanic_id, r.mechanic_id)
      ) AND NOT (a.entity = 'booking' AND EXISTS (
        SELECT FROM jsonb_array_elements(a.changes) AS person JOIN erasures ON person_id = person ->> 'after')
      ) AS is_note_removed
    FROM activity AS a WINDOW chain AS (ORDER BY a.id)
  ) AS linked CROSS JOIN LATERAL unnest(ARRAY[
    CASE WHEN id > previous_id + 1 THEN ${missingRowsSql('previous_id + 1', 'id - 1')}
      WHEN NOT is_linked THEN format('row %s does not continue row %s: one of them was rewritten', id, previous_id) END,
    CASE WHEN is_altered THEN format('row %s was altered', id) END,
    CASE WHEN is_note_altered THEN format('the remarks of row %s were altered', id) END,
    CASE WHEN is_note_removed THEN format('the remarks of row %s were removed without a deletion of their subject', id) END
  ]) WITH ORDINALITY AS found (issue, place)
  WHERE found.issue IS NOT NULL ORDER BY id, place`;

/**
 * The writer stores the id and hash of the last row separately, so that a comparison detects a removed or replaced
 * end.
 */
const WRONG_END = `
  SELECT CASE WHEN head.id IS NULL THEN 'the head of the chain was removed'
    WHEN last.id < head.id THEN ${missingRowsSql('last.id + 1', 'head.id')}
    WHEN last.id > head.id THEN format('rows after %s were not appended through the log', head.id)
    WHEN last.hash <> head.hash THEN format('row %s is not the one that was appended: the chain was recomputed', last.id) END AS issue
  FROM (SELECT coalesce(max(id), 0) AS id, (SELECT hash FROM activity ORDER BY id DESC LIMIT 1) AS hash FROM activity) AS last
  LEFT JOIN activity_head AS head ON true`;

/**
 * Checks that the activity log contains exactly the appended entries: none was removed, altered, inserted or linked
 * again (SECU-05).
 */
export const activityChain = sqlCheck({
  name: 'Activity',
  passed: 'chain whole',
  queries: [SUSPECT_ROWS, WRONG_END],
  checked: [['row', 'activity']],
});

const buffer = z.instanceof(Buffer);
const linkRow = z.object({
  entries: z.number(),
  firstId: z.number(),
  lastId: z.number(),
  hash: buffer,
  keyId: z.string(),
  mac: buffer,
  /**
   * For the activity chain, the hash of the last entry that the link covers; for the ledger chain, a digest of all
   * entries that it covers.
   */
  found: buffer.nullable(),
  count: z.number(),
  /** The number of entries between the previous link and the first entry of this one. */
  strays: z.number(),
});
type Link = z.infer<typeof linkRow>;

const COLUMNS = 'l.entries, l.first_id AS "firstId", l.last_id AS "lastId", l.hash, l.key_id AS "keyId", l.mac';

/**
 * A ledger entry belongs to the next link that ends at an entry. All joins use equality, so that the plan has no
 * nested loops.
 */
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

/**
 * Checks that the activity log and the ledger contain exactly the entries that programs with the key have appended
 * (PRIV-04).
 */
export const chainLinks: IntegrityCheck = {
  name: 'Chains',
  passed: 'made with the key and whole',
  findIssues: async function* (context) {
    const activity = yield* chainIssues(context, 'activity');
    const ledger = yield* chainIssues(context, 'ledger');
    return countText(activity + ledger, 'link');
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
  const unlinked = await countRows(context.client, `${TABLES[chain]} WHERE id > ${before?.lastId ?? 0}`);
  if (unlinked > 0)
    yield `${chain}: ${countText(unlinked, 'row')} at the end without a link: not appended with the key`;
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
    yield `${chain}: ${countText(link.strays, 'row')} before row ${firstId} without a link: not appended with the key`;
  const key = await keys.deriveKeyById(link.keyId, 'chains');
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
 * Parses chain heads as the log and `npm run verify` print them, separated by commas (OWN-06). @throws StartError if
 * a text is not a chain head
 */
export function parseHeads(texts: readonly string[]): ChainHead[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [, chain, entries, mac] = PATTERN.exec(text.trim()) ?? [];
      if (chain === undefined || mac === undefined)
        throw new StartError(
          `"${text.slice(0, 100)}" is not a chain head: copy one from the log or from the end of this command's output, such as activity:1204:5f3c… with 64 digits.`,
        );
      return { chain: z.enum(CHAINS_WITH_HEADS).parse(chain), entries: Number(entries), mac };
    });
}

const NAMES = { activity: 'the activity log', ledger: 'the ledger', closes: 'the chain of closes' } as const;

/** Every entry at which the head of the chain may have been. */
const LINKS = `(SELECT chain, entries, mac FROM chain_links UNION ALL SELECT 'closes', number, hash FROM closes) AS link`;
const foundRow = z.object({ entries: z.number().nullable(), mac: z.string().nullable() });

/** Checks that a chain still has the entries up to a head (PRIV-04). @returns the line to print */
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
