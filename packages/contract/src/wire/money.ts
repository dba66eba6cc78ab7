import * as z from 'zod/mini';
import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import { documented, type Wire, wireValue } from './wire.ts';

/** An amount of money in integer paise (1 rupee = 100 paise). */
export type Paise = number;

/** The largest accepted amount: 1,000 crore rupees, in paise. Sums of many such amounts are still exact integers. */
export const MAX_AMOUNT_PAISE: Paise = 1e12;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/**
 * Converts rupees, as a number or decimal text, to paise. More than two decimals are rounded half up (away from
 * zero). Rounding uses the decimal text, so that 10.005 becomes 1001 paise although its binary fraction is lower.
 * @returns null if it is not an amount
 */
export function paiseFromRupees(rupees: number | string): Paise | null {
  const plain = typeof rupees === 'number' && Math.abs(rupees) < 1e-6 ? '0' : String(rupees).trim();
  const match = DECIMAL.exec(plain);
  if (!match) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const carried = Number(fraction[2] ?? '0') >= 5 ? 1 : 0;
  const paise = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + carried;
  if (paise > MAX_AMOUNT_PAISE) return null;
  return sign && paise > 0 ? -paise : paise;
}

/** Checks whether an amount in rupees has more than two decimals and would be rounded when read (IMPO-03). */
export function isRoundedToPaise(rupees: number | string): boolean {
  const fraction = DECIMAL.exec(String(rupees).trim())?.[3] ?? '';
  return /[1-9]/.test(fraction.slice(2)) || (typeof rupees === 'number' && rupees !== 0 && Math.abs(rupees) < 1e-6);
}

/** The check for accepted amounts, and the message for other amounts. */
type Rule = readonly [isAllowed: (paise: Paise) => boolean, otherwise: FieldIssue];

const NON_NEGATIVE: Rule = [(paise) => paise >= 0, fieldIssue('not_negative')];

/** An amount in rupees, as a number or text on the wire. It is written as text if `writesText` is true. */
const amount = (
  read: (given: number | string) => Paise | null,
  unreadable: FieldIssue,
  [isAllowed, otherwise]: Rule,
  writesText = false,
): Wire<Paise> =>
  wireValue(
    documented(z.union([z.number(), z.string()]), {
      type: writesText ? 'string' : 'number',
      description: 'rupees',
    }),
    (given, fail) => {
      const paise = read(given);
      if (paise === null) return fail(unreadable);
      return isAllowed(paise) ? paise : fail(otherwise);
    },
    (paise) => (writesText ? (paise / 100).toFixed(2) : paise / 100),
  );

const rounded = (rule: Rule) => amount(paiseFromRupees, fieldIssue('amount'), rule);

/** A non-negative amount: rupees on the wire (number or numeric text), integer paise in the domain. */
export const rupees = rounded(NON_NEGATIVE);

/** An amount that may be negative, such as a balance: rupees on the wire, paise in the domain. */
export const signedRupees = rounded([() => true, fieldIssue('amount')]);

/** A positive amount: rupees on the wire, paise in the domain. */
export const positiveRupees = rounded([(paise) => paise > 0, fieldIssue('above_zero')]);

const EXACT = /^-?\d{1,15}(?:\.\d{1,2})?$/;

function exactPaise(given: number | string): Paise | null {
  const plain = String(given).trim();
  return EXACT.test(plain) ? paiseFromRupees(plain) : null;
}

/**
 * An amount to pay or to post. It is never rounded, so that the posted amount is the amount that the user confirmed.
 */
const exact = (rule: Rule, writesText = false) => amount(exactPaise, fieldIssue('exact_amount'), rule, writesText);

const PAYABLE: Rule = [(paise) => paise > 0, fieldIssue('more_than_zero')];

export const payableRupees = exact(PAYABLE);

/** An amount to pay, written as rupee text on the wire (PAYO-05). */
export const payableRupeesText = exact(PAYABLE, true);

/** An amount to credit (positive) or debit (negative), as a number of rupees on the wire (PAYO-11). */
export const bookableRupees = exact([(paise) => paise !== 0, fieldIssue('not_zero')]);

/** A limit as a number of rupees on the wire; 0 permits nothing. */
export const limitRupees = exact(NON_NEGATIVE);
