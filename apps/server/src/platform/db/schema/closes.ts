import { sql } from 'drizzle-orm';
import { bigint, check, date, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';
import { admins } from './session.ts';

/**
 * The closes of days and the reopenings of closed ones, in one chain (CLOS-01, CLOS-03). The table is append-only. What a row
 * states is in its document, which is hashed with the hash of the row before, and signed.
 */
export const closes = pgTable(
  'closes',
  {
    /** Counts the rows without gaps. */
    number: bigint({ mode: 'number' }).primaryKey(),
    kind: text({ enum: ['close', 'reopening'] }).notNull(),
    /** The day that is closed; the first one that is reopened. */
    day: date({ mode: 'string' }).notNull(),
    /** Its first instant, and that of the day after it, in the time zone of that time. */
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Entries before this instant are in closed days, once this row is there; null while no day is closed. */
    closedUntil: instant(),
    /** JSON text, as it was signed. */
    document: text().notNull(),
    /** SHA-256 over the hash before and the document. */
    hash: bytes().notNull(),
    /** The public key of the signature, and the data key from which its private key is derived. */
    publicKey: bytes().notNull(),
    keyId: text().notNull(),
    /** Ed25519 over the hash. */
    signature: bytes().notNull(),
    madeBy: recordId().references(() => admins.id),
    madeAt: instant().notNull(),
  },
  (table) => [
    check('closes_kind', sql`${table.kind} in ('close', 'reopening')`),
    check('closes_day', sql`${table.startsAt} < ${table.endsAt}`),
    check('closes_closed_until', sql`${table.kind} = 'reopening' OR ${table.closedUntil} = ${table.endsAt}`),
    index('closes_days').on(table.day, table.number),
  ],
);
