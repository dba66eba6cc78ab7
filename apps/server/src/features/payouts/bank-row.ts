import { z } from 'zod';
import type { BankDetails } from '../../records/mechanics.ts';

const text = z.nullable(z.string());

/** Bank details as `storedBank` returns them: some values are encrypted (PRIV-01). */
export const bankRow = z.object({
  accountHolder: text,
  bankName: text,
  accountNumber: text,
  ifscCode: text,
  upiId: text,
  preferredMethod: text,
} satisfies Record<keyof BankDetails, z.ZodType>);
