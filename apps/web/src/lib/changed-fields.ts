import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { Versioned } from '@wayside/contract/wire/versioned';
import { isOwnServer } from './config.ts';

/**
 * Returns the body of an update: only the changed fields for our server (EDIT-01), all fields for an external
 * provider, which may clear missing ones.
 */
export function changedFields<B extends object>(
  body: B,
  stored: { readonly [K in keyof B]: B[K] | null },
): { [K in keyof B]: B[K] | undefined } {
  const fields = Object.entries(body) as [keyof B, B[keyof B]][];
  const isSent = ([key, value]: [keyof B, B[keyof B]]) => !isOwnServer() || value !== stored[key];
  return Object.fromEntries(fields.map((field) => [field[0], isSent(field) ? field[1] : undefined])) as B;
}

/** Returns the version for the If-Match header of an update; null if records have no version. */
export function versionOf({ etag }: Versioned): string | null {
  return isOwnServer() ? etag : null;
}

export type InputOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? B : never;

/** A stored record that a form changes, and the body that would leave it unchanged. */
export interface Before<R, B> {
  readonly record: R;
  readonly body: B;
}

/** Returns the input of an update: the id, the changed fields, and the version that was read (EDIT-01). */
export const updateOf = <B extends object>(
  body: B,
  { record, body: stored }: Before<Versioned & { readonly id: string }, B>,
) => ({ body: { ...changedFields(body, stored), id: record.id }, ifMatch: versionOf(record) });
