import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, recordId } from './columns.ts';
import { admins } from './session.ts';

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
