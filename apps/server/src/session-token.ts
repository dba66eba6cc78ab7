import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Creates a session token of 256 random bits as base64url (SECU-03). */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Checks whether a header value has the format of a token. */
export const isToken = (given: unknown): given is string => typeof given === 'string' && TOKEN.test(given);

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
