import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import {
  digitsOf,
  instant,
  isFull,
  listedBy,
  listIndex,
  PERSON_FRAGMENTS,
  paise,
  recordId,
  recordState,
} from './columns.ts';

/** Mechanics and their applications (MECH-02 to MECH-07). */
export const mechanics = pgTable(
  'mechanics',
  {
    id: recordId().primaryKey(),
    recordState: recordState(),
    name: text(),
    email: text(),
    phone: text(),
    /** The digits of the phone number, by which it is searched (USER-01, MECH-01). */
    phoneDigits: digitsOf('phone'),
    status: text(),
    isBlocked: boolean().notNull().default(false),
    isExpert: boolean().notNull().default(false),
    isAvailable: boolean().notNull().default(false),
    isEmailVerified: boolean().notNull().default(false),
    isPhoneVerified: boolean().notNull().default(false),
    /** The sum of the wallet's entries, updated by a trigger; null while there is none (LOYA-05). */
    walletPaise: paise(),
    /** The last value of the source; a change of it becomes a wallet entry. */
    sourceWalletPaise: paise(),
    referralCode: text(),
    vehicleTypes: text().array().notNull().default([]),
    shopName: text(),
    shopPerHourPaise: paise(),
    shopExperienceYears: doublePrecision(),
    shopDescription: text(),
    shopLatitude: doublePrecision(),
    shopLongitude: doublePrecision(),
    bankAccountHolder: text(),
    bankName: text(),
    bankAccountNumber: text(),
    bankIfscCode: text(),
    bankUpiId: text(),
    bankPreferredMethod: text(),
    /** When existing bank details last changed, set by a trigger. */
    bankChangedAt: instant(),
    profilePhoto: text(),
    aadhaarCard: text(),
    shopPhoto: text(),
    createdAt: instant(),
    /** Lists are ordered by it; rows without a date come last. */
    listedAt: listedBy('created_at'),
  },
  (table) => [
    check('mechanics_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('mechanics_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
    check('mechanics_source_wallet', sql`${table.sourceWalletPaise} >= 0`),
    check('mechanics_per_hour', sql`${table.shopPerHourPaise} >= 0`),
    listIndex('mechanics_listed', [], table.listedAt, table.id).where(isFull),
    listIndex('mechanics_status_listed', [table.status], table.listedAt, table.id).where(isFull),
    index('mechanics_created').on(table.createdAt, table.status, table.isBlocked).where(isFull),
    index('mechanics_fragment')
      .using('gin', ...PERSON_FRAGMENTS)
      .where(isFull),
  ],
);
