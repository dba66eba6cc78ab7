import { bigint, boolean, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
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
