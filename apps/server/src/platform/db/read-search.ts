import { foldText, searchedDigits } from '@wayside/contract/wire/fold-text';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { containing, escapeLike } from './like-pattern.ts';

/** An amount as somebody types it: "₹3,614", "Rs 3614.2", "3 614.20", "3,614/-". */
const AMOUNT = /^(?:₹|rs\.?|inr)?\s*(\d[\d, ]*)(?:\.(\d{0,2}))?(?:\/-)?$/i;
/** More rupees than any record has. */
const MAX_DIGITS = 12;

/** The amounts that begin as the text does, in paise, both included; null for a text that is none (BOOK-15). */
function amountRange(text: string): { readonly fromPaise: number; readonly toPaise: number } | null {
  const [, whole = '', decimals = ''] = AMOUNT.exec(text.trim()) ?? [];
  const digits = whole.replaceAll(/[, ]/g, '');
  if (digits === '' || digits.length > MAX_DIGITS) return null;
  const fromPaise = Number(`${digits}${decimals.padEnd(2, '0')}`);
  return { fromPaise, toPaise: fromPaise + 10 ** (2 - decimals.length) - 1 };
}

/** The columns that the search of a list covers. */
export interface Searched {
  /** Columns or SQL expressions, each with a trigram index: `id`, or texts as `fold_text` makes them (FIND-01). */
  readonly searchColumns: readonly string[];
  /** Whether the rows are customers or mechanics, who are found by phone number and by words of the name, too. */
  readonly isOfPeople?: boolean;
  /** What else finds the rows (BOOK-15): those of a customer or mechanic, by `customer_id` and `mechanic_id`, and more SELECTs of ids. */
  readonly callerSearch?: CallerSearch;
}

/** SELECTs of the ids that a condition finds; the condition is that of a column or SQL expression. */
export interface CallerSearch {
  readonly byIdPart: (holds: (column: string) => string) => readonly string[];
  readonly byAmount: (isWithin: (value: string) => string) => readonly string[];
  /** By default the rows of the people whom a transaction id has paid. `paid` is a SELECT of the payments with a part of it. */
  readonly byTransaction?: (paid: string) => readonly string[];
}

/**
 * How a text is read. It decides which comparison reads the fewest entries of an index. `key` is a whole id; `short` are words of one or
 * two letters, which are whole words of a name; `similar` are names that sound alike, `alike` those that look alike (FIND-03); `hidden` finds nothing: a transaction id that the reader may not find, or a text without letters and digits.
 */
export type SearchKind =
  | 'id'
  | 'key'
  | 'phone'
  | 'digits'
  | 'email'
  | 'text'
  | 'words'
  | 'short'
  | 'amount'
  | 'transaction'
  | 'similar'
  | 'alike'
  | 'hidden';

/** A text that is read in one way. */
export interface Reading {
  readonly kind: SearchKind;
  /** The parameters of its condition. */
  readonly values: readonly unknown[];
}

export interface Search {
  /** One, or for a list with a `callerSearch` all that fit. */
  readonly readings: readonly Reading[];
  /** Too short for an index. */
  readonly isShort: boolean;
}

/** A trigram index has no entry for a shorter text. */
const TRIGRAM = 3;
const LONGEST_PHONE = 15;
const DECIMAL = /^\d+\.\d{0,2}$/;
const ID_PART = /^[0-9a-f]{3,24}$/;
const LETTER = /\p{L}/u;
/** Letters without digits and the symbols of ids, emails and amounts. */
const NAME = /^[\p{L}\p{M}\s.,'’-]+$/u;
const MOST_SIMILAR_WORDS = 6;
const HONORIFIC = /^(?:mr|ms|dr|er|ji|md|sh)\.?$/;
/** The part of an email before the @, as somebody says it. */
const LOCAL_PART = /^(?=.*\p{L})(?=.*[\d._+-])[\p{L}\d._+-]{6,}$/u;

/** Reads the text of a search. @param hidesTransactions whether the reader may not find whom a transaction id has paid */
export function readSearch(searched: Searched, typed: string, hidesTransactions = false): Search {
  const [found, isShort] = readingsOf(searched, typed);
  const isHidden = ({ kind }: Reading) => kind === 'transaction' && hidesTransactions;
  return {
    readings: found.map((reading) => (isHidden(reading) ? { kind: 'hidden', values: [] } : reading)),
    isShort,
  };
}

function readingsOf(searched: Searched, typed: string): readonly [readonly Reading[], isShort: boolean] {
  const { searchColumns, isOfPeople } = searched;
  const folded = foldText(typed).replace(/^tel:\s*/, '');
  if (searchColumns.includes('id')) {
    const text = folded.replace(/^#\s*/, '');
    const isShort = text.length < TRIGRAM;
    const isCaller = searched.callerSearch && (!isShort || shortWords(text) !== null);
    return isCaller ? [callerReadings(text, typed), false] : [[idReading(text)], isShort];
  }
  const digits = isOfPeople ? searchedDigits(folded) : null;
  if (digits !== null)
    return [[{ kind: 'phone', values: [containing(digits), containing(folded)] }], digits.length < TRIGRAM];
  if (folded.indexOf('@') >= TRIGRAM) return [[emailReading(folded)], false];
  const words = isOfPeople ? wordsReading(folded) : null;
  if (words && / /.test(folded)) return [[words], false];
  return [[{ kind: 'text', values: [containing(folded)] }], folded.length < TRIGRAM];
}

/** Everything that a caller can have meant; any text can be a transaction id. @param text folded */
function callerReadings(text: string, typed: string): readonly Reading[] {
  const amount = amountRange(text);
  const digits = searchedDigits(text) ?? '';
  const isPhone = digits.length >= TRIGRAM && digits.length <= LONGEST_PHONE && !DECIMAL.test(text);
  const isIdPart = ID_PART.test(text);
  const isNoName = text.includes('@') || amount !== null || (isIdPart && /\d/.test(text));
  const words = isNoName ? null : wordsReading(text);
  const transaction = transactionKey(typed);
  return [
    ...(isIdPart ? [idReading(text)] : []),
    ...(isPhone ? [{ kind: 'digits', values: [containing(digits)] } as const] : []),
    ...(text.includes('@') || (!isIdPart && LOCAL_PART.test(text)) ? [emailReading(text)] : []),
    ...(words ? [words] : []),
    ...(amount ? [{ kind: 'amount', values: [amount.fromPaise, amount.toPaise] } as const] : []),
    transaction === '' ? { kind: 'hidden', values: [] } : { kind: 'transaction', values: [transaction] },
  ];
}

const WHOLE_ID = /^[0-9a-f]{24}$/;

function idReading(id: string): Reading {
  if (WHOLE_ID.test(id)) return { kind: 'key', values: [id] };
  return { kind: 'id', values: [idPattern(id), id] };
}

/** The letters before the @ tell people apart; half of all addresses share the host. */
function emailReading(text: string): Reading {
  const at = text.indexOf('@');
  const telling = at < TRIGRAM ? text : text.slice(Math.max(0, at - 2 * TRIGRAM), at + 1);
  return { kind: 'email', values: [containing(telling), text] };
}

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** The words of a name in any order; null where it is no name. */
function wordsReading(text: string): Reading | null {
  if (!LETTER.test(text)) return null;
  const words = wordsOf(text);
  const [longest = '', next = ''] = words.toSorted((one, other) => other.length - one.length);
  if (longest.length < TRIGRAM) return shortWords(text);
  const second = next.length < TRIGRAM ? longest : next;
  // A word of one or two letters begins a word of the name: it is somewhere in nearly all of them.
  const patterns = words.map((word) => (word.length < TRIGRAM ? `% ${escapeLike(word)}%` : containing(word)));
  return { kind: 'words', values: [containing(longest), containing(second), patterns] };
}

const HEXADECIMAL = /^[0-9a-f]+$/i;

/** Words that are too short for an index unless they are whole words of the name; null for other texts, and parts of ids. */
function shortWords(text: string): Reading | null {
  const words = wordsOf(text);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined || longest.length >= TRIGRAM || !words.every((word) => LETTER.test(word))) return null;
  if (words.length === 1 && HEXADECIMAL.test(longest)) return null;
  const word = escapeLike(longest);
  const patterns = words.map((each) => `% ${escapeLike(each)} %`);
  return { kind: 'short', values: [word, `${word} %`, `% ${word}`, `% ${word} %`, patterns] };
}

/**
 * A pattern that finds a fragment of an id in a trigram index. Ids use 16 letters, so that each trigram is in many of them:
 * the last two leave so few rows that comparing those is cheaper than looking up the other trigrams.
 */
function idPattern(text: string): string {
  if (text.length < 2 * TRIGRAM) return containing(text);
  return `%${escapeLike(text.slice(-2 * TRIGRAM, -TRIGRAM))}%${escapeLike(text.slice(-TRIGRAM))}%`;
}

/**
 * The readings that find people whose names sound like a text, and then those whose names look like it (FIND-03).
 * @param keys of the text, by `name_keys` of the database: two for each word
 * @returns none where the text is no name
 */
export function similarReadings(text: string, keys: readonly string[]): readonly Reading[] {
  if (keys.length === 0 || keys.length > 2 * MOST_SIMILAR_WORDS || !NAME.test(text)) return [];
  // A word of two letters has no sound to compare: two names with different ones are different names.
  const isWhole = (word: string) => word.length >= TRIGRAM || HONORIFIC.test(word);
  if (!wordsOf(foldText(text)).every(isWhole)) return [];
  const words = Array.from({ length: keys.length / 2 }, (_, index) => keys.slice(2 * index, 2 * index + 2));
  const alternatives = words.map(([coarse = '', key = '']) =>
    key.startsWith('^') ? [coarse] : [key, coarse.replace('~', '^')],
  );
  return [
    { kind: 'similar', values: alternatives },
    { kind: 'alike', values: [foldText(text)] },
  ];
}
