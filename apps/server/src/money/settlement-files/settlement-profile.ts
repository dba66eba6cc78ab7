import { SETTLEMENT_FILE_KINDS } from '@wayside/contract/filter-values';
import { LINE_TYPES } from '@wayside/contract/settlement-lines';
import { z } from 'zod';
import { readProfileFolder } from '../bank-files/bank-profile.ts';
import camt053 from './profiles/camt053.json' with { type: 'json' };
import cashfree from './profiles/cashfree.json' with { type: 'json' };
import hdfcStatement from './profiles/hdfc-statement.json' with { type: 'json' };
import iciciStatement from './profiles/icici-statement.json' with { type: 'json' };
import mt940 from './profiles/mt940.json' with { type: 'json' };
import payu from './profiles/payu.json' with { type: 'json' };
import phonepe from './profiles/phonepe.json' with { type: 'json' };
import razorpay from './profiles/razorpay.json' with { type: 'json' };
import sbiStatement from './profiles/sbi-statement.json' with { type: 'json' };

/** A heading, or the headings used by the different versions of a report. */
const column = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

/**
 * The format of a settlement report or bank statement (RECON-01). A new format needs only a profile, no code;
 * docs/settlements.md describes the fields.
 */
const settlementProfile = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{1,29}$/),
  label: z.string().min(1).max(60),
  kind: z.enum(SETTLEMENT_FILE_KINDS),
  /** `table` is CSV or XLSX. The other formats have no columns. */
  format: z.enum(['table', 'mt940', 'camt053']),
  /**
   * Patterns of days; the first one that fits is used: "dd/mm/yyyy", "d mmm yyyy", "yyyy-mm-dd". A time after the day
   * is ignored.
   */
  days: z.array(z.string()).default(['yyyy-mm-dd']),
  isInPaise: z.boolean().default(false),
  /** True if the file states deducted fees and taxes as negative amounts. */
  feesAreNegative: z.boolean().default(false),
  /** True if the fee includes the tax. */
  feeIncludesTax: z.boolean().default(false),
  columns: z
    .strictObject({
      type: column.optional(),
      reference: column.optional(),
      /** The gateway's id of the payment. For a refund, the id of the original payment. */
      payment: column.optional(),
      order: z.array(column).default([]),
      /** The UTR or RRN of the customer's transfer. */
      bankReference: column.optional(),
      amount: column.optional(),
      /** Lines in a currency other than rupees are rejected. */
      currency: column.default([
        'Currency',
        'Currency Code',
        'Event Currency',
        'event_currency',
        'Transaction Currency',
      ]),
      /** Used instead of the amount, or in addition to it to state the direction. */
      credit: column.optional(),
      debit: column.optional(),
      /** The column that states the direction of the amount, with its words for a debit. */
      direction: column.optional(),
      fee: z.array(column).default([]),
      tax: z.array(column).default([]),
      net: column.optional(),
      day: column,
      settledOn: column.optional(),
      settlement: column.optional(),
      utr: column.optional(),
      narration: column.optional(),
      /** The balance after a bank statement line. It distinguishes lines with the same amount. */
      balance: column.optional(),
    })
    .optional(),
  debitWords: z.array(z.string()).default([]),
  /**
   * The line types of the values in the file, compared case-insensitively. `skip` ignores the line, and a reversal
   * reverts a deduction. Any other value is an adjustment.
   */
  types: z
    .record(z.string(), z.enum([...LINE_TYPES, 'refund_reversal', 'chargeback_reversal', 'skip']))
    .default({}),
});
export type SettlementProfile = z.infer<typeof settlementProfile>;
export type Column = z.infer<typeof column>;

/** The formats that are included in the product. */
const SHIPPED_PROFILES: readonly SettlementProfile[] = [
  ...[razorpay, cashfree, phonepe, payu],
  ...[hdfcStatement, iciciStatement, sbiStatement, mt940, camt053],
].map((profile) => settlementProfile.parse(profile));

/** Parses the profile that was stored with a file. @throws ZodError */
export const readStoredProfile = (definition: string): SettlementProfile =>
  settlementProfile.parse(JSON.parse(definition));

/**
 * Returns the included formats and those of a folder. A folder's format replaces an included one of the same name.
 * @throws StartError
 */
export const readSettlementProfiles = (folder: string | null): Promise<readonly SettlementProfile[]> =>
  readProfileFolder({
    folder,
    schema: settlementProfile,
    shipped: SHIPPED_PROFILES,
    setting: 'SETTLEMENT_PROFILES',
  });
