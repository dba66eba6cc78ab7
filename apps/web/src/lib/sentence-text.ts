import type { Params } from '@wayside/contract/wire/sentence';
import type { ResponseSentence, SentenceKey } from '@wayside/contract/wire/sentence-fields';
import { locale } from '../languages/language.ts';
import { sentenceByCode, t } from '../languages/text.ts';
import { fileFormat } from './file-format.ts';
import { formatDateTime, formatDay, formatTime } from './format.ts';
import { lookUp } from './look-up.ts';

/**
 * Returns a server message in the user's language (LANG-02). A message without a code, from an external provider, is
 * returned unchanged (ERR-01). Null if there is nothing to show.
 */
export const sentenceText = ({ code, params, message }: ResponseSentence): string | null =>
  (code === null ? null : sentenceByCode(code, translateParams(params ?? {}))) ?? (message?.trim() || null);

/** Returns a stored text in the user's language if it is a message of the server, and unchanged otherwise (LANG-02). */
export const storedSentenceText = (text: string, key: SentenceKey | null): string =>
  sentenceText({ code: key?.code ?? null, params: key?.params ?? null, message: text }) ?? '';

const DATES: Readonly<Record<string, (value: string) => string>> = {
  day: formatDay,
  at: formatDateTime,
  time: formatTime,
};

/** Parameters with labels of file formats as their values. */
const FORMATS = ['bank', 'format', 'found', 'chosen'];
/** Joins words as alternatives: "JPEG, PNG or WebP". */
const joinAlternatives = (alternatives: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(alternatives);

const UNNAMED_PAYEE = /^(customer|mechanic) ([0-9a-f]{24})$/;

/** Returns the parameters of a message in the user's language, including dates, labels and nested messages. */
function translateParams(params: Params): Params {
  const shown = new Map<string, string | number>();
  for (const [key, value] of Object.entries(params)) {
    const [name = '', style] = key.split(':');
    if (name.includes('.')) continue;
    const format = style === undefined ? undefined : lookUp(DATES, style);
    if (style === undefined) shown.set(name, translateParam(name, value));
    else if (format) shown.set(name, format(String(value)));
    else if (style === 'code')
      shown.set(
        name,
        storedSentenceText(String(params[name]), { code: String(value), params: nestedParams(name, params) }),
      );
  }
  return Object.fromEntries(shown);
}

/** Returns the parameters of a nested message. */
function nestedParams(name: string, params: Params): Params {
  const inner = Object.entries(params).filter(([key]) => key.startsWith(`${name}.`));
  return Object.fromEntries(inner.map(([key, value]) => [key.slice(name.length + 1), value]));
}

function translateParam(name: string, value: string | number): string | number {
  if (typeof value === 'number') return value;
  if (FORMATS.includes(name)) return fileFormat(value);
  if (name === 'formats') return joinAlternatives(value.split(/, | or /));
  const [, noun, id = ''] = (name === 'payee' && UNNAMED_PAYEE.exec(value)) || [];
  if (noun === undefined) return value;
  return noun === 'customer' ? t('customer {id}', { id }) : t('mechanic {id}', { id });
}
