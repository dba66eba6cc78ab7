import * as z from 'zod/mini';
import { addIssue, encoderOf, type Wire, withFastEncoder } from './wire.ts';

/** A list of so many elements at most, for requests. */
export function atMost<T>(most: number, inner: Wire<T[]>): Wire<T[]> {
  const schema = z.codec(inner, z.custom<T[]>(), {
    decode: (value, context) =>
      (value as T[]).length > most
        ? addIssue(context, value, `must have at most ${most} elements`)
        : (value as T[]),
    encode: (value) => value as never,
  }) as Wire<T[]>;
  return withFastEncoder(schema, encoderOf(inner));
}
