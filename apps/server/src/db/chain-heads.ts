import { z } from 'zod';
import { CHAINS, type ChainName } from './chain-links.ts';
import type { Database } from './database.ts';
import { defineStatement } from './statement.ts';

const LAST_LINKS = defineStatement({
  name: 'last-chain-links',
  text: `SELECT chain, entries, mac FROM unnest(ARRAY['activity', 'ledger']) AS name
    CROSS JOIN LATERAL (SELECT * FROM chain_links WHERE chain = name ORDER BY entries DESC LIMIT 1) AS last ORDER BY chain`,
  row: z.object({ chain: z.enum(CHAINS), entries: z.number(), mac: z.instanceof(Buffer) }),
  example: [],
});

/** The end of a chain. Its text is what `npm run verify -- --expect` takes. */
export interface ChainHead {
  readonly chain: ChainName;
  readonly entries: number;
  /** Of the last link, in hex. */
  readonly mac: string;
}

/** Reads the ends of the chains that have entries. */
export async function readHeads(database: Pick<Database, 'rows'>): Promise<ChainHead[]> {
  const rows = await database.rows(LAST_LINKS, []);
  return rows.map(({ mac, ...row }) => ({ ...row, mac: mac.toString('hex') }));
}

/** `activity:1204:5f3c…`. */
export const headText = ({ chain, entries, mac }: ChainHead): string => `${chain}:${entries}:${mac}`;
