import type { AnswerSentence, SentenceKey } from '@wayside/contract/wire/said';
import type { Params } from '@wayside/contract/wire/sentence';
import { locale } from '../languages/language.ts';
import { sentenceByCode, t } from '../languages/text.ts';
import { fileFormat } from './file-format.ts';
import { formatDateTime, formatDay, formatTime } from './format.ts';
import { lookUp } from './look-up.ts';

/**
 * A sentence of the server as the person reads it, in their language (LANG-02). The message of a provider that sends
 * no code is shown unchanged (ERR-01). Null where there is nothing to show.
 */
export const said = ({ code, params, message }: AnswerSentence): string | null =>
  (code === null ? null : sentenceByCode(code, inLanguage(params ?? {}))) ?? (message?.trim() || null);

/** A text of a record in the language of the person, as far as the server has a sentence for it (LANG-02). */
export const saidText = (text: string, key: SentenceKey | null): string =>
  said({ code: key?.code ?? null, params: key?.params ?? null, message: text }) ?? '';

const DATES: Readonly<Record<string, (value: string) => string>> = {
  day: formatDay,
  at: formatDateTime,
  time: formatTime,
};

/** Parameters whose values are the labels of file formats. */
const FORMATS = ['bank', 'format', 'found', 'chosen'];
/** "JPEG, PNG or WebP" */
const oneOf = (words: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(words);

const UNNAMED = /^(customer|mechanic) ([0-9a-f]{24})$/;

/** The parameters of a sentence in the language of the screen: its dates, its labels and the sentences within it. */
function inLanguage(params: Params): Params {
  const shown = new Map<string, string | number>();
  for (const [key, value] of Object.entries(params)) {
    const [name = '', style] = key.split(':');
    if (name.includes('.')) continue;
    const format = style === undefined ? undefined : lookUp(DATES, style);
    if (style === undefined) shown.set(name, inWords(name, value));
    else if (format) shown.set(name, format(String(value)));
    else if (style === 'code')
      shown.set(name, saidText(String(params[name]), { code: String(value), params: within(name, params) }));
  }
  return Object.fromEntries(shown);
}

/** The parameters of a sentence within another one. */
function within(name: string, params: Params): Params {
  const inner = Object.entries(params).filter(([key]) => key.startsWith(`${name}.`));
  return Object.fromEntries(inner.map(([key, value]) => [key.slice(name.length + 1), value]));
}

function inWords(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value;
  if (FORMATS.includes(name)) return fileFormat(value);
  if (name === 'formats') return oneOf(value.split(/, | or /));
  const [, noun, id = ''] = (name === 'payee' && UNNAMED.exec(value)) || [];
  if (noun === undefined) return value;
  return noun === 'customer' ? t('customer {id}', { id }) : t('mechanic {id}', { id });
}
