import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, recordId } from './columns.ts';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** The people who work here. Passwords are argon2id hashes. */
export const admins = pgTable(
  'admins',
  {
    id: recordId().primaryKey(),
    /** As it was written. */
    email: text().notNull(),
    /** Its normal form, made by normalizeEmail alone (SECU-02). Null: another, older account has it; this one is closed. */
    emailKey: text(),
    name: text(),
    passwordHash: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('admins_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    uniqueIndex('admins_email_key').on(table.emailKey),
  ],
);

/** Open sessions, under the SHA-256 of their token (SECU-03). */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    adminId: recordId()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('sessions_admin').on(table.adminId), index('sessions_expiry').on(table.expiresAt)],
);

/**
 * One-time links to set a password, under the SHA-256 of their token (PRIV-07). While an administrator has one, used by
 * nobody or expired, they have never had a password of their own.
 */
export const passwordLinks = pgTable(
  'password_links',
  {
    tokenHash: bytes().primaryKey(),
    adminId: recordId()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    expiresAt: instant().notNull(),
  },
  (table) => [index('password_links_admin').on(table.adminId)],
);

/** Login attempts of an address against an account that have not succeeded (SECU-02). */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    address: text().notNull(),
    accountHash: bytes().notNull(),
    attempts: integer().notNull(),
    windowEndsAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.accountHash] }),
    index('login_attempts_window').on(table.windowEndsAt),
  ],
);

/** What an import has seen of each source record, also of those deleted here since (IMPO-02). */
export const importedRecords = pgTable(
  'imported_records',
  {
    collection: text().notNull(),
    id: recordId().notNull(),
    /** A short hash of each field as the source had it, at the place that `importedFields` gives it; null when erased. */
    fieldHashes: bytes(),
  },
  (table) => [primaryKey({ columns: [table.collection, table.id] })],
);

/** The place of each field in `fieldHashes`: given once by name, so that a new field of ours moves no other (IMPO-02). */
export const importedFields = pgTable(
  'imported_fields',
  { collection: text().notNull(), name: text().notNull(), place: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.collection, table.name] }),
    unique('imported_fields_place').on(table.collection, table.place),
  ],
);
