import type { Mechanic } from '@wayside/contract/mechanics';
import { orNotAvailable } from '../lib/format.ts';
import { lookUp } from '../lib/look-up.ts';

const METHODS: Readonly<Record<string, string>> = {
  bank_transfer: 'Bank Transfer',
  upi: 'UPI',
  cash: 'Cash',
  online: 'Online',
};

/** The preferred payment method; an unknown method is shown as it is. */
export function preferredMethod(bank: Mechanic['bank']): string {
  const word = orNotAvailable(bank?.preferredMethod);
  return lookUp(METHODS, word) ?? word;
}

const SHOWN_DIGITS = 4;

/** The last four digits; a number without more digits is hidden completely, as our server does (MECH-06). */
export function maskAccountNumber(number: string): string {
  return number.length > SHOWN_DIGITS ? `••••${number.slice(-SHOWN_DIGITS)}` : '••••';
}
