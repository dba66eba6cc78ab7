import { plainDigits } from '@wayside/contract/wire/fold-text';
import { MAX_AMOUNT_PAISE, paiseFromRupees } from '@wayside/contract/wire/money';
import { type Message, msg, t } from '../languages/text.ts';

/** A typed number, or the error of its field (EDIT-03). */
export type TypedNumber = { readonly value: number; readonly error?: undefined } | { readonly error: string };

const CURRENCY = String.raw`(?:₹|rs\.?|inr|rupees)`;
/** Accepts "₹ 1,200", "1,200/-", "INR 1200". */
const AMOUNT = new RegExp(String.raw`^${CURRENCY}?\s*(.*?)\s*(?:/[-=])?\s*${CURRENCY}?$`, 'i');
const PERCENT = /^(.*?)\s*%?$/;
/** Digits, with commas anywhere, and decimals; either side of the point may be empty. */
const NUMBER = /^([-−]?)([\d,]*)(?:\.(\d*))?$/;
/** Indian grouping (12,34,567) or grouping by thousands (1,234,567). */
const GROUPED = /^(?:\d*|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)$/;

const MAX_DECIMALS = 2;
const AMOUNT_FORMAT_HINT = msg('Enter an amount in rupees, such as 1,200.50');
const NUMBER_FORMAT_HINT = msg('Enter a number, such as 12.5');
const COMMAS = msg('The commas are misplaced: write 1,200 or 12,34,567');
const NEGATIVE = msg('The amount cannot be negative');
const DECIMALS = msg('Use at most two decimals');
const TOO_MUCH = msg('Enter at most ₹1,000 crore');

interface Decimal {
  readonly whole: string;
  readonly fraction: string;
}

function parseDecimal(typed: string, noNumber: Message): Decimal | { readonly error: string } {
  const [, sign, whole = '', fraction = ''] = NUMBER.exec(typed) ?? [];
  if (whole + fraction === '' || !/\d/.test(whole + fraction)) return { error: t(noNumber) };
  if (!GROUPED.test(whole)) return { error: t(COMMAS) };
  if (sign) return { error: t(NEGATIVE) };
  return { whole: whole.replaceAll(',', '') || '0', fraction };
}

/** Converts digits of other scripts and widths to ASCII digits and trims the text. */
const normalizeDigits = (typed: string): string => plainDigits(typed.normalize('NFKC')).trim();

/** Reads "1,200", "₹ 1,200.50", "12,34,567" as paise. */
export function parseAmount(typed: string): TypedNumber {
  const decimal = parseDecimal(AMOUNT.exec(normalizeDigits(typed))?.[1] ?? '', AMOUNT_FORMAT_HINT);
  if ('error' in decimal) return decimal;
  const { whole, fraction } = decimal;
  if (fraction.length > MAX_DECIMALS) return { error: t(DECIMALS) };
  const paise =
    whole.length > String(MAX_AMOUNT_PAISE).length ? null : paiseFromRupees(`${whole}.${fraction || '0'}`);
  return paise === null ? { error: t(TOO_MUCH) } : { value: paise };
}

/** Reads numbers such as "12.5 %" and "1,000". */
export function parseNumber(typed: string): TypedNumber {
  const decimal = parseDecimal(PERCENT.exec(normalizeDigits(typed))?.[1] ?? '', NUMBER_FORMAT_HINT);
  return 'error' in decimal ? decimal : { value: Number(`${decimal.whole}.${decimal.fraction || '0'}`) };
}

/** Returns a validated amount in paise; 0 if the text is not an amount. */
export function parsePaise(typed: string): number {
  const read = parseAmount(typed);
  return read.error === undefined ? read.value : 0;
}
