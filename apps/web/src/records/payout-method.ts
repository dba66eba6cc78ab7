import { capitalised, orNotAvailable } from '../lib/format.ts';

/** "Bank transfer", "Cash", or the word of an import. */
export const payoutMethodLabel = (method: string | null): string =>
  capitalised(orNotAvailable(method).replaceAll('_', ' '));
