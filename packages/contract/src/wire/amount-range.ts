/** Matches "₹3,614", "Rs 3614.2", "3 614.20", "3,614/- only", "3614 rupees", "3614 रुपये". */
const AMOUNT =
  /^(?:₹|rs\.?|inr|रु\.?)?\s*(\d[\d, ]*)(?:\.(\d{0,2}))?(?:\/-)?\s*(?:rs\.?|rupees?|inr|रु\.?|रुपये|रुपए|रुपया|ரூபாய்|টাকা)?(?: only)?$/i;
const MAX_DIGITS = 12;

/** Returns the range of amounts in paise that begin with the typed text (BOOK-15). */
export function amountRange(text: string): { readonly fromPaise: number; readonly toPaise: number } | null {
  const [, whole = '', decimals = ''] = AMOUNT.exec(text.trim()) ?? [];
  const digits = whole.replaceAll(/[, ]/g, '');
  if (digits === '' || digits.length > MAX_DIGITS) return null;
  const fromPaise = Number(`${digits}${decimals.padEnd(2, '0')}`);
  return { fromPaise, toPaise: fromPaise + 10 ** (2 - decimals.length) - 1 };
}
