const MASK = /[X*•●#]/u;
/** Spaces, hyphens and dashes that group the characters of an account number. */
const GROUPING = /[\s\u2010-\u2015-]/gu;
/** Fewer visible digits don't identify an account. */
const MIN_VISIBLE = 4;

/** Checks whether a bank has masked characters of an account or UPI id. A UPI id may itself contain an x. */
export const isMasked = (named: string): boolean =>
  named.includes('@') ? /[*•●#]|X{3}/u.test(named.toUpperCase()) : MASK.test(named.toUpperCase());

/** Returns the characters of a masked account. Null if the visible ones are not from an account or are too few. */
function charactersOf(named: string): readonly string[] | null {
  const characters = [...named.replaceAll(GROUPING, '').toUpperCase()];
  const visible = characters.filter((character) => !MASK.test(character));
  return visible.length >= MIN_VISIBLE && visible.every((each) => /[A-Z0-9]/.test(each)) ? characters : null;
}

/** Returns the visible start and end of an account that has one mask between them. Null if it has another form. */
function aroundMask(characters: readonly string[]): readonly [start: string, end: string] | null {
  const [start = '', end = '', ...others] = characters.join('').split(/[X*•●#]+/u);
  return others.length === 0 ? [start, end] : null;
}

function matches(characters: readonly string[], account: string): boolean | null {
  if (characters.length === account.length)
    return characters.every((character, index) => MASK.test(character) || character === account[index]);
  const around = aroundMask(characters);
  if (around === null) return null;
  const [start, end] = around;
  return start.length + end.length < account.length && account.startsWith(start) && account.endsWith(end);
}

/**
 * Checks whether a masked account is this one (BANK-03). All visible digits must match and at least four must be
 * visible. The mask may have any length, and leading zeros may be missing. Null if they cannot be compared.
 */
export function matchesMaskedAccount(named: string, account: string): boolean | null {
  const characters = charactersOf(named);
  if (characters === null) return null;
  const plain = account.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  const results = [plain, plain.replace(/^0+/, '')].map((each) => matches(characters, each));
  if (results.includes(true)) return true;
  return results.includes(null) ? null : false;
}

/**
 * Compares like `matchesMasked` if only the last four digits of the account are known. @param shown the account as
 * Wayside masks it: •••• and four digits
 */
export function matchesEnd(named: string, shown: string): boolean | null {
  const characters = charactersOf(named);
  const [start, end = ''] = (characters && aroundMask(characters)) ?? [];
  const known = shown.replace(/^•+/u, '').toUpperCase();
  if (known.length !== MIN_VISIBLE || start !== '' || end.length !== known.length) return null;
  return end === known;
}
