import { createHmac, timingSafeEqual } from 'node:crypto';
import { imageAddressOf } from './image-reference.ts';

const STEP_SECONDS = 300;
/** FILE-03: within 15 minutes. Links of the same five minutes are the same, so that a browser keeps what it has. */
const LIFE_SECONDS = 3 * STEP_SECONDS;

/** What an answer holds instead of what a record holds: a document as a link for a few minutes, all else as it is. */
export type ReadableLink = (stored: string | null) => string | null;

/** What the query of a signed link says. */
export interface Signature {
  readonly expires?: unknown;
  readonly signature?: unknown;
}

const signatureOf = (key: Buffer, reference: string, expires: string): Buffer =>
  createHmac('sha256', key).update(`document ${reference} ${expires}`).digest();

/** Makes the links of one answer. @param now when it is given */
export function readableLinks(key: Buffer, now: Date): ReadableLink {
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS);
  const expires = String(step * STEP_SECONDS + LIFE_SECONDS);
  return (stored) => {
    if (stored === null || imageAddressOf(stored)?.purpose !== 'document') return stored;
    return `${stored}?expires=${expires}&signature=${signatureOf(key, stored, expires).toString('base64url')}`;
  };
}

/**
 * How long a link may still be read, in seconds; null when it has expired, was not signed by us, or is for longer than
 * we sign.
 */
export function secondsLeft(
  key: Buffer,
  reference: string,
  { expires, signature }: Signature,
  now: Date,
): number | null {
  if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(key, reference, expires);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const seconds = Number(expires) - Math.ceil(now.getTime() / 1000);
  return seconds > 0 && seconds <= LIFE_SECONDS ? seconds : null;
}
