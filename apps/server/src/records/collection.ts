import type { Wire } from '@wayside/contract/wire/wire';

/** The collections of a marketplace in the order of an import: references point back, but for earnings rows to payments. */
export const COLLECTION_NAMES = [
  'configs',
  'users',
  'mechanics',
  'companies',
  'slots',
  'sosservices',
  'services',
  'parts',
  'bookings',
  // Before the payments whose truth they are: these are then posted once, and not reversed (IMPO-05).
  'earnings',
  'payments',
  'payouts',
  'notifications',
] as const;
export type CollectionName = (typeof COLLECTION_NAMES)[number];

/** Collections that others point at. Their tables bear their names and have `record_state` (db/schema/columns.ts). */
export const REFERENCED_NAMES = ['users', 'mechanics', 'services', 'bookings', 'payments'] as const;
export type ReferencedName = (typeof REFERENCED_NAMES)[number];

/** What a column takes, as it travels in JSON: paise as integers, instants as ISO text. */
export type Value = string | number | boolean | null | readonly unknown[];

export type ColumnType = 'text' | 'boolean' | 'bigint' | 'double precision' | 'timestamptz' | 'text[]' | 'jsonb';

/** One column and the part of the record that goes into it. */
export interface Column<D> {
  readonly name: string;
  readonly type: ColumnType;
  read(record: D): Value;
  /** The collection whose ids the column holds. */
  readonly references?: ReferencedName;
}

/** The values of a record: its id and then one for each column, in the collection's order. */
export type Row = readonly [id: string, ...values: Value[]];

/** How the records of one collection are read and kept. */
export interface Collection<D = unknown> {
  /** Also the name of its file in an import, without `.json`. */
  readonly name: CollectionName;
  /** One record, for a person: "a booking". */
  readonly noun: string;
  readonly codec: Wire<D>;
  readonly table: string;
  /** Whether the table tells records from mere references to them (`record_state`). */
  readonly hasRecordState: boolean;
  /** Whether ledger entries follow from its records, so that its writers post in their transaction (PAYO-10). */
  readonly posts: boolean;
  /** All columns but the id. */
  readonly columns: readonly Column<D>[];
  /** The values of a record of the domain, in the order of `columns`. */
  toRow(record: D): Row;
}

interface Declaration<D> {
  readonly name: CollectionName;
  readonly noun: string;
  readonly codec: Wire<D>;
  readonly table: string;
  readonly columns: readonly Column<D>[];
}

const POSTING_NAMES: readonly CollectionName[] = ['configs', 'bookings', 'payments', 'earnings', 'payouts'];

/** Declares how the records of a collection are kept. */
export function defineCollection<D extends { readonly id: string }>(declaration: Declaration<D>): Collection<D> {
  return {
    ...declaration,
    posts: POSTING_NAMES.includes(declaration.name),
    hasRecordState: REFERENCED_NAMES.some((name) => name === declaration.name),
    toRow: (record) => [record.id, ...declaration.columns.map((column) => column.read(record))],
  };
}
