const MASK = /[X*•●#]/u;
/** Spaces, hyphens and dashes group the characters of an account. */
const GROUPING = /[\s\u2010-\u2015-]/gu;
/** A bank that shows fewer digits names no account. */
const LEAST_VISIBLE = 4;

/** Whether a bank has hidden characters of an account, or of a UPI id, which may have an x of its own. */
export const isMasked = (named: string): boolean =>
  named.includes('@') ? /[*•●#]|X{3}/u.test(named.toUpperCase()) : MASK.test(named.toUpperCase());

/** The characters of a masked account; null where what is visible is no account or too short. */
function charactersOf(named: string): readonly string[] | null {
  const characters = [...named.replaceAll(GROUPING, '').toUpperCase()];
  const visible = characters.filter((character) => !MASK.test(character));
  return visible.length >= LEAST_VISIBLE && visible.every((each) => /[A-Z0-9]/.test(each)) ? characters : null;
}

/** The visible beginning and end of an account with one mask between; null where it has another form. */
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
 * Whether a masked account is this one (BANK-03): every visible digit counts, at least four must be visible, the mask may have any length,
 * and leading zeros may be missing. Null where it cannot be compared.
 */
export function matchesMasked(named: string, account: string): boolean | null {
  const characters = charactersOf(named);
  if (characters === null) return null;
  const plain = account.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase();
  const results = [plain, plain.replace(/^0+/, '')].map((each) => matches(characters, each));
  if (results.includes(true)) return true;
  return results.includes(null) ? null : false;
}

/** The same where only the last four digits of the account are known. @param shown as Wayside masks an account: •••• and four digits */
export function matchesEnd(named: string, shown: string): boolean | null {
  const characters = charactersOf(named);
  const [start, end = ''] = (characters && aroundMask(characters)) ?? [];
  const known = shown.replace(/^•+/u, '').toUpperCase();
  if (known.length !== LEAST_VISIBLE || start !== '' || end.length !== known.length) return null;
  return end === known;
}
