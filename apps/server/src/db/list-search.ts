import { containing, escapeLike } from './like-pattern.ts';

/** The columns that the search of a list covers. */
export interface Searched {
  /** Each has a trigram index. */
  readonly searchColumns: readonly string[];
  /** The column with the digits of `phone`, which finds a number in any notation. */
  readonly digitsColumn?: string;
}

/** It decides which comparison reads the fewest entries of an index. */
export type SearchKind = 'id' | 'phone' | 'email' | 'text';

export interface Search {
  readonly kind: SearchKind;
  /** Too short for an index. */
  readonly isShort: boolean;
  /** For the parameters of `searchCondition`. */
  readonly values: readonly string[];
}

/** A trigram index has no entry for a shorter text. */
const TRIGRAM = 3;
/** A phone number in any notation. */
const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;

/** The digits without the country code or the leading zero, which other notations of the number share. */
function ownDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return text.startsWith('+91') && digits.length > 2 ? digits.slice(2) : digits.replace(/^(?:0|91)(?=\d{10}$)/, '');
}

/** Classifies the text of a search. */
export function readSearch({ searchColumns, digitsColumn }: Searched, text: string): Search {
  if (searchColumns.includes('id')) {
    const id = text.toLowerCase();
    return { kind: 'id', isShort: id.length < TRIGRAM, values: [idPattern(id), id] };
  }
  if (digitsColumn !== undefined && PHONE.test(text)) {
    const digits = ownDigits(text);
    return { kind: 'phone', isShort: digits.length < TRIGRAM, values: [containing(digits), containing(text)] };
  }
  // The letters before the @ tell people apart; half of all addresses share the host.
  const at = text.indexOf('@');
  if (at >= TRIGRAM) {
    const telling = text.slice(Math.max(0, at - 2 * TRIGRAM), at + 1);
    return { kind: 'email', isShort: false, values: [containing(telling), text] };
  }
  return { kind: 'text', isShort: text.length < TRIGRAM, values: [containing(text)] };
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
 * The condition of a search in SQL.
 * @param before the number of parameters before those of the search
 */
export function searchCondition(
  { searchColumns, digitsColumn }: Searched,
  kind: SearchKind,
  before: number,
): { readonly condition: string; readonly values: number } {
  const [first, second] = [`$${before + 1}`, `$${before + 2}`];
  const anyOf = (columns: readonly string[], compare: (column: string) => string) =>
    `(${columns.map(compare).join(' OR ')})`;
  const like = (pattern: string) => (column: string) => `${column} ILIKE ${pattern}`;
  switch (kind) {
    case 'id':
      return { condition: `id LIKE ${first} AND strpos(id, ${second}) > 0`, values: 2 };
    case 'phone': {
      const others = searchColumns.filter((column) => column !== 'phone');
      return {
        condition: `(${digitsColumn} LIKE ${first} OR ${anyOf(others, like(second))})`,
        values: 2,
      };
    }
    case 'email': {
      const holds = (column: string) => `strpos(lower(${column}), lower(${second})) > 0`;
      return {
        condition: `${anyOf(searchColumns, like(first))} AND ${anyOf(searchColumns, holds)}`,
        values: 2,
      };
    }
    case 'text':
      return { condition: anyOf(searchColumns, like(first)), values: 1 };
  }
}
