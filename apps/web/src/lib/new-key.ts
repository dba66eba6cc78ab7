/**
 * A random key of a request or of a tab. `crypto.randomUUID` exists only in a secure context, and an office may
 * open Wayside over plain http.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
