/** An amount as somebody types it: "₹3,614", "Rs 3614.2", "3 614.20", "3,614/-". */
const AMOUNT = /^(?:₹|rs\.?|inr)?\s*(\d[\d, ]*)(?:\.(\d{0,2}))?(?:\/-)?$/i;
/** More rupees than any record has. */
const MAX_DIGITS = 12;

/** The amounts that begin as the text does, in paise, both included; null for a text that is none (BOOK-15). */
export function amountRange(text: string): { readonly fromPaise: number; readonly toPaise: number } | null {
  const [, whole = '', decimals = ''] = AMOUNT.exec(text.trim()) ?? [];
  const digits = whole.replaceAll(/[, ]/g, '');
  if (digits === '' || digits.length > MAX_DIGITS) return null;
  const fromPaise = Number(`${digits}${decimals.padEnd(2, '0')}`);
  return { fromPaise, toPaise: fromPaise + 10 ** (2 - decimals.length) - 1 };
}
