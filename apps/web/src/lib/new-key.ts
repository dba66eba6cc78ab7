/**
 * Returns a random key for a request or a tab. `crypto.randomUUID` exists only in a secure context, but an office may
 * open Wayside over plain HTTP.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
