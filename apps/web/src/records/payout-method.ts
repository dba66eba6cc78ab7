import { orNotAvailable, spacedWords } from '../lib/format.ts';

/** "Bank transfer", "UPI", or the word of an import. */
export const payoutMethodLabel = (method: string | null): string =>
  method === 'upi' ? 'UPI' : spacedWords(orNotAvailable(method));
