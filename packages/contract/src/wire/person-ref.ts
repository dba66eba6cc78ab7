import * as z from 'zod/mini';
import { maybe, nameText, phone, recordId, text } from './fields.ts';
import { decodeLeniently, encoderOf, type Wire, withFastEncoder, withLenientDecoder } from './wire.ts';
import { reference, wireObject } from './wire-object.ts';

/** A person as embedded in other records. A field is null if it is missing or the person is erased (FMT-04). */
export interface PersonRef {
  readonly id: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly email: string | null;
}

const personRecord: Wire<PersonRef> = wireObject(
  { id: maybe(recordId), name: maybe(nameText), phone: maybe(phone), email: maybe(text) },
  { id: '_id', phone: 'phone_number' },
);

/** A customer or mechanic embedded in another record, either populated or as an id. */
export const personRef: Wire<PersonRef> = reference(
  personRecord,
  (id) => ({ id, name: null, phone: null, email: null }),
  recordId,
);

export interface IdRef {
  readonly id: string | null;
}

const populatedOrId = reference<IdRef>(
  wireObject({ id: maybe(recordId) }, { id: '_id' }),
  (id) => ({ id }),
  recordId,
);

const encodePopulated = encoderOf(populatedOrId);

/**
 * A reference of which only the id matters. It is read from an id or a populated record, and written in the form in
 * which it was read.
 */
export const idRef: Wire<IdRef> = withLenientDecoder<IdRef, Wire<IdRef>>(
  withFastEncoder(
    z.codec(z.union([recordId, populatedOrId]), z.custom<IdRef>(), {
      decode: (value) => (typeof value === 'string' ? { id: value } : value) as IdRef,
      encode: (ref) => ref.id ?? ref,
    }) as Wire<IdRef>,
    (ref) => ref.id ?? encodePopulated(ref),
  ),
  (value, path, report) => decodeLeniently(populatedOrId, value, report, path),
);
