import { containing, escapeLike } from './like-pattern.ts';

/** Where a list is searched. */
export interface Searched {
  /** The columns that a search looks into, each with a trigram index. */
  readonly searchColumns: readonly string[];
  /** Where the digits of `phone` are, which is what a number is searched by, however it is written. */
  readonly digitsColumn?: string;
}

/** What is searched for decides which comparison finds it by few entries of an index. */
export type SearchKind = 'id' | 'phone' | 'email' | 'text';

export interface Search {
  readonly kind: SearchKind;
  /** Too short for an index. */
  readonly isShort: boolean;
  /** For the parameters of `searchCondition`. */
  readonly values: readonly string[];
}

/** A trigram index knows nothing of a shorter text. */
const TRIGRAM = 3;
/** A number as people write it. */
const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;

/** What of a number's digits others have kept, too: those behind the country's code or the zero. */
function ownDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return text.startsWith('+91') && digits.length > 2 ? digits.slice(2) : digits.replace(/^(?:0|91)(?=\d{10}$)/, '');
}

/** Reads what somebody typed as what it most likely is. */
export function readSearch({ searchColumns, digitsColumn }: Searched, text: string): Search {
  if (searchColumns.includes('id')) {
    const id = text.toLowerCase();
    return { kind: 'id', isShort: id.length < TRIGRAM, values: [idPattern(id), id] };
  }
  if (digitsColumn !== undefined && PHONE.test(text)) {
    const digits = ownDigits(text);
    return { kind: 'phone', isShort: digits.length < TRIGRAM, values: [containing(digits), containing(text)] };
  }
  // Right before the @ two people of one name differ; behind it stands what half of all addresses share.
  const at = text.indexOf('@');
  if (at >= TRIGRAM) {
    const telling = text.slice(Math.max(0, at - 2 * TRIGRAM), at + 1);
    return { kind: 'email', isShort: false, values: [containing(telling), text] };
  }
  return { kind: 'text', isShort: text.length < TRIGRAM, values: [containing(text)] };
}

/**
 * What finds a fragment of an id in a trigram index. Ids are of 16 letters, each trigram is in many of them: the last two
 * leave so few rows that comparing them costs less than to look up the others.
 */
function idPattern(text: string): string {
  if (text.length < 2 * TRIGRAM) return containing(text);
  return `%${escapeLike(text.slice(-2 * TRIGRAM, -TRIGRAM))}%${escapeLike(text.slice(-TRIGRAM))}%`;
}

/**
 * The condition that finds it.
 * @param before how many parameters the statement has before those of the search
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
