import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, type ExtraConfigColumn, index, text, timestamp } from 'drizzle-orm/pg-core';

/** 24 lower-case hex characters, sortable by time. Collation "C" compares ids as bytes. */
export const recordId = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export const paise = () => bigint({ mode: 'number' });

export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/**
 * `stub`: other records refer to this record, but no import has delivered it. `erased`: its personal data was
 * deleted, but other records still refer to it.
 */
export const recordState = () =>
  text({ enum: ['full', 'stub', 'erased'] })
    .notNull()
    .default('full');

export const isFull = sql`record_state = 'full'`;

/** The condition for bookings without a mechanic (VIEW-03). */
export const isUnassigned = sql`record_state = 'full' and mechanic_id is null`;

/** The condition for erased people, who may still be owed money (PRIV-06). */
export const isErased = sql`record_state = 'erased'`;

/**
 * Creates an index for lists of rows with these values, newest first and then by id.
 * @param filters columns that a search compares, so that it reads only the index
 */
export function listIndex(
  name: string,
  values: readonly ExtraConfigColumn[],
  at: ExtraConfigColumn,
  id: ExtraConfigColumn,
  filters: readonly ExtraConfigColumn[] = [],
) {
  const [first = at, ...others] = [...values, at.desc().nullsFirst(), id.desc().nullsFirst(), ...filters];
  return index(name).on(first, ...others);
}

/** Returns the index expression for an amount, highest first. It is the same as `sortedAmount()` in list-shape.ts. */
export const sortedAmount = (column: ExtraConfigColumn) => sql`coalesce(${column}, -100000000) DESC`;

/** Creates an index for lists of full records by amount, highest first (VIEW-02). */
export const amountIndex = (name: string, column: ExtraConfigColumn, id: ExtraConfigColumn) =>
  index(name).on(sortedAmount(column), id.desc().nullsFirst()).where(isFull);

/** A generated column with the instant by which lists are ordered. Rows without a date come last. */
export const listedBy = (expression: string) =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' })
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(${expression}, '-infinity'::timestamptz)`));

/** A generated column with the digits of another column; null if it has no digits. */
export const digitsOf = (column: string) =>
  text().generatedAlwaysAs(sql.raw(`nullif(regexp_replace(${column}, '[^0-9]', '', 'g'), '')`));

/** The columns that customers and mechanics share. */
export const personColumns = () => ({
  id: recordId().primaryKey(),
  recordState: recordState(),
  name: text(),
  email: text(),
  phone: text(),
  phoneDigits: digitsOf('phone'),
  vehicleTypes: text().array().notNull().default([]),
  isBlocked: boolean().notNull().default(false),
  /** The sum of the wallet's entries, updated by a trigger; null if there are none (LOYA-05). */
  walletPaise: paise(),
  /** The last value stated by the source. A change of it adds a wallet entry. */
  sourceWalletPaise: paise(),
  referralCode: text(),
  /** The name of an erased person who owes or is owed money (PRIV-06). */
  payeeName: text(),
  createdAt: instant(),
  listedAt: listedBy('created_at'),
});

/** Index expressions that find people by any part of a value (USER-01, MECH-01, FIND-01, FIND-02). */
export const PERSON_TEXTS = [
  sql`fold_text(name) gin_trgm_ops`,
  sql`fold_text(email) gin_trgm_ops`,
  sql`digits_of(phone) gin_trgm_ops`,
] as const;

/** The index expression that finds people by similar names (FIND-03). */
export const PERSON_SOUNDS = sql`name_sounds(fold_text(name))`;

/** Returns values as an SQL list for a check constraint. They must not come from a request. */
export const quoteLiterals = (literals: readonly string[]) =>
  sql.raw(literals.map((word) => `'${word}'`).join(', '));
