import * as z from 'zod/mini';
import { instant, list, maybe, openEnum, text } from './fields.ts';
import { type Wire, wireValue } from './wire.ts';
import { type DomainOf, domainKey, type Spellings, wireKey, wireObject } from './wire-object.ts';

type Fields = Record<string, Wire<unknown>>;

/** A record with its version at the time of reading. */
export interface Versioned {
  /**
   * The entity tag for the If-Match header (RFC 9110), including quotes. Null from external providers, which don't
   * support versions.
   */
  readonly etag: string | null;
}

/** Returns the schema of a record that includes its version (EDIT-01). */
export function versioned<F extends Fields>(fields: F, spellings: Spellings<F>): Wire<DomainOf<F> & Versioned> {
  return wireObject({ ...fields, etag: maybe(text) }, { ...spellings, etag: '_etag' } as Spellings<
    F & { etag: Wire<string | null> }
  >) as Wire<unknown> as Wire<DomainOf<F> & Versioned>;
}

/**
 * The sources of changes to records: an administrator, a command on the server, the marketplace through an import or
 * ingest, or any other program.
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

/** A field that was changed after the caller read the record. */
export type MissedChange = ChangeAuthor & { readonly field: string };

/** The content of a 412 response: the current record and the changes since the version in If-Match. */
export interface Conflict<T = unknown> {
  /** Null if the record was deleted. */
  readonly record: T | null;
  readonly changes: readonly MissedChange[];
  readonly deletion: ChangeAuthor | null;
}

/** Returns the schema of the 412 response to an update (EDIT-01), in addition to `status` and `message`. */
export function conflictResponse<T>(record: Wire<T>): Wire<Conflict<T>> {
  const change = wireObject({ field: changedFieldName(record), ...author });
  return wireObject(
    { record: maybe(record), changes: list(change), deletion: maybe(wireObject(author)) },
    { record: 'data' },
  );
}

const changedFieldName = (record: object): Wire<string> =>
  wireValue(
    z.string(),
    (spelling) => domainKey(record, spelling),
    (field) => wireKey(record, field),
  );
