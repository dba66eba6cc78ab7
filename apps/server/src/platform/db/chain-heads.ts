import { z } from 'zod';
import { CHAINS } from './chain-links.ts';
import type { Database } from './database.ts';
import { defineStatement } from './statement.ts';

/** The chains that have a head: closes have a chain of their own (CLOS-03). */
export const CHAINS_WITH_HEADS = [...CHAINS, 'closes'] as const;

const HEADS = defineStatement({
  name: 'heads-of-chains',
  text: `SELECT chain, entries, encode(mac, 'hex') AS mac FROM unnest(ARRAY['activity', 'ledger']) AS name
    CROSS JOIN LATERAL (SELECT * FROM chain_links WHERE chain = name ORDER BY entries DESC LIMIT 1) AS last
    UNION ALL (SELECT 'closes', number, encode(hash, 'hex') FROM closes ORDER BY number DESC LIMIT 1) ORDER BY chain`,
  row: z.object({ chain: z.enum(CHAINS_WITH_HEADS), entries: z.number(), mac: z.string() }),
  example: [],
});

/** The end of a chain. Its text is what `npm run verify -- --expect` takes. */
export interface ChainHead {
  readonly chain: (typeof CHAINS_WITH_HEADS)[number];
  readonly entries: number;
  /** Of the last link, in hex; of closes the hash of the last row, which is signed. */
  readonly mac: string;
}

/** Reads the ends of the chains that have entries. */
export const readHeads = (database: Pick<Database, 'rows'>): Promise<ChainHead[]> => database.rows(HEADS, []);

/** `activity:1204:5f3c…`. */
export const headText = ({ chain, entries, mac }: ChainHead): string => `${chain}:${entries}:${mac}`;

/** The heads as the log and `npm run verify` print them and as `--expect` takes them (OWN-06). */
export const headsText = (heads: readonly ChainHead[]): string => heads.map(headText).join(',');
