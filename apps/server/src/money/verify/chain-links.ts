import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { counted } from '../../counted.ts';
import { type ChainName, ledgerHash, macOf } from '../../platform/db/chain-links.ts';
import { eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

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
