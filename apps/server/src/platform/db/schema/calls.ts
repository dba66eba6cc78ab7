import { sql } from 'drizzle-orm';
import { bigint, check, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant, listIndex, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';
import { admins } from './session.ts';
import { users } from './users.ts';

/** Calls that a telephone system has told of (PEOP-07). */
export const calls = pgTable(
  'calls',
  {
    id: recordId().primaryKey(),
    /** As it was sent; null where somebody who had the number is erased (PRIV-06). */
    phone: text(),
    line: text().notNull().default(''),
    at: instant().notNull(),
    /** Keyed hash of number, line and time: a call that is sent again after an erasure is still the same one (PRIV-06). */
    fingerprint: bytes(),
    takenBy: recordId().references(() => admins.id),
    takenAt: instant(),
  },
  (table) => [
    check('calls_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    unique('calls_once').on(table.phone, table.line, table.at),
    uniqueIndex('calls_fingerprint').on(table.fingerprint),
    listIndex('calls_at', [], table.at, table.id),
  ],
);

/** Who had the number of a call when it came (PEOP-07). */
export const callPeople = pgTable(
  'call_people',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    callId: recordId()
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    userId: recordId().references(() => users.id, { onDelete: 'cascade' }),
    mechanicId: recordId().references(() => mechanics.id, { onDelete: 'cascade' }),
    /** The time of the call, by which timelines are read. */
    at: instant().notNull(),
  },
  (table) => [
    check('call_people_person', sql`num_nonnulls(${table.userId}, ${table.mechanicId}) = 1`),
    listIndex('call_people_call', [table.callId], table.at, table.id),
    listIndex('call_people_user', [table.userId], table.at, table.id).where(sql`user_id IS NOT NULL`),
    listIndex('call_people_mechanic', [table.mechanicId], table.at, table.id).where(sql`mechanic_id IS NOT NULL`),
  ],
);
