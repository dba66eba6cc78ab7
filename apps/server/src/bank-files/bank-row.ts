import anyAscii from 'any-ascii';
import type { BankColumn, BankProfile, ColumnSource, PaymentMode } from './bank-profile.ts';

/** A payment that goes into a file. Its bank details are whole here: they are in no log and no answer. */
export interface BankPayment {
  /** At most 20 letters and digits; the key of the answer. */
  readonly reference: string;
  readonly mechanicId: string;
  readonly amountPaise: number;
  readonly holder: string | null;
  readonly account: string | null;
  readonly ifsc: string | null;
  readonly upiId: string | null;
  /** Where both are there. */
  readonly prefersUpi: boolean;
  readonly phone: string | null;
  readonly email: string | null;
}

/** What the rows of a file have in common. */
export interface BankFileFacts {
  readonly debitAccount: string;
  readonly narration: string;
  /** The day of the business on which the bank is to pay: "2026-11-05". */
  readonly day: string;
}

/** A row as the bank takes it, or why the payment cannot be in the file. */
export type BankRow =
  | { readonly mode: PaymentMode; readonly cells: readonly string[]; readonly issue?: never }
  | { readonly issue: string };

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const ACCOUNT = /^[A-Z0-9]{1,40}$/;
const UPI_ID = /^[a-z0-9._-]{2,256}@[a-z][a-z0-9.-]{1,63}$/i;

const compact = (text: string | null): string => text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? '';

/** Writes a payment as a row of a profile's file (BANK-02). */
export function bankRow(profile: BankProfile, facts: BankFileFacts, payment: BankPayment): BankRow {
  const details = {
    account: compact(payment.account),
    ifsc: compact(payment.ifsc),
    upiId: payment.upiId?.trim() ?? '',
  };
  const offered = modeOf(profile, payment, details);
  if ('issue' in offered) return offered;
  const { mode, code } = offered;
  const values: Readonly<Record<ColumnSource, string>> = {
    ...details,
    accountOrUpiId: mode === 'upi' ? details.upiId : details.account,
    debitAccount: facts.debitAccount,
    amount: (payment.amountPaise / 100).toFixed(2),
    mode: code,
    holder: payment.holder ?? '',
    reference: payment.reference,
    narration: facts.narration,
    date: dateText(profile.file.date, facts.day),
    phone: lastDigits(payment.phone),
    email: payment.email ?? '',
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

/** The first mode of the bank that fits a payment. */
function modeOf({ label, modes }: BankProfile, { amountPaise, prefersUpi }: BankPayment, details: Details) {
  const hasAccount = details.account !== '';
  const hasUpiId = details.upiId !== '';
  if (!hasAccount && !hasUpiId) return { issue: 'There is neither a bank account nor a UPI ID.' };
  const issue = issueOf(
    details,
    modes.some(({ mode }) => mode === 'upi'),
  );
  const usable = modes.filter(({ mode }) =>
    mode === 'upi' ? UPI_ID.test(details.upiId) : ACCOUNT.test(details.account) && IFSC.test(details.ifsc),
  );
  if (usable.length === 0) return { issue };
  const isPreferred = ({ mode }: { mode: PaymentMode }) => (mode === 'upi') === prefersUpi;
  const inOrder = [...usable.filter(isPreferred), ...usable.filter((each) => !isPreferred(each))];
  const found = inOrder.find(
    ({ fromPaise = 0, upToPaise = Number.POSITIVE_INFINITY, ifscPrefix = '' }) =>
      amountPaise >= fromPaise && amountPaise <= upToPaise && details.ifsc.startsWith(ifscPrefix),
  );
  return found ?? { issue: `${label} takes no payment of this amount to these details.` };
}

function issueOf({ account, ifsc, upiId }: Details, takesUpi: boolean): string {
  if (account === '')
    return takesUpi ? 'The UPI ID is not one.' : 'There is no bank account, and the bank pays to no UPI ID.';
  if (!ACCOUNT.test(account)) return 'The account number has characters that no bank takes.';
  if (ifsc === '') return 'The IFSC code is missing.';
  if (!IFSC.test(ifsc)) return 'The IFSC code is not one: it has 11 characters, the fifth of which is 0.';
  return upiId === '' ? 'There is no UPI ID.' : 'The UPI ID is not one.';
}

/** Sources that are never cut: a part of one pays somebody else. */
const WHOLE: readonly ColumnSource[] = [
  'account',
  'ifsc',
  'upiId',
  'accountOrUpiId',
  'reference',
  'amount',
  'debitAccount',
];

function cellOf(
  column: BankColumn,
  mode: PaymentMode,
  values: Readonly<Record<ColumnSource, string>>,
): string | { issue: string } {
  const { source, text = '', textOfMode, modes, maxLength = Number.POSITIVE_INFINITY, minLength = 0 } = column;
  if (modes && !modes.includes(mode)) return '';
  if (source === undefined) return textOfMode ? (textOfMode[mode] ?? '') : text;
  const value = WHOLE.includes(source) ? values[source] : plainText(values[source], column);
  if (value.length > maxLength) {
    if (WHOLE.includes(source))
      return { issue: `${column.heading} is longer than the ${maxLength} characters that the bank takes.` };
    return value.slice(0, maxLength).trimEnd();
  }
  if (value.length < minLength) {
    if (value === '')
      return {
        issue: source === 'holder' ? 'The name of the account holder is missing.' : `${column.heading} is missing.`,
      };
    return { issue: `${column.heading} is shorter than the ${minLength} characters that the bank takes.` };
  }
  return value;
}

/** A text in the letters that a bank takes: other scripts are transliterated, "&" is written out, the rest becomes spaces. */
function plainText(value: string, { characters = ' -~', isUpperCase = false }: BankColumn): string {
  const latin = anyAscii(value.normalize('NFC')).replaceAll('&', ' and ');
  const cased = isUpperCase ? latin.toUpperCase() : latin;
  return cased
    .replaceAll(new RegExp(`[^${characters}]`, 'g'), ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The ten digits of a phone number in India. */
const lastDigits = (phone: string | null): string => phone?.replaceAll(/\D/g, '').slice(-10) ?? '';

/** A day in a pattern of {yyyy}, {mm} and {dd}. */
export function dateText(pattern: string, day: string): string {
  const [yyyy = '', mm = '', dd = ''] = day.split('-');
  return pattern.replaceAll('{yyyy}', yyyy).replaceAll('{mm}', mm).replaceAll('{dd}', dd);
}
