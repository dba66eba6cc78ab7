import type { AnswerSentence } from '@wayside/contract/wire/said';
import { sentenceByCode } from '../languages/text.ts';

/**
 * A sentence of the server as the person reads it, in their language (LANG-02). The message of a provider that sends
 * no code is shown unchanged (ERR-01). Null where there is nothing to show.
 */
export const said = ({ code, params, message }: AnswerSentence): string | null =>
  (code === null ? null : sentenceByCode(code, params ?? {})) ?? (message?.trim() || null);
