import type { Versioned } from '@wayside/contract/wire/versioned';
import { isOwnServer } from './config.ts';

/**
 * The body of an update: our server takes the changed fields alone (EDIT-01), another provider gets all of them, because it
 * may clear what is left out.
 * @param stored the same fields as they were read
 */
export function changedFields<B extends object>(
  body: B,
  stored: { readonly [K in keyof B]: B[K] | null },
): { [K in keyof B]: B[K] | undefined } {
  const fields = Object.entries(body) as [keyof B, B[keyof B]][];
  const isSent = ([key, value]: [keyof B, B[keyof B]]) => !isOwnServer() || value !== stored[key];
  return Object.fromEntries(fields.map((field) => [field[0], isSent(field) ? field[1] : undefined])) as B;
}

/** The version that an update names in If-Match; null where records have none. */
export function versionOf({ etag }: Versioned): string | null {
  return isOwnServer() ? etag : null;
}
