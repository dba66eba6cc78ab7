import { type Sentence, sentence } from '@wayside/contract/sentences';
import { rupeesText } from '../../rupees.ts';
import type { BankColumn, BankProfile, ColumnSource, PaymentMode } from './bank-profile.ts';
import { transliterate } from './latin-text.ts';

/**
 * A payment that is written to a file. Its bank details are not masked here; they are never logged or returned to a
 * caller.
 */
export interface BankPayment {
  /** At most 20 letters and digits; the key of the bank result file. */
  readonly reference: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly holder: string | null;
  readonly account: string | null;
  readonly ifsc: string | null;
  readonly upiId: string | null;
  /** Applies only to a mechanic who has both an account and a UPI ID. */
  readonly prefersUpi: boolean;
  readonly phone: string | null;
  readonly email: string | null;
}

/** The values that all rows of a file share. */
export interface BankFileFacts {
  readonly debitAccount: string;
  readonly narration: string;
  /** The payment day at the bank: "2026-11-05". */
  readonly day: string;
}

/** A row that the bank accepts, or the reason why the payment cannot be written to the file. */
export type BankRow =
  | { readonly mode: PaymentMode; readonly cells: readonly string[]; readonly issue?: never }
  | { readonly issue: string };

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const ACCOUNT = /^\d{1,40}$/;
const UPI_ID = /^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9.-]{1,63}$/i;

const removeSeparators = (text: string | null): string => text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? '';

/** Creates the row of a payment in a profile's file, with values that the bank accepts (BANK-02, BANK-07). */
export function bankRow(profile: BankProfile, facts: BankFileFacts, payment: BankPayment): BankRow {
  const details = {
    account: removeSeparators(payment.account),
    ifsc: removeSeparators(payment.ifsc),
    upiId: payment.upiId?.trim() ?? '',
  };
  const chosen = modeOf(profile, payment, details);
  if ('issue' in chosen) return chosen;
  const { mode, code } = chosen;
  const values: Readonly<Record<ColumnSource, string>> = {
    account: ACCOUNT.test(details.account) ? details.account : '',
    ifsc: IFSC.test(details.ifsc) ? details.ifsc : '',
    upiId: UPI_ID.test(details.upiId) ? details.upiId : '',
    accountOrUpiId: mode === 'upi' ? details.upiId : details.account,
    debitAccount: facts.debitAccount,
    amount: (payment.amountPaise / 100).toFixed(2),
    mode: code,
    holder: payment.holder ?? '',
    reference: payment.reference,
    narration: facts.narration,
    date: dateText(profile.file.date, facts.day),
    phone: phoneDigits(payment.phone),
    email: toBankEmail(payment.email),
    mechanicId: payment.mechanicId,
  };
  const cells: string[] = [];
  for (const column of profile.columns) {
    const cell = cellOf(column, mode, values);
    if (typeof cell !== 'string') return cell;
    cells.push(cell);
  }
  return { mode, cells };
}

interface Details {
  readonly account: string;
  readonly ifsc: string;
  readonly upiId: string;
}

/** Returns the first mode of the bank that fits a payment. */
function modeOf({ label, modes }: BankProfile, { amountPaise, prefersUpi }: BankPayment, details: Details) {
  const hasAccount = details.account !== '';
  const hasUpiId = details.upiId !== '';
  if (!hasAccount && !hasUpiId) return { issue: sentence('no_account_no_upi_id').message };
  const usable = modes.filter(({ mode }) =>
    mode === 'upi' ? UPI_ID.test(details.upiId) : ACCOUNT.test(details.account) && IFSC.test(details.ifsc),
  );
  if (usable.length === 0)
    return {
      issue: payeeIssue(
        details,
        modes.some(({ mode }) => mode === 'upi'),
      ),
    };
  const isPreferred = ({ mode }: { mode: PaymentMode }) => (mode === 'upi') === prefersUpi;
  const inOrder = [...usable.filter(isPreferred), ...usable.filter((each) => !isPreferred(each))];
  const found = inOrder.find(
    ({ fromPaise = 0, upToPaise = Number.POSITIVE_INFINITY, ifscPrefix = '' }) =>
      amountPaise >= fromPaise && amountPaise <= upToPaise && details.ifsc.startsWith(ifscPrefix),
  );
  if (found) return found;
  const leastPaise = Math.min(...usable.map(({ fromPaise = 0 }) => fromPaise));
  return {
    issue:
      amountPaise < leastPaise
        ? sentence('amount_below_of_bank', { bank: label, amount: rupeesText(leastPaise) }).message
        : sentence('bank_does_not_pay', { bank: label }).message,
  };
}

const payeeIssue = (details: Details, takesUpi: boolean): string => sentence(issueCode(details, takesUpi)).message;

function issueCode({ account, ifsc, upiId }: Details, takesUpi: boolean) {
  if (account === '') return takesUpi ? 'upi_id_not_valid' : 'no_account_only_upi_id';
  if (!ACCOUNT.test(account)) return 'account_not_digits';
  if (ifsc === '') return 'ifsc_missing';
  if (!IFSC.test(ifsc)) return 'ifsc_not_valid';
  return upiId === '' ? 'no_upi_id' : 'upi_id_not_valid';
}

/** Sources that are never changed or cut, because a part of an account number or id would pay someone else. */
const EXACT: readonly ColumnSource[] = [
  'account',
  'ifsc',
  'upiId',
  'accountOrUpiId',
  'reference',
  'amount',
  'debitAccount',
  'mechanicId',
  'mode',
  'date',
];

function cellOf(
  column: BankColumn,
  mode: PaymentMode,
  values: Readonly<Record<ColumnSource, string>>,
): string | { issue: string } {
  const { source, text = '', textOfMode, modes, maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = column;
  if (modes && !modes.includes(mode)) return '';
  if (source === undefined) return textOfMode ? (textOfMode[mode] ?? '') : text;
  const { heading } = column;
  const isHolder = source === 'holder';
  const value = columnValue(source, values[source], column);
  if (value.length >= minLength && value.length <= maxLength) return value;
  return { issue: lengthIssue().message };

  function lengthIssue(): Sentence {
    if (value.length > maxLength)
      return isHolder
        ? sentence('holder_too_long', { most: maxLength })
        : sentence('heading_too_long', { heading, most: maxLength });
    if (value === '') return isHolder ? sentence('holder_missing') : sentence('heading_missing', { heading });
    return isHolder
      ? sentence('holder_too_short', { least: minLength })
      : sentence('heading_too_short', { heading, least: minLength });
  }
}

function columnValue(source: ColumnSource, value: string, column: BankColumn): string {
  if (EXACT.includes(source)) return value;
  // A truncated email address or phone number would be wrong, so it is omitted.
  if (source === 'email' || source === 'phone')
    return value.length > (column.maxLength ?? value.length) ? '' : value;
  return toBankText(value, column);
}

/**
 * Converts a text to characters that the bank accepts and cuts it to the maximum length. The result begins and ends
 * with a letter or digit.
 */
function toBankText(value: string, { characters = ' -~', isUpperCase = false, maxLength }: BankColumn): string {
  const latin = transliterate(value.replaceAll('&', ' and '));
  return (isUpperCase ? latin.toUpperCase() : latin)
    .replaceAll(new RegExp(`[^${characters}]`, 'g'), ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, maxLength)
    .replace(/[^A-Za-z0-9]+$/, '');
}

const EMAIL = /^[a-z0-9](?:[\w%+-]|\.(?=[\w%+-])){0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i;
const MAX_EMAIL_LENGTH = 254;

/** Returns an email address that banks accept, or "" for any other text. */
function toBankEmail(email: string | null): string {
  const given = email?.trim() ?? '';
  return given.length <= MAX_EMAIL_LENGTH && EMAIL.test(given) ? given : '';
}

const EXTENSION = /(?:[,;#]|(?:ext(?:ension|n)?|x)[\s.:]*\d).*$/is;
const MOBILE_NUMBER = /^(?:(?:\+|00)?91)?0?([6-9]\d{9})$/;

/** Returns the ten digits of an Indian mobile number without its extension, or "" for any other text. */
const phoneDigits = (phone: string | null): string =>
  MOBILE_NUMBER.exec(phone?.replace(EXTENSION, '').replaceAll(/[\s().-]/g, '') ?? '')?.[1] ?? '';

/** Formats a day with a pattern of {yyyy}, {mm} and {dd}. */
export function dateText(pattern: string, day: string): string {
  const [yyyy = '', mm = '', dd = ''] = day.split('-');
  return pattern.replaceAll('{yyyy}', yyyy).replaceAll('{mm}', mm).replaceAll('{dd}', dd);
}

/**
 * Characters at the start of a cell that make a spreadsheet run it as a formula. `bankRow` writes none, but a
 * profile's own text may contain them.
 */
const FORMULA = /^[=+\-@\t\r]+/;
const NEEDS_QUOTES = /[",\r\n]/;

function toCsvCell(cell: string): string {
  const safe = cell.replace(FORMULA, '');
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Yields the lines of a file, with headings first if the bank requires them. No cell begins like a formula (BANK-07).
 */
export function* bankFileLines(
  { columns, file }: BankProfile,
  rows: Iterable<readonly string[]>,
): Generator<string, void> {
  const line = (cells: readonly string[]) => `${cells.map(toCsvCell).join(',')}${file.lineEnd}`;
  if (file.hasHeadings) yield line(columns.map(({ heading }) => heading));
  for (const cells of rows) yield line(cells);
}

export interface FileNameFacts {
  readonly brand: string;
  /** "2026-11-05" */
  readonly day: string;
  /** The number of the file that day, from 1. */
  readonly number: number;
}

/** Returns the file name that the bank requires, such as "WAYSIDE0511.001". */
export const bankFileName = ({ file }: BankProfile, { brand, day, number }: FileNameFacts): string =>
  dateText(file.name, day)
    .replaceAll(
      '{brand}',
      brand
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .toUpperCase()
        .slice(0, 12) || 'FILE',
    )
    .replaceAll('{number}', String(number).padStart(3, '0'));
