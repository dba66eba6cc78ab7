import { orNotAvailable, spacedWords } from '../lib/format.ts';

/** "Bank transfer", "Cash", or the word of an import. */
export const payoutMethodLabel = (method: string | null): string => spacedWords(orNotAvailable(method));
