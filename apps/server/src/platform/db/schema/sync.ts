import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';

/** The source records that import and ingest have seen, also those deleted here since (IMPO-02). */
export const importedRecords = pgTable(
  'imported_records',
  {
    collection: text().notNull(),
    id: recordId().notNull(),
    /** A short hash of each field of the source, at its place in `importedFields`; null for an erased record. */
    fieldHashes: bytes(),
    /** The newest version that came (SYNC-03): see `versionOf`. Null where the source states none. */
    version: bigint({ mode: 'bigint' }),
    /** Whether that version deletes the record at its source; a newer one brings it back. */
    isDeleted: boolean().notNull().default(false),
    /** Of a person: the version that stated the wallet, so that one that comes after the deletion finds its place (SYNC-03). */
    walletVersion: bigint({ mode: 'bigint' }),
    /** When the source last changed the record here; null for one of an older release (EDIT-01). */
    changedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.id] })],
);

/** The place of each field in `fieldHashes`, assigned once by name: a new column moves no other (IMPO-02). */
export const importedFields = pgTable(
  'imported_fields',
  { collection: text().notNull(), name: text().notNull(), place: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.collection, table.name] }),
    unique('imported_fields_place').on(table.collection, table.place),
  ],
);

/** How the erasure of a person began or ended. */
export const ERASURE_EVENTS = ['erased', 'deleted_at_source', 'brought_back'] as const;

/**
 * The erasures that this database has seen (PRIV-06), ids alone: the record outside of the database has the same. One that
 * the record has and this table lacks happened after the backup from which the database comes.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: ['user', 'mechanic'] }).notNull(),
    personId: recordId().notNull(),
    event: text({ enum: ERASURE_EVENTS }).notNull(),
    /** The version that deleted the person at the source (SYNC-03). */
    version: bigint({ mode: 'bigint' }),
    at: instant().notNull().default(sql`clock_timestamp()`),
    /** Whether the record outside of the database has it. */
    isRemembered: boolean().notNull().default(false),
    /** Whether the activity log has it: a restore erases before the key of the log is known. */
    isLogged: boolean().notNull().default(true),
  },
  (table) => [
    check('erasures_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('erasures_kind', sql`${table.kind} in ('user', 'mechanic')`),
    check('erasures_event', sql`${table.event} in ('erased', 'deleted_at_source', 'brought_back')`),
    index('erasures_not_remembered').on(table.at, table.id).where(sql`not is_remembered`),
    index('erasures_not_logged').on(table.at, table.id).where(sql`not is_logged`),
  ],
);

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
