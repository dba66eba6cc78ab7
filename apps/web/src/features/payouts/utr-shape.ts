import { transactionIdIssue, transactionKey } from '@wayside/contract/wire/transaction-id';
import { isOwnServer } from '../../lib/config.ts';

const SHAPES = [
  // NEFT and RTGS: the four letters of the sending bank, then its own count, often with N or R and the date.
  /^[a-z]{4}(?:[a-z0-9]{12}|[a-z0-9]{18})$/,
  // Some banks begin the 16 characters of NEFT with N alone.
  /^n\d{15}$/,
  // IMPS and UPI: the retrieval reference number of the switch.
  /^\d{12}$/,
];

/**
 * Whether a transaction id, in the form in which ids are compared, has the shape of a UTR of NEFT or RTGS (16 or 22 characters) or of
 * IMPS or UPI (12 digits). It is no more than a shape: a bank alone knows its UTRs (BANK-05).
 */
export function looksLikeUtr(transactionId: string): boolean {
  const key = transactionKey(transactionId);
  return SHAPES.some((shape) => shape.test(key));
}

/** Whether a form accepts a transaction id, or what is wrong with it (OWN-03). */
export function checkTransactionId(typed: string): true | string {
  if (typed.trim() === '') return 'Please enter a transaction ID';
  const issue = transactionIdIssue(typed);
  return issue === null || `This ${issue}`;
}

/** The rule of a transaction id in a form: another provider decides for itself which ids it takes (TOUGH-08). */
export const TRANSACTION_ID = {
  validate: (typed: string): true | string =>
    isOwnServer() || typed.trim() === '' ? checkTransactionId(typed) : true,
};
