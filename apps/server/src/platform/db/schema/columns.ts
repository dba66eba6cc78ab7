import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, type ExtraConfigColumn, index, text, timestamp } from 'drizzle-orm/pg-core';

/** An id of 24 lower-case hex characters, sortable by time. Collation "C": ids compare as bytes, everywhere alike. */
export const recordId = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Bytes: hashes and salts. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** An amount in integer paise. */
export const paise = () => bigint({ mode: 'number' });

/** An instant, to the millisecond. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/**
 * `full`; `stub` for a record that others refer to and that no import has brought yet; `erased` for one whose personal
 * data was deleted while others still refer to it.
 */
export const recordState = () =>
  text({ enum: ['full', 'stub', 'erased'] })
    .notNull()
    .default('full');

/** The condition of every list and its indexes. */
export const isFull = sql`record_state = 'full'`;

/** The condition of the list of bookings without a mechanic (VIEW-03). */
export const isUnassigned = sql`record_state = 'full' and mechanic_id is null`;

/** The condition of what is read of erased people: who is still to be paid (PRIV-06). */
export const isErased = sql`record_state = 'erased'`;

/** An index for lists of the rows with given values: newest first, the id decides among equals. */
export function listIndex(
  name: string,
  values: readonly ExtraConfigColumn[],
  at: ExtraConfigColumn,
  id: ExtraConfigColumn,
) {
  const [first = at, ...others] = [...values, at.desc().nullsFirst(), id.desc().nullsFirst()];
  return index(name).on(first, ...others);
}

/** An index for lists of full records by an amount, the highest first (VIEW-02). The value is that of `sortedAmount()`. */
export const amountIndex = (name: string, column: ExtraConfigColumn, id: ExtraConfigColumn) =>
  index(name).on(sql`coalesce(${column}, -100000000) DESC`, id.desc().nullsFirst()).where(isFull);

/** The computed instant that lists are ordered by; rows without one come last. */
export const listedBy = (expression: string) =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' })
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(${expression}, '-infinity'::timestamptz)`));

/** The computed digits of another column; null where it has none. */
export const digitsOf = (column: string) =>
  text().generatedAlwaysAs(sql.raw(`nullif(regexp_replace(${column}, '[^0-9]', '', 'g'), '')`));

/** The columns that customers and mechanics share. */
export const personColumns = () => ({
  id: recordId().primaryKey(),
  recordState: recordState(),
  name: text(),
  email: text(),
  phone: text(),
  /** The digits of the phone number, by which it is searched (USER-01, MECH-01). */
  phoneDigits: digitsOf('phone'),
  vehicleTypes: text().array().notNull().default([]),
  isBlocked: boolean().notNull().default(false),
  /** The sum of the wallet's entries, updated by a trigger; null while there is none (LOYA-05). */
  walletPaise: paise(),
  /** The last value of the source; a change of it becomes a wallet entry. */
  sourceWalletPaise: paise(),
  referralCode: text(),
  /** The name of an erased person to whom, or by whom, money is still owed (PRIV-06). */
  payeeName: text(),
  createdAt: instant(),
  /** Lists are ordered by it; rows without a date come last. */
  listedAt: listedBy('created_at'),
});

/** What an index has that finds people by any part of a value, and by names that sound alike (USER-01, MECH-01, FIND-01 to FIND-03). */
export const PERSON_SEARCH = [
  sql`fold_text(name) gin_trgm_ops`,
  sql`fold_text(email) gin_trgm_ops`,
  sql`digits_of(phone) gin_trgm_ops`,
  sql`name_keys(fold_text(name))`,
] as const;

/** Words as a list of SQL, for a check. They never come from a request. */
export const wordsOf = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '));
