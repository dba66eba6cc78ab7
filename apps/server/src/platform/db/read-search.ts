import { amountRange } from '@wayside/contract/wire/amount-range';
import { foldText, toSearchNumbers, withoutPhoneLabel } from '@wayside/contract/wire/fold-text';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { containing, escapeLike } from './statement.ts';

/** Matches "asha @ example.in" and "asha at example.in". */
const SPOKEN_AT = /^(\S+)(?: ?@ ?| at )(\S+\.\S+)$/;

/** The columns and conditions that a list's search uses. */
export interface Searched {
  /** Columns or expressions with a trigram index: `id`, or texts folded by `fold_text` (FIND-01). */
  readonly searchColumns: readonly string[];
  /** Whether the rows are customers or mechanics, which are also found by phone number and by words of the name. */
  readonly isOfPeople?: boolean;
  /** Additional conditions that find rows by their customer or mechanic, by amount or by transaction id (BOOK-15). */
  readonly callerSearch?: CallerSearch;
}

/** Returns the condition that a column is one of the ids in a SELECT. */
export type Among = (column: string, select: string, limit?: number) => string;

/** Functions that return conditions on a row of the list. Their parameters build a condition on a column or expression. */
export interface CallerSearch {
  readonly byIdPart: (holds: (column: string) => string, among: Among) => readonly string[];
  readonly byAmount: (isWithin: (value: string) => string, among: Among) => readonly string[];
  /** By default, finds the rows of the people paid under a transaction id. `paid` is a SELECT of payments. */
  readonly byTransaction?: (paid: string, among: Among) => readonly string[];
}

/**
 * How a text is interpreted, which selects the comparison that reads the fewest index entries. `key`: a complete id;
 * `short`: whole words of one or two letters; `similar`, `alike`: names that sound or look alike (FIND-03); `hidden`
 * matches nothing.
 */
export type SearchKind =
  | 'id'
  | 'key'
  | 'phone'
  | 'digits'
  | 'email'
  | 'text'
  | 'name'
  | 'words'
  | 'short'
  | 'amount'
  | 'transaction'
  | 'similar'
  | 'alike'
  | 'hidden';

export interface Reading {
  readonly kind: SearchKind;
  readonly values: readonly unknown[];
}

export interface Search {
  /** One interpretation, or for a `callerSearch` all that fit. */
  readonly readings: readonly Reading[];
  /** Whether the text is too short for an index. */
  readonly isShort: boolean;
}

/** The minimum length of a text that a trigram index can find. */
const TRIGRAM_LENGTH = 3;
const MAX_PHONE_DIGITS = 15;
const DECIMAL = /^\d+\.\d{0,2}$/;
const ID_PART = /^[0-9a-f]{3,24}$/;
/** Matches "2155 8a08" and "21-55-8a-08", but not a complete phone number. */
const SPACED_ID = /^(?=.*\d)(?=(?:[ -]?[0-9a-f]){6,24}$)(?!(?:[ -]?\d){10,}$)/;
/** Matches the label in "booking no. 21558a08" and "ID: 2155 8a08". */
const ID_LABEL =
  /^(?:booking|payment|payout|refund)?[ .:-]*(?:\b(?:id|no|number)\b)?[ .:#-]*(?<=[ :#])(?=[0-9a-f][0-9a-f -]*$)/;
const LETTER = /\p{L}/u;
/** Matches the part of an email address before the @. */
const LOCAL_PART = /^(?=.*\p{L})(?=.*[\d._+-])[\p{L}\d._+-]{6,}$/u;

/** Interprets a search text. @param hidesTransactions true if the caller may not find payees by transaction id */
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
  const folded = withoutPhoneLabel(foldText(typed)).replace(SPOKEN_AT, '$1@$2');
  if (searchColumns.includes('id')) {
    const text = folded.replace(ID_LABEL, '').replace(/^#\s*/, '');
    const isShort = text.length < TRIGRAM_LENGTH;
    const isCaller = searched.callerSearch && (!isShort || shortWords(text) !== null);
    return isCaller ? [callerReadings(text, typed), false] : [[idReading(idPartOf(text) ?? text)], isShort];
  }
  const numbers = isOfPeople ? toSearchNumbers(folded) : [];
  if (numbers.length > 0) {
    const ofPhones = numbers.map(
      (digits): Reading => ({ kind: 'phone', values: [containing(digits), containing(folded)] }),
    );
    return [ofPhones, numbers.some((digits) => digits.length < TRIGRAM_LENGTH)];
  }
  if (folded.indexOf('@') >= TRIGRAM_LENGTH) return [[emailReading(folded)], false];
  const words = isOfPeople ? wordsReadings(folded) : [];
  if (words.length > 0 && / /.test(folded)) return [words, false];
  // Handles "zeb-un-nisa" and the beginning of an email address.
  const ofName = /^[^@]*[^.-][.-][^@.-][^@]*$/.test(folded) ? words : [];
  return [[{ kind: 'text', values: [containing(folded)] }, ...ofName], folded.length < TRIGRAM_LENGTH];
}

/** Returns all possible meanings of a caller's text. Any text can be a transaction id. @param text the folded text */
function callerReadings(text: string, typed: string): readonly Reading[] {
  const amount = amountRange(text);
  const isPhone = ({ length }: string) =>
    length >= TRIGRAM_LENGTH && length <= MAX_PHONE_DIGITS && !DECIMAL.test(text);
  const numbers = toSearchNumbers(text).filter(isPhone);
  const id = idPartOf(text);
  const isNoName = text.includes('@') || amount !== null || (id !== null && /\d/.test(id));
  const words = isNoName ? [] : wordsReadings(text);
  const transaction = transactionKey(typed);
  return [
    ...(id === null ? [] : [idReading(id)]),
    ...numbers.map((digits) => ({ kind: 'digits', values: [containing(digits)] }) as const),
    ...(text.includes('@') || (id === null && LOCAL_PART.test(text)) ? [emailReading(text)] : []),
    ...words,
    ...(amount ? [{ kind: 'amount', values: [amount.fromPaise, amount.toPaise] } as const] : []),
    transaction === '' ? { kind: 'hidden', values: [] } : { kind: 'transaction', values: [transaction] },
  ];
}

/**
 * Returns the part of an id that the text contains, even if it is read aloud in groups; null if the text is not one.
 */
function idPartOf(text: string): string | null {
  if (ID_PART.test(text)) return text;
  return SPACED_ID.test(text) ? text.replaceAll(/[ -]/g, '') : null;
}

const WHOLE_ID = /^[0-9a-f]{24}$/;

function idReading(id: string): Reading {
  if (WHOLE_ID.test(id)) return { kind: 'key', values: [id] };
  return { kind: 'id', values: [idPattern(id), id] };
}

/** Uses the letters before the @, which are selective. Half of all addresses have the same host. */
function emailReading(text: string): Reading {
  const at = text.indexOf('@');
  const telling = at < TRIGRAM_LENGTH ? text : text.slice(Math.max(0, at - 2 * TRIGRAM_LENGTH), at + 1);
  return { kind: 'email', values: [containing(telling), text] };
}

const wordsOf = (text: string): string[] => text.split(/[\s,;.-]+/).filter(Boolean);

const TWO_INITIALS = /^[a-z]{2}$/;

/** Returns the words of a name in any order, with "jp" also as two initials. Empty for other texts. */
function wordsReadings(text: string): readonly Reading[] {
  if (!LETTER.test(text)) return [];
  const words = wordsOf(text);
  const joined = wordsReading(text, words);
  const apart = words.flatMap((word) => (TWO_INITIALS.test(word) ? [...word] : [word]));
  const initials = apart.length > words.length && joined?.kind === 'words' ? wordsReading(text, apart) : null;
  return [joined, initials].filter((reading) => reading !== null);
}

function wordsReading(text: string, words: readonly string[]): Reading | null {
  const [longest = '', next = ''] = words.toSorted((one, other) => other.length - one.length);
  if (longest.length < TRIGRAM_LENGTH) return shortWords(text);
  const second = next.length < TRIGRAM_LENGTH ? longest : next;
  // One or two letters must begin a word, because nearly every name contains them somewhere. Folding a name is the
  // most expensive step, so one word is compared only once.
  if (words.length === 1) return { kind: 'name', values: [containing(longest)] };
  const patterns = words.map((word) =>
    word.length < TRIGRAM_LENGTH ? `% ${escapeLike(word)}%` : containing(word),
  );
  return { kind: 'words', values: [containing(longest), containing(second), patterns] };
}

const HEXADECIMAL = /^[0-9a-f]+$/i;

/** Returns words that an index matches only as complete words of a name. Null for other texts and for parts of ids. */
function shortWords(text: string): Reading | null {
  const words = wordsOf(text);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined || longest.length >= TRIGRAM_LENGTH || !words.every((word) => LETTER.test(word)))
    return null;
  if (words.length === 1 && HEXADECIMAL.test(longest)) return null;
  const word = escapeLike(longest);
  const patterns = words.map((each) => `% ${escapeLike(each)} %`);
  return { kind: 'short', values: [word, `${word} %`, `% ${word}`, `% ${word} %`, patterns] };
}

/**
 * Returns the pattern of an id fragment. Ids are hexadecimal, so each trigram occurs in many of them. The pattern of
 * a long fragment contains only its last two trigrams, because comparing the rows is then cheaper than further index
 * lookups.
 */
function idPattern(text: string): string {
  if (text.length < 2 * TRIGRAM_LENGTH) return containing(text);
  return `%${escapeLike(text.slice(-2 * TRIGRAM_LENGTH, -TRIGRAM_LENGTH))}%${escapeLike(text.slice(-TRIGRAM_LENGTH))}%`;
}
