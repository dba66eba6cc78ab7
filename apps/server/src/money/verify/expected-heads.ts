import { z } from 'zod';
import { CHAINS_WITH_HEADS, type ChainHead, headText } from '../../platform/db/chain-heads.ts';
import type { Database } from '../../platform/db/database.ts';
import { StartError } from '../../start-error.ts';

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
