import * as z from 'zod/mini';
import { maybe, recordId } from './fields.ts';
import { decodeLeniently, type Wire, withFastEncoder, withLenientDecoder } from './wire.ts';
import { reference, wireObject } from './wire-object.ts';

/** What is only pointed at. */
export interface IdRef {
  readonly id: string | null;
}

const populatedOrId = reference<IdRef>(
  wireObject({ id: maybe(recordId) }, { id: '_id' }),
  (id) => ({ id }),
  recordId,
);

/** A reference of which only the id matters: read as an id or populated, always written as the id. */
export const idRef: Wire<IdRef> = withLenientDecoder<IdRef, Wire<IdRef>>(
  withFastEncoder(
    z.codec(z.union([recordId, populatedOrId]), z.custom<IdRef>(), {
      decode: (value) => (typeof value === 'string' ? { id: value } : value) as IdRef,
      encode: ({ id }) => id as string,
    }) as Wire<IdRef>,
    ({ id }) => id,
  ),
  (value, path, report) => decodeLeniently(populatedOrId, value, report, path),
);
