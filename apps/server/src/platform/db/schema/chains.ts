import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes } from './columns.ts';

/**
 * The keyed links of the chains of activity log and ledger (PRIV-04): what a transaction appends to one gets a link, made with
 * a key that the database does not have. It is append-only.
 */
export const chainLinks = pgTable(
  'chain_links',
  {
    chain: text({ enum: ['activity', 'ledger'] }).notNull(),
    /** How many entries the chain has up to here. */
    entries: bigint({ mode: 'number' }).notNull(),
    /** Ids of the first and the last entry that the link covers. */
    firstId: bigint({ mode: 'number' }).notNull(),
    lastId: bigint({ mode: 'number' }).notNull(),
    /** Over the entries and the hash before: of the last entry in the activity log, of the link in the ledger. */
    hash: bytes().notNull(),
    /** The data key from which the key of `mac` is derived. */
    keyId: text().notNull(),
    /** HMAC-SHA-256 over all other columns. */
    mac: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain, table.entries] })],
);
