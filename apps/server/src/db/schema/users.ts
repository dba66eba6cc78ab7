import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text } from 'drizzle-orm/pg-core';
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

/** Customers (USER-02, USER-04). */
export const users = pgTable(
  'users',
  {
    id: recordId().primaryKey(),
    recordState: recordState(),
    name: text(),
    email: text(),
    phone: text(),
    /** The digits of the phone number, by which it is searched (USER-01, MECH-01). */
    phoneDigits: digitsOf('phone'),
    vehicleTypes: text().array().notNull().default([]),
    /** The sum of the wallet's entries, updated by a trigger; null while there is none (LOYA-05). */
    walletPaise: paise(),
    /** The last value of the source; a change of it becomes a wallet entry. */
    sourceWalletPaise: paise(),
    isBlocked: boolean().notNull().default(false),
    referralCode: text(),
    socketId: text(),
    createdAt: instant(),
    updatedAt: instant(),
    /** Lists are ordered by it; rows without a date come last. */
    listedAt: listedBy('created_at'),
  },
  (table) => [
    check('users_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('users_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
    check('users_source_wallet', sql`${table.sourceWalletPaise} >= 0`),
    listIndex('users_listed', [], table.listedAt, table.id).where(isFull),
    index('users_created').on(table.createdAt, table.isBlocked).where(isFull),
    index('users_fragment')
      .using('gin', ...PERSON_FRAGMENTS)
      .where(isFull),
  ],
);
