import { hash } from 'node:crypto';
import type { Versioned } from '@wayside/contract/wire/versioned';
import type { RecordColumn, RecordDefinition } from '../records/define-record.ts';

/** Of each field's hash, in characters of six bits each: two values agree by chance once in 10^14 times. */
const HASH_LENGTH = 8;
const ANY = '*';

/** A record with its version, which is a strong entity tag over its columns (EDIT-01). */
export const withEtag = <D>(definition: RecordDefinition<D>, record: D): D & Versioned => ({
  ...record,
  etag: etagOf(definition, record),
});

/**
 * The version of a record: a hash of each column in the definition's order, so that it needs no column of its own, holds
 * for every writer, and tells which columns have changed since it was read.
 */
export function etagOf<D>(definition: RecordDefinition<D>, record: D): string {
  return `"${hashesOf(definition, record).join('.')}"`;
}

function hashesOf<D>(definition: RecordDefinition<D>, record: D): string[] {
  const [, ...values] = definition.toRow(record);
  return values.map((value) => hash('sha256', JSON.stringify(value), 'base64url').slice(0, HASH_LENGTH));
}

/** Whether a record still is as in one of the versions of If-Match; null stands for no condition. */
export function isAsRead<D>(
  definition: RecordDefinition<D>,
  record: D,
  ifMatch: readonly string[] | null,
): boolean {
  return ifMatch === null || ifMatch.includes(ANY) || ifMatch.includes(etagOf(definition, record));
}

/**
 * The columns in which a record differs from the version that was read. All of them where the version says nothing: one
 * of a release with other columns, or none of ours.
 */
export function columnsChangedSince<D>(
  definition: RecordDefinition<D>,
  record: D,
  ifMatch: readonly string[],
): RecordColumn[] {
  const now = hashesOf(definition, record);
  const [read = ''] = ifMatch;
  const then = read.replaceAll('"', '').split('.');
  const isComparable = ifMatch.length === 1 && then.length === now.length;
  return definition.columns.filter((_column, index) => !isComparable || then[index] !== now[index]);
}
