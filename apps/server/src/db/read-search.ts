import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { containing, escapeLike } from './like-pattern.ts';
import { amountRange } from './typed-amount.ts';

/** The columns that the search of a list covers. */
export interface Searched {
  /** Each has a trigram index. */
  readonly searchColumns: readonly string[];
  /** The column with the digits of `phone`, which finds a number in any notation. */
  readonly digitsColumn?: string;
  /** What else finds the rows (BOOK-15): those of a customer or mechanic, by `customer_id` and `mechanic_id`, and more SELECTs of ids. */
  readonly callerSearch?: CallerSearch;
}

/** SELECTs of the ids that a condition finds; the condition is that of a column or SQL expression. */
export interface CallerSearch {
  readonly byIdPart: (holds: (column: string) => string) => readonly string[];
  readonly byAmount: (isWithin: (value: string) => string) => readonly string[];
  /** By default the rows of whoever a transaction id has paid. */
  readonly byTransaction?: (holds: (column: string) => string) => readonly string[];
}

/** How a text is read. It decides which comparison reads the fewest entries of an index. */
export type SearchKind = 'id' | 'phone' | 'digits' | 'email' | 'text' | 'words' | 'amount' | 'transaction';

/** A text that is read in one way. */
interface Reading {
  readonly kind: SearchKind;
  /** For the parameters of `searchCondition`. */
  readonly values: readonly unknown[];
}

export interface Search {
  /** One, or for a list with a `callerSearch` all that fit. */
  readonly kinds: readonly SearchKind[];
  /** Too short for an index. */
  readonly isShort: boolean;
  readonly values: readonly unknown[];
}

/** A trigram index has no entry for a shorter text. */
const TRIGRAM = 3;
/** A phone number in any notation. */
const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;
const LONGEST_PHONE = 15;
const DECIMAL = /^\d+\.\d{0,2}$/;
const ID_PART = /^[0-9a-f]{3,24}$/;
const LETTER = /\p{L}/u;

/** The digits without the country code or the leading zero, which other notations of the number share. */
function ownDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  return text.startsWith('+91') && digits.length > 2 ? digits.slice(2) : digits.replace(/^(?:0|91)(?=\d{10}$)/, '');
}

/** Reads the text of a search. */
export function readSearch(searched: Searched, text: string): Search {
  const [readings, isShort] = readingsOf(searched, text);
  return {
    kinds: readings.map(({ kind }) => kind),
    isShort,
    values: readings.flatMap(({ values }) => values),
  };
}

function readingsOf(searched: Searched, typed: string): readonly [readonly Reading[], isShort: boolean] {
  const { searchColumns, digitsColumn } = searched;
  if (searchColumns.includes('id')) {
    const text = typed.replace(/^#\s*/, '');
    const isShort = text.length < TRIGRAM;
    return isShort || !searched.callerSearch ? [[idReading(text)], isShort] : [callerReadings(text), false];
  }
  if (digitsColumn !== undefined && PHONE.test(typed)) {
    const digits = ownDigits(typed);
    return [[{ kind: 'phone', values: [containing(digits), containing(typed)] }], digits.length < TRIGRAM];
  }
  if (typed.indexOf('@') >= TRIGRAM) return [[emailReading(typed)], false];
  const words = searchColumns.includes('name') ? wordsReading(typed) : null;
  if (words && / /.test(typed)) return [[words], false];
  return [[{ kind: 'text', values: [containing(typed)] }], typed.length < TRIGRAM];
}

/** Everything that a caller can have meant; any text can be a transaction id. */
function callerReadings(text: string): readonly Reading[] {
  const amount = amountRange(text);
  const digits = ownDigits(text);
  const isPhone =
    PHONE.test(text) && digits.length >= TRIGRAM && digits.length <= LONGEST_PHONE && !DECIMAL.test(text);
  const isIdPart = ID_PART.test(text.toLowerCase());
  const isNoName = text.includes('@') || amount !== null || (isIdPart && /\d/.test(text));
  const words = isNoName ? null : wordsReading(text);
  return [
    ...(isIdPart ? [idReading(text)] : []),
    ...(isPhone ? [{ kind: 'digits', values: [containing(digits)] } as const] : []),
    ...(text.includes('@') ? [emailReading(text)] : []),
    ...(words ? [words] : []),
    ...(amount ? [{ kind: 'amount', values: [amount.fromPaise, amount.toPaise] } as const] : []),
    { kind: 'transaction', values: [transactionKey(text)] },
  ];
}

function idReading(text: string): Reading {
  const id = text.toLowerCase();
  return { kind: 'id', values: [idPattern(id), id] };
}

/** The letters before the @ tell people apart; half of all addresses share the host. */
function emailReading(text: string): Reading {
  const at = text.indexOf('@');
  const telling = at < TRIGRAM ? text : text.slice(Math.max(0, at - 2 * TRIGRAM), at + 1);
  return { kind: 'email', values: [containing(telling), text] };
}

/** The words of a name in any order; null where none of them is long enough for an index. */
function wordsReading(text: string): Reading | null {
  if (!LETTER.test(text)) return null;
  const words = text.split(/\s+/).filter(Boolean);
  const [longest = '', next = ''] = words.toSorted((one, other) => other.length - one.length);
  if (longest.length < TRIGRAM) return null;
  const second = next.length < TRIGRAM ? longest : next;
  // A word of one or two letters begins a word of the name: it is somewhere in nearly all of them.
  const patterns = words.map((word) => (word.length < TRIGRAM ? `% ${escapeLike(word)}%` : containing(word)));
  return { kind: 'words', values: [containing(longest), containing(second), patterns] };
}

/**
 * A pattern that finds a fragment of an id in a trigram index. Ids use 16 letters, so that each trigram is in many of them:
 * the last two leave so few rows that comparing those is cheaper than looking up the other trigrams.
 */
function idPattern(text: string): string {
  if (text.length < 2 * TRIGRAM) return containing(text);
  return `%${escapeLike(text.slice(-2 * TRIGRAM, -TRIGRAM))}%${escapeLike(text.slice(-TRIGRAM))}%`;
}
