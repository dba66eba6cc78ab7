import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';

/** Administrators. Passwords are argon2id hashes. */
export const admins = pgTable(
  'admins',
  {
    id: recordId().primaryKey(),
    /** As it was typed. */
    email: text().notNull(),
    /** Its normal form by normalizeEmail (SECU-02). Null: an older account has the same, and this one is closed. */
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
 * One-time links to set a password, under the SHA-256 of their token (PRIV-07). An administrator with an unused or
 * expired link has never had a password of their own.
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

/** Failed login attempts by address and account (SECU-02). */
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
