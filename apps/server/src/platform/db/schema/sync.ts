import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';

/** Source records that an import or the ingest API has processed, including those deleted in Wayside (IMPO-02). */
export const importedRecords = pgTable(
  'imported_records',
  {
    collection: text().notNull(),
    id: recordId().notNull(),
    /**
     * A short hash per source field, at the field's index in `importedFields`. Null for a record that was erased or
     * deleted in Wayside.
     */
    fieldHashes: bytes(),
    /** The newest version (SYNC-03), see `versionOf`; null if the source states no versions. */
    version: bigint({ mode: 'bigint' }),
    /** Whether this version deletes the record; a newer version restores it. */
    isDeleted: boolean().notNull().default(false),
    /** The version that stated a person's wallet (SYNC-03). */
    walletVersion: bigint({ mode: 'bigint' }),
    /** When the source last changed the record here (EDIT-01). */
    changedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.id] })],
);

/** The index of each field in `fieldHashes`; a name keeps its index forever (IMPO-02). */
export const importedFields = pgTable(
  'imported_fields',
  { collection: text().notNull(), name: text().notNull(), place: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.collection, table.name] }),
    unique('imported_fields_place').on(table.collection, table.place),
  ],
);

export const ERASURE_EVENTS = ['erased', 'deleted_at_source', 'brought_back'] as const;

/**
 * Erasures, by id only (PRIV-06). The record outside the database holds the same; an erasure missing here happened
 * after the restored backup was made.
 */
export const erasures = pgTable(
  'erasures',
  {
    id: recordId().primaryKey(),
    kind: text({ enum: ['user', 'mechanic'] }).notNull(),
    personId: recordId().notNull(),
    event: text({ enum: ERASURE_EVENTS }).notNull(),
    /** The version in which the source deleted the person (SYNC-03). */
    version: bigint({ mode: 'bigint' }),
    at: instant().notNull().default(sql`clock_timestamp()`),
    isRemembered: boolean().notNull().default(false),
    /** False until the erasure is in the activity log: a restore erases before the log's key is known. */
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
 * Background copies of documents stored on other hosts (FILE-04). The record keeps the address; a change of the
 * address resets its row in the same transaction.
 */
export const documentCopies = pgTable(
  'document_copies',
  {
    field: text({ enum: ['profile_photo', 'aadhaar_card', 'shop_photo', 'screenshot'] }).notNull(),
    /** The id of the mechanic or, for a screenshot, of the payment. */
    id: recordId().notNull(),
    state: text({ enum: ['waiting', 'copied', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    /** During an attempt, when another node may retry; null once copying has ended. */
    nextAttemptAt: instant(),
    /** Never contains an address. */
    reason: text(),
    /** A keyed hash of the copied address. */
    addressHash: bytes(),
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
