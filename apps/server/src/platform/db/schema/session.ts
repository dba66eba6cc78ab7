import { ROLES } from '@wayside/contract/roles';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId, wordsOf } from './columns.ts';

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
    /** What they may do (TEAM-01). Administrators from before roles existed are owners. */
    role: text({ enum: ROLES }).notNull().default('owner'),
    /** Since when they cannot sign in (TEAM-02). */
    suspendedAt: instant(),
    /** When they last made a call, whether its session is still there or not. */
    lastSeenAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('admins_role', sql`${table.role} IN (${wordsOf(ROLES)})`),
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
    /** What a list of sessions calls it: nobody can sign in with it (TEAM-03). */
    id: text().notNull().generatedAlwaysAs(sql`left(encode(sha256(token_hash), 'hex'), 24)`),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    /** The browser and the address that signed in, and when it last made a call. */
    userAgent: text(),
    address: text(),
    lastSeenAt: instant(),
    /** When the person last proved who they are; null before that was recorded (TEAM-05). */
    provedAt: instant(),
  },
  (table) => [
    index('sessions_admin').on(table.adminId),
    index('sessions_expiry').on(table.expiresAt),
    uniqueIndex('sessions_id').on(table.id),
  ],
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

const adminId = () =>
  recordId()
    .notNull()
    .references(() => admins.id, { onDelete: 'cascade' });

/** The authenticator app of each administrator (TEAM-04). */
export const totp = pgTable('totp', {
  adminId: adminId().primaryKey(),
  /** The same under the name by which every encrypted row is found. */
  id: text().notNull().generatedAlwaysAs(sql`admin_id`),
  /** Encrypted (PRIV-01). */
  secret: text().notNull(),
  /** When a code of it came back; null until then, and it opens nothing. */
  confirmedAt: instant(),
  /** The number of the 30 seconds of the last accepted code: neither it nor an earlier one is taken again. */
  lastStep: bigint({ mode: 'number' }),
});

/** Recovery codes that have not been used, under their SHA-256. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { adminId: adminId(), codeHash: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.adminId, table.codeHash] })],
);

/** Passkeys of administrators. A public key is no secret. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: recordId().primaryKey(),
    adminId: adminId(),
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** How often the key has signed, for keys that count. */
    counter: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    /** How a browser reaches it: usb, internal, hybrid. */
    transports: text().array().notNull(),
    /** The address of the web where it was made, at which alone it works. */
    origin: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (table) => [
    check('passkeys_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_admin').on(table.adminId),
  ],
);

/** Passkeys that a browser is about to make: the last one of each administrator. */
export const passkeyRegistrations = pgTable('passkey_registrations', {
  adminId: adminId().primaryKey(),
  challenge: text().notNull(),
  origin: text().notNull(),
  expiresAt: instant().notNull(),
});

/** Logins whose password was right and whose second factor is awaited, under the SHA-256 of their token (TEAM-04). */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    tokenHash: bytes().primaryKey(),
    adminId: adminId(),
    expiresAt: instant().notNull(),
    /** What a passkey signs; null where none can be used. */
    webauthnChallenge: text(),
  },
  (table) => [
    index('login_challenges_admin').on(table.adminId),
    index('login_challenges_expiry').on(table.expiresAt),
  ],
);
