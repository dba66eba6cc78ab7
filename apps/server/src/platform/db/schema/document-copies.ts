import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';

/**
 * Documents of other hosts, which are copied in the background (FILE-04). The record keeps the address, and no row here has
 * it. A changed address makes its row wait again in the transaction that changes it.
 */
export const documentCopies = pgTable(
  'document_copies',
  {
    /** The column of the record that has the address. */
    field: text({ enum: ['profile_photo', 'aadhaar_card', 'shop_photo', 'screenshot'] }).notNull(),
    /** The mechanic, or the payment of a screenshot. */
    id: recordId().notNull(),
    state: text({ enum: ['waiting', 'copied', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Attempts that have failed. */
    attempts: integer().notNull().default(0),
    /** When it is tried next; during an attempt, when another node may take it for lost. Null once it has ended. */
    nextAttemptAt: instant(),
    /** Why the last attempt failed; it names no address. */
    reason: text(),
    /** A keyed hash of the address that was copied. */
    addressHash: bytes(),
    /** The stored image, in the table `files`. */
    copiedImage: text(),
  },
  (table) => [
    primaryKey({ columns: [table.field, table.id] }),
    check('document_copies_state', sql`${table.state} in ('waiting', 'copied', 'failed')`),
    check('document_copies_next', sql`(${table.state} = 'waiting') = (${table.nextAttemptAt} IS NOT NULL)`),
    check('document_copies_image', sql`(${table.state} = 'copied') = (${table.copiedImage} IS NOT NULL)`),
    index('document_copies_due').on(table.nextAttemptAt).where(sql`${table.state} = 'waiting'`),
    index('document_copies_id').on(table.id),
    index('document_copies_address').on(table.addressHash).where(sql`${table.copiedImage} IS NOT NULL`),
  ],
);
