import type { Mechanic } from '@wayside/contract/mechanics';
import { orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';

const METHODS: Readonly<Record<string, string>> = {
  bank_transfer: 'Bank Transfer',
  upi: 'UPI',
  cash: 'Cash',
  online: 'Online',
};

/** A preferred payment method; an unknown one is shown as it is. */
export function preferredMethodLabel(method: string | null | undefined): string {
  const word = orNotAvailable(method);
  return lookUp(METHODS, word) ?? word;
}

/** The preferred payment method of bank details. */
export const preferredMethod = (bank: Mechanic['bank']): string => preferredMethodLabel(bank?.preferredMethod);

const SHOWN_DIGITS = 4;

/** The last four digits; a number without more digits is hidden completely, as our server does (MECH-06). */
export function maskAccountNumber(number: string): string {
  return number.length > SHOWN_DIGITS ? `••••${number.slice(-SHOWN_DIGITS)}` : '••••';
}
