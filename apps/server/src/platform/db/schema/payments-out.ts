import { pgView, text } from 'drizzle-orm/pg-core';
import { instant, paise, recordId } from './columns.ts';

/** Payouts, loyalty payments and their voids as one list; the view is in `migrations/functions/payments_out.sql`. */
export const paymentsOut = pgView('payments_out', {
  id: recordId().notNull(),
  kind: text({ enum: ['payout', 'loyalty', 'void'] }).notNull(),
  mechanicId: recordId(),
  customerId: recordId(),
  amountPaise: paise().notNull(),
  method: text(),
  transactionId: text(),
  paidAt: instant(),
  voidOf: recordId(),
  voidOfKind: text({ enum: ['payout', 'loyalty'] }),
}).existing();
