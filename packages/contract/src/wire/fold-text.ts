const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/**
 * Replaces the digits of all scripts with 0 to 9: १२३ becomes 123. Unicode stores the ten digits of each script in
 * sequence, starting with zero.
 */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let first = code;
    while (isDigit(first - 1)) first -= 1;
    return String((code - first) % 10);
  });

/** Combining marks, nuktas, joiners, and characters that are invisible or set the text direction. */
const IGNORED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]|[\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc]|[\u00ad\u061c\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff]|[\ufe00-\ufe0f]/g;
const APOSTROPHES = /[`\u2018\u2019\u201a\u201b\u2032\u2035\u02b9\u02bb\u02bc\u02bd\u02c8\ua78c]/g;
const QUOTES = /[\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb]/g;
const DASHES = /[\u2010\u2012\u2013\u2014\u2015\u2212\u2043]/g;
const DIGITS =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u1c50-\u1c59\uabf0-\uabf9]/g;
const SPACES = /[\t-\r \u0085\u1680\u2028\u2029]+/g;
/**
 * Letters that Unicode does not decompose, mapped by the Latin-ASCII transliteration of CLDR, followed by letters
 * that Indian scripts write in two ways.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...'ØøŁłĐđÐðĦħıŦŧƀɓƁƊɗĸŊŋɛƐƏə'].map((from, index) => [from, 'oollddddhhittbbbddqnneeee'.charAt(index)]),
  ),
  ...{ ẞ: 'ss', ß: 'ss', Æ: 'ae', æ: 'ae', Œ: 'oe', œ: 'oe', Þ: 'th', þ: 'th', ς: 'σ' },
  ...{ ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്', ৎ: 'ত্' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Capitals of Latin, Greek and Cyrillic, which are the only ones that the database folds. */
const CAPITALS = /[A-Z\u0391-\u03a9\u0400-\u042f]+/g;

/**
 * Returns the normalized form of a text for comparison (FIND-01): NFKD, lower case, without diacritics, nuktas and
 * invisible characters, with one kind of apostrophe, quote, dash and space, and with digits 0 to 9. The database
 * function `fold_text` returns the same; docs/search.md has the table.
 */
export const foldText = (text: string): string =>
  text
    .replaceAll('\u00b4', "'")
    .normalize('NFKD')
    .replaceAll(IGNORED, '')
    .replaceAll(DIGITS, plainDigits)
    .replaceAll(APOSTROPHES, "'")
    .replaceAll(QUOTES, '"')
    .replaceAll(DASHES, '-')
    .replaceAll(CAPITALS, (letters) => letters.toLowerCase())
    .replaceAll(LETTER, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(SPACES, ' ')
    .replaceAll(/^ | $/g, '');

const PHONE = /^[\d\s()+.-]*\d[\d\s()+.-]*$/;
/** Matches "ext. 12", "extn 12", "x12", "#12" after a number. */
const EXTENSION = /^([\d\s()+.-]{6,}?)[\s,;]*(?:ext(?:n|ension)?|x|#)[\s.:-]*\d{1,6}$/;
/** Matches a separator between the numbers in a text, or within a number that is written in groups: "98765/43210". */
const SEPARATOR = /[/,;|&]| (?:or|and) /;
const COMPLETE_NUMBER_DIGITS = 10;
/** A shorter part after a separator replaces the last digits of the number before it: "2567 8901/02". */
const MIN_DIGITS = 6;
const MAX_NUMBERS = 3;

/** Matches labels that users write before a number: "tel:", "Mob. no.", "phone number", "मोबाइल नंबर". */
const LABEL = new RegExp(
  `^(?:(?:tel|telephone|ph|phone|mob|mobile|cell|whatsapp|contact)\\b|${'फोन|मोबाइल|मोबाईल|ফোন|মোবাইল|போன்|மொபைல்|ఫోన్|ಫೋನ್'.normalize('NFKD')})` +
    `[\\s.:-]*(?:(?:no|number)\\b[\\s.:-]*|${'नंबर|নম্বর|எண்|నంబర్|ನಂಬರ್'.normalize('NFKD')})?[\\s.:-]*(?=[\\d+(])`,
);

/** Returns a folded text without the label before a phone number. */
export const withoutPhoneLabel = (folded: string): string => folded.replace(LABEL, '').replace(/^plus (?=\d)/, '+');

/**
 * Returns the digits to search for a phone number. The country code, leading zeros and extension are removed, because
 * other notations may omit them (FIND-02). Returns null if the text is not a phone number.
 */
export function toSearchDigits(typed: string): string | null {
  const folded = withoutPhoneLabel(foldText(typed));
  const text = EXTENSION.exec(folded)?.[1] ?? folded;
  if (!PHONE.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '');
  const complete = /^0*(?:91)?0*(\d{10})$/.exec(digits)?.[1];
  if (complete !== undefined) return complete;
  return text.startsWith('+91') && digits.length > 2 ? digits.slice(2).replace(/^0+(?=\d)/, '') : digits;
}

/**
 * Returns the digits of each phone number in a text, as `toSearchDigits` does (FIND-02). "98200 12345 / 98300 54321"
 * contains two numbers and "98765/43210" one. Empty if the text contains no phone number.
 */
export function toSearchNumbers(typed: string): readonly string[] {
  const digits = toSearchDigits(typed);
  if (digits !== null) return [digits];
  const parts = foldText(typed).split(SEPARATOR);
  const joined = toSearchDigits(parts.join(' '));
  if (joined?.length === COMPLETE_NUMBER_DIGITS) return [joined];
  const numbers = parts.map(toSearchDigits);
  if (parts.length === 1 || numbers.includes(null)) return [];
  return numbers
    .flatMap((number) => (number !== null && number.length >= MIN_DIGITS ? number : []))
    .slice(0, MAX_NUMBERS);
}

/**
 * Checks whether a phone number contains these digits.
 * @param digits as returned by `toSearchNumbers`
 */
export const phoneIncludes = (phone: string | null | undefined, digits: string): boolean =>
  foldText(phone ?? '')
    .replaceAll(/\D/g, '')
    .includes(digits);

/** Checks whether one of the texts contains the typed text after folding (FIND-01). */
export function matchesText(texts: readonly (string | null | undefined)[], typed: string): boolean {
  const wanted = foldText(typed);
  return texts.some((text) => foldText(text ?? '').includes(wanted));
}
