import type { AnswerSentence } from '@wayside/contract/wire/said';

/**
 * A sentence of the server as the person reads it (LANG-02). A provider that sends no code is shown as it is (ERR-01). Null where there is
 * nothing to show.
 */
export function said({ message }: AnswerSentence): string | null {
  return message?.trim() || null;
}
