import { DEMO_PASSWORD } from '../../settings.ts';

const LEAST_LENGTH = 8;
// What the login takes (API-01): a longer one could be set and never used.
const MOST_LENGTH = 200;

/** Why a password cannot be taken, in a sentence without it; null when it can. */
export function passwordError(password: string): string | null {
  if (password.length < LEAST_LENGTH) return `The password must have at least ${LEAST_LENGTH} characters.`;
  if (password.length > MOST_LENGTH) return `The password must have at most ${MOST_LENGTH} characters.`;
  if (password.trim() === '') return 'The password must not be blank.';
  if (/\p{Cc}|\p{Cs}/u.test(password)) return 'The password must be one line of text.';
  if (password === DEMO_PASSWORD) return 'The password must not be that of the demo, which everybody knows.';
  return null;
}
