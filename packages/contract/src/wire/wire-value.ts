import * as z from 'zod/mini';
import { registeredEncoderOf, type Wire, withFastEncoder } from './wire.ts';

/** Says that a value does not fit: `message` completes the sentence "{field} …", for example "must be a date". */
export type Fail = (message: string) => never;

/**
 * One value of the wire.
 * @param input the spellings that the wire may use; a schema of this module, or plain zod
 * @param decode turns what `input` reads into the domain's value, or fails
 * @param encode the other way, up to what `input` encodes itself
 */
export function wireValue<T, I>(
  input: z.ZodMiniType<I>,
  decode: (value: I, fail: Fail) => T,
  encode: (value: T) => unknown = (value) => value,
): Wire<T> {
  const schema = z.codec(input, z.custom<T>(), {
    decode: (value, context) => {
      const fail: Fail = (message) => {
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      };
      return decode(value as I, fail) as never;
    },
    encode: (value) => encode(value as T) as never,
  }) as Wire<T>;
  const encodeInput = registeredEncoderOf(input);
  return withFastEncoder(schema, encodeInput ? (value) => encodeInput(encode(value)) : encode);
}
