import { hash } from 'node:crypto';

/** The length of each value's hash, in characters of six bits: two values collide once in 10^14 times. */
const HASH_LENGTH = 8;
const ANY_VERSION = '*';

const hashesOf = (values: readonly unknown[]): string[] =>
  values.map((value) => hash('sha256', JSON.stringify(value), 'base64url').slice(0, HASH_LENGTH));

/**
 * Returns the version of a record as a strong entity tag, which contains a hash of each value so that changed fields
 * can be found (EDIT-01).
 */
export const versionTag = (values: readonly unknown[]): string => `"${hashesOf(values).join('.')}"`;

/** Checks whether a version is among the versions in If-Match. */
export const isExpectedVersion = (tag: string, ifMatch: readonly string[]): boolean =>
  ifMatch.includes(ANY_VERSION) || ifMatch.includes(tag);

/**
 * Returns the names whose values differ from the version that was read; all names if another release created that
 * version.
 */
export function changedSince<N>(
  names: readonly N[],
  values: readonly unknown[],
  ifMatch: readonly string[],
): readonly N[] {
  const now = hashesOf(values);
  const [read = ''] = ifMatch;
  const then = read.replaceAll('"', '').split('.');
  const isComparable = ifMatch.length === 1 && then.length === now.length;
  return names.filter((_name, index) => !isComparable || then[index] !== now[index]);
}
