import * as z from 'zod/mini';
import { instant, list, maybe, openEnum, text } from './fields.ts';
import { type Wire, wireValue } from './wire.ts';
import { type DomainOf, domainKey, type Spellings, wireKey, wireObject } from './wire-object.ts';

type Fields = Record<string, Wire<unknown>>;

/** A record with the version that was read. */
export interface Versioned {
  /** An entity tag for the header If-Match (RFC 9110), quotes included; null from another provider, which has none. */
  readonly etag: string | null;
}

/** A record that carries its version (EDIT-01). */
export function versioned<F extends Fields>(fields: F, spellings: Spellings<F>): Wire<DomainOf<F> & Versioned> {
  return wireObject({ ...fields, etag: maybe(text) }, { ...spellings, etag: '_etag' } as Spellings<
    F & { etag: Wire<string | null> }
  >) as Wire<unknown> as Wire<DomainOf<F> & Versioned>;
}

/**
 * Who changes records: an administrator, a command on the server, the marketplace by an import or ingest, or a
 * program that is none of these.
 */
export const CHANGE_SOURCES = ['administrator', 'command', 'marketplace', 'unknown'] as const;

const author = {
  source: openEnum(CHANGE_SOURCES),
  /** The administrator's email; null for the other sources. */
  by: maybe(text),
  /** Null if unknown. */
  at: maybe(instant),
};
export type ChangeAuthor = DomainOf<typeof author>;

/** A field that someone has changed since a record was read. */
export type MissedChange = ChangeAuthor & { readonly field: string };

/** The reason for a 412: the current record and the changes since the version in If-Match. */
export interface Conflict<T = unknown> {
  /** Null where it was deleted. */
  readonly record: T | null;
  readonly changes: readonly MissedChange[];
  readonly deletion: ChangeAuthor | null;
}

/** The 412 response to an update (EDIT-01), besides `status` and `message`. */
export function conflictAnswer<T>(record: Wire<T>): Wire<Conflict<T>> {
  const change = wireObject({ field: fieldOf(record), ...author });
  return wireObject(
    { record: maybe(record), changes: list(change), deletion: maybe(wireObject(author)) },
    { record: 'data' },
  );
}

const fieldOf = (record: object): Wire<string> =>
  wireValue(
    z.string(),
    (spelling) => domainKey(record, spelling),
    (field) => wireKey(record, field),
  );
