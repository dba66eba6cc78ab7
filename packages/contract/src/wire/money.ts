import * as z from 'zod/mini';
import { type FieldIssue, fieldIssue } from './field-sentences.ts';
import { documented, type Wire, wireValue } from './wire.ts';

/** An amount of money in integer paise (1 rupee = 100 paise). */
export type Paise = number;

/** The largest amount that is taken: 1,000 crore rupees, in paise. Sums of many stay exact integers. */
export const MAX_AMOUNT_PAISE: Paise = 1e12;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads rupees, a number or its decimal text, as paise; more than two decimals are rounded half up (away from zero).
 * The decimal text decides, so that 10.005 is 1001 paise although its binary fraction is below. @returns null when it
 * is not an amount.
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

/** Whether an amount in rupees has digits beyond the paisa, which reading it rounds (IMPO-03). */
export function isRoundedToPaise(rupees: number | string): boolean {
  const fraction = DECIMAL.exec(String(rupees).trim())?.[3] ?? '';
  return /[1-9]/.test(fraction.slice(2)) || (typeof rupees === 'number' && rupees !== 0 && Math.abs(rupees) < 1e-6);
}

/** The amounts that a field accepts, and the message for others. */
type Rule = readonly [isAllowed: (paise: Paise) => boolean, otherwise: FieldIssue];

const NOT_NEGATIVE: Rule = [(paise) => paise >= 0, fieldIssue('not_negative')];

/** A number of rupees or its text on the wire; written as text where `writesText`. */
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

/** Rupees on the wire (number or numeric text), integer paise on our side; not negative. */
export const rupees = rounded(NOT_NEGATIVE);

/** Rupees on the wire, paise on our side; a balance may be negative. */
export const signedRupees = rounded([() => true, fieldIssue('amount')]);

/** Rupees on the wire, paise internally; must be positive. */
export const positiveRupees = rounded([(paise) => paise > 0, fieldIssue('above_zero')]);

const EXACT = /^-?\d{1,15}(?:\.\d{1,2})?$/;

function exactPaise(given: number | string): Paise | null {
  const plain = String(given).trim();
  return EXACT.test(plain) ? paiseFromRupees(plain) : null;
}

/** An amount to pay or to book. It is never rounded, so that the confirmed amount is the booked amount. */
const exact = (rule: Rule, writesText = false) => amount(exactPaise, fieldIssue('exact_amount'), rule, writesText);

const PAYABLE: Rule = [(paise) => paise > 0, fieldIssue('more_than_zero')];

export const payableRupees = exact(PAYABLE);

/** An amount to pay, as text of rupees on the wire (PAYO-05). */
export const payableRupeesText = exact(PAYABLE, true);

/** An amount to credit, or below 0 to debit, as a number of rupees on the wire (PAYO-11). */
export const bookableRupees = exact([(paise) => paise !== 0, fieldIssue('not_zero')]);

/** A limit as a number of rupees on the wire; 0 allows nothing. */
export const limitRupees = exact(NOT_NEGATIVE);
