import { sql } from 'drizzle-orm';
import { boolean, check, doublePrecision, index, pgTable, text } from 'drizzle-orm/pg-core';
import {
  amountIndex,
  instant,
  isErased,
  isFull,
  listIndex,
  PERSON_SOUNDS,
  PERSON_TEXTS,
  paise,
  personColumns,
  recordId,
} from './columns.ts';

/** Mechanics and their applications (MECH-02 to MECH-07). */
export const mechanics = pgTable(
  'mechanics',
  {
    ...personColumns(),
    status: text(),
    isExpert: boolean().notNull().default(false),
    isAvailable: boolean().notNull().default(false),
    isEmailVerified: boolean().notNull().default(false),
    isPhoneVerified: boolean().notNull().default(false),
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
    /** Set by a trigger when existing bank details change. */
    bankChangedAt: instant(),
    profilePhoto: text(),
    aadhaarCard: text(),
    shopPhoto: text(),
  },
  (table) => [
    check('mechanics_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('mechanics_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
    check('mechanics_per_hour', sql`${table.shopPerHourPaise} >= 0`),
    listIndex('mechanics_listed', [], table.listedAt, table.id).where(isFull),
    listIndex('mechanics_status_listed', [table.status], table.listedAt, table.id).where(isFull),
    amountIndex('mechanics_wallet', table.walletPaise, table.id),
    index('mechanics_created').on(table.createdAt, table.status, table.isBlocked).where(isFull),
    // Used to find mechanics near an emergency by their shop (ROAD-04).
    index('mechanics_shop_point').using('gist', sql`point(shop_longitude, shop_latitude)`).where(isFull),
    index('mechanics_erased').on(table.id).where(isErased),
    index('mechanics_texts')
      .using('gin', ...PERSON_TEXTS)
      .where(isFull),
    index('mechanics_sounds').using('gin', PERSON_SOUNDS).where(isFull),
  ],
);

export const mechanicReference = () => recordId().references(() => mechanics.id);
