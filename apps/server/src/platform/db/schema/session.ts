import { ROLES } from '@wayside/contract/roles';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, instant, quoteLiterals, recordId } from './columns.ts';

/** Administrators. Passwords are argon2id hashes. */
export const admins = pgTable(
  'admins',
  {
    id: recordId().primaryKey(),
    /** The email as entered. */
    email: text().notNull(),
    /** The email normalized by normalizeEmail (SECU-02). Null for an older duplicate account, which is closed. */
    emailKey: text(),
    name: text(),
    passwordHash: text().notNull(),
    /**
     * False if the account has no usable password because the administrator signs in through the identity provider
     * (SHIP-04).
     */
    hasPassword: boolean().notNull().default(true),
    /** Administrators created before roles existed are owners (TEAM-01). */
    role: text({ enum: ROLES }).notNull().default('owner'),
    suspendedAt: instant(),
    lastSeenAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('admins_role', sql`${table.role} IN (${quoteLiterals(ROLES)})`),
    check('admins_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    uniqueIndex('admins_email_key').on(table.emailKey),
  ],
);

export const adminReference = () => recordId().references(() => admins.id);

/** The id of the administrator who owns the row; deleting the administrator deletes the row. */
export const ownerReference = () => recordId().references(() => admins.id, { onDelete: 'cascade' });

/** Open sessions (SECU-03). */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytes().primaryKey(),
    adminId: ownerReference().notNull(),
    /** Identifies a session in lists; it cannot be used to sign in (TEAM-03). */
    id: text().notNull().generatedAlwaysAs(sql`left(encode(sha256(token_hash), 'hex'), 24)`),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    userAgent: text(),
    address: text(),
    lastSeenAt: instant(),
    /** When the administrator last proved their identity (TEAM-05). */
    provedAt: instant(),
    /** The identity that opened the session (SHIP-04); null for a sign-in by password. */
    identityId: recordId(),
  },
  (table) => [
    index('sessions_admin').on(table.adminId),
    index('sessions_expiry').on(table.expiresAt),
    uniqueIndex('sessions_id').on(table.id),
  ],
);

/**
 * Administrators at the identity provider (SHIP-04). The issuer and subject identify an administrator; an email never
 * does.
 */
export const adminIdentities = pgTable(
  'admin_identities',
  {
    id: recordId().primaryKey(),
    adminId: ownerReference().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The refresh token of the last sign-in, encrypted (PRIV-01); null before the first sign-in. */
    refreshToken: text(),
    createdAt: instant().notNull(),
    /** When the provider last confirmed the access. */
    checkedAt: instant().notNull(),
    nextCheckAt: instant().notNull(),
  },
  (table) => [
    check('admin_identities_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    uniqueIndex('admin_identities_subject').on(table.issuer, table.subject),
    uniqueIndex('admin_identities_admin').on(table.adminId, table.issuer),
    index('admin_identities_due').on(table.nextCheckAt),
  ],
);

/** One-time links to set a password (PRIV-07). An administrator with a link has never set a password. */
export const passwordLinks = pgTable(
  'password_links',
  {
    tokenHash: bytes().primaryKey(),
    adminId: ownerReference().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('password_links_admin').on(table.adminId)],
);

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

/** Authenticator apps (TEAM-04). */
export const totp = pgTable('totp', {
  adminId: ownerReference().notNull().primaryKey(),
  /** A copy of `adminId`: rows with encrypted values are found by a column named `id`. */
  id: text().notNull().generatedAlwaysAs(sql`admin_id`),
  /** Encrypted (PRIV-01). */
  secret: text().notNull(),
  /** When the first code was accepted; null if the app is not in use yet. */
  confirmedAt: instant(),
  /** The time step of the last accepted code. Codes of this step or an earlier one are rejected. */
  lastStep: bigint({ mode: 'number' }),
});

/** Unused recovery codes, hashed. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { adminId: ownerReference().notNull(), codeHash: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.adminId, table.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: recordId().primaryKey(),
    adminId: ownerReference().notNull(),
    credentialId: text().notNull(),
    publicKey: bytes().notNull(),
    /** The key's signature counter. */
    counter: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    transports: text().array().notNull(),
    /** The origin where the passkey was created, the only one where it works. */
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

/** The passkey that an administrator is about to register. */
export const passkeyRegistrations = pgTable('passkey_registrations', {
  adminId: ownerReference().notNull().primaryKey(),
  challenge: text().notNull(),
  origin: text().notNull(),
  expiresAt: instant().notNull(),
});

/** Logins that wait for a second factor (TEAM-04). */
export const loginChallenges = pgTable(
  'login_challenges',
  {
    tokenHash: bytes().primaryKey(),
    adminId: ownerReference().notNull(),
    expiresAt: instant().notNull(),
    /** Null if no passkey can be used. */
    webauthnChallenge: text(),
  },
  (table) => [
    index('login_challenges_admin').on(table.adminId),
    index('login_challenges_expiry').on(table.expiresAt),
  ],
);
