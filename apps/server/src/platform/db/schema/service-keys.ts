import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';

/** API keys of programs (SYNC-06). Revoked keys stay in the list. */
export const serviceKeys = pgTable(
  'service_keys',
  {
    id: recordId().primaryKey(),
    name: text().notNull(),
    keyHash: bytes().notNull(),
    /** The key's first characters. */
    prefix: text().notNull(),
    scopes: text().array().notNull(),
    createdAt: instant().notNull(),
    /** The creator's email; null if a command created the key. */
    createdBy: text(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    revokedAt: instant(),
    revokedBy: text(),
  },
  (table) => [
    check('service_keys_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('service_keys_scopes', sql`cardinality(${table.scopes}) > 0`),
    uniqueIndex('service_keys_key_hash').on(table.keyHash),
    index('service_keys_name').on(table.name),
  ],
);

const count = () => bigint({ mode: 'number' }).notNull().default(0);

/** The number of uses per key and hour, for the activity log (SYNC-06). */
export const serviceKeyUses = pgTable(
  'service_key_uses',
  {
    keyId: recordId()
      .notNull()
      .references(() => serviceKeys.id, { onDelete: 'cascade' }),
    hourStartedAt: instant().notNull(),
    requests: count(),
    created: count(),
    updated: count(),
    unchanged: count(),
    stale: count(),
    deleted: count(),
    rejected: count(),
    isRecorded: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.hourStartedAt] }),
    index('service_key_uses_unrecorded').on(table.hourStartedAt).where(sql`not ${table.isRecorded}`),
  ],
);
