import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { addIssue, type Wire, withFastEncoder } from './wire.ts';

/** An amount of money in integer paise (1 rupee = 100 paise). */
export type Paise = number;

/** The largest amount that is taken: 1,000 crore rupees, in paise. Sums of many stay exact integers. */
export const MAX_AMOUNT_PAISE: Paise = 1e12;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads rupees, a number or its decimal text, as paise; more than two decimals are rounded half up (away from zero).
 * The text of the number decides, so that 10.005 is 1001 paise although no binary fraction says so.
 * @returns null when it is not an amount.
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

function amount(allowed: (paise: Paise) => boolean, issue: string): Wire<Paise> {
  const schema = z.codec(
    documented(z.union([z.number(), z.string()]), { type: 'number', description: 'rupees' }),
    z.custom<Paise>(),
    {
      decode: (value, context) => {
        const paise = paiseFromRupees(value);
        if (paise === null) return addIssue(context, value, 'must be an amount in rupees');
        return allowed(paise) ? paise : addIssue(context, value, issue);
      },
      encode: (paise) => (paise as Paise) / 100,
    },
  ) as Wire<Paise>;
  return withFastEncoder(schema, (paise) => paise / 100);
}

/** Rupees on the wire (number or numeric text), integer paise on our side; not negative. */
export const rupees: Wire<Paise> = amount((paise) => paise >= 0, 'must not be negative');

/** Rupees on the wire, paise on our side; a balance may be negative. */
export const signedRupees: Wire<Paise> = amount(() => true, '');

/** Rupees on the wire, paise on our side; more than nothing. */
export const positiveRupees: Wire<Paise> = amount((paise) => paise > 0, 'must be above 0');

const EXACT = /^-?\d{1,15}(?:\.\d{1,2})?$/;

/**
 * An amount to pay or to book: decimal text or a number of rupees with at most two decimals. It is never rounded, so that
 * the confirmed amount is the booked amount.
 * @param asText whether the wire carries it as text
 */
function exact(asText: boolean, allowed: (paise: Paise) => boolean, otherwise: string): Wire<Paise> {
  const written = (paise: Paise): number | string => (asText ? (paise / 100).toFixed(2) : paise / 100);
  const schema = z.codec(
    documented(z.union([z.number(), z.string()]), { type: asText ? 'string' : 'number', description: 'rupees' }),
    z.custom<Paise>(),
    {
      decode: (value, context) => {
        const given = String(value).trim();
        const paise = EXACT.test(given) ? paiseFromRupees(given) : null;
        if (paise === null)
          return addIssue(context, value, 'must be an amount in rupees with at most two decimals');
        return allowed(paise) ? paise : addIssue(context, value, otherwise);
      },
      encode: (paise) => written(paise as Paise),
    },
  ) as Wire<Paise>;
  return withFastEncoder(schema, written);
}

const isPayable = (paise: Paise) => paise > 0;
const NOT_PAYABLE = 'must be more than 0';

/** An amount to pay, as a number of rupees on the wire. */
export const payableRupees: Wire<Paise> = exact(false, isPayable, NOT_PAYABLE);

/** An amount to pay, as text of rupees on the wire (PAYO-05). */
export const payableRupeesText: Wire<Paise> = exact(true, isPayable, NOT_PAYABLE);

/** An amount to credit, or below 0 to debit, as a number of rupees on the wire (PAYO-11). */
export const bookableRupees: Wire<Paise> = exact(false, (paise) => paise !== 0, 'must not be 0');

/** A limit as a number of rupees on the wire; 0 allows nothing. */
export const limitRupees: Wire<Paise> = exact(false, (paise) => paise >= 0, 'must not be negative');
