import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import {
  amountIndex,
  instant,
  isErased,
  isFull,
  listIndex,
  PERSON_SOUNDS,
  PERSON_TEXTS,
  personColumns,
  recordId,
} from './columns.ts';
import { IS_SAMPLED_PERSON_SQL } from './samples.ts';

/** Customers (USER-02, USER-04). */
export const users = pgTable(
  'users',
  {
    ...personColumns(),
    socketId: text(),
    updatedAt: instant(),
  },
  (table) => [
    check('users_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('users_record_state', sql`${table.recordState} in ('full', 'stub', 'erased')`),
    listIndex('users_listed', [], table.listedAt, table.id).where(isFull),
    amountIndex('users_wallet', table.walletPaise, table.id),
    index('users_created').on(table.createdAt, table.isBlocked).where(isFull),
    index('users_erased').on(table.id).where(isErased),
    index('users_texts')
      .using('gin', ...PERSON_TEXTS)
      .where(isFull),
    index('users_sample')
      .on(sql`fold_text(name)`, sql`digits_of(phone)`, table.name, table.phone)
      .where(sql.raw(IS_SAMPLED_PERSON_SQL)),
    index('users_sounds').using('gin', PERSON_SOUNDS).where(isFull),
  ],
);

export const userReference = () => recordId().references(() => users.id);
