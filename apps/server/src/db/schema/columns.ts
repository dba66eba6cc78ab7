import { sql } from 'drizzle-orm';
import { bigint, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** An id of 24 lower-case hex characters, sortable by time. Collation "C": ids compare as bytes, everywhere alike. */
export const recordId = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Bytes: hashes and salts. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** An amount in integer paise. */
export const paise = () => bigint({ mode: 'number' });

/** A moment, to the millisecond. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/**
 * Whether the record itself is here: `known`; `unknown` when only a reference to it has been seen (an import may
 * bring it later); `erased` when its personal data was deleted and only what points at it remains.
 */
export const recordState = () =>
  text({ enum: ['full', 'stub', 'erased'] })
    .notNull()
    .default('full');

/** The condition of every list: rows that are really here. */
export const isFull = sql`record_state = 'full'`;

/** The moment that lists are ordered by, kept by the database; what has none comes last. */
export const listedBy = (expression: string) =>
  timestamp({ withTimezone: true, precision: 3, mode: 'date' })
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(${expression}, '-infinity'::timestamptz)`));

/** The digits of another column, kept by the database; null where it has none. */
export const digitsOf = (column: string) =>
  text().generatedAlwaysAs(sql.raw(`nullif(regexp_replace(${column}, '[^0-9]', '', 'g'), '')`));

/** For an index: what a person is found by any part of (USER-01, MECH-01). */
export const PERSON_FRAGMENTS = [
  sql`phone gin_trgm_ops`,
  sql`phone_digits gin_trgm_ops`,
  sql`name gin_trgm_ops`,
  sql`email gin_trgm_ops`,
] as const;
