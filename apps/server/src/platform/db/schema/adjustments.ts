import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, paise, recordId } from './columns.ts';
import { mechanics } from './mechanics.ts';

/**
 * Credits and debits of balances that an administrator has made (PAYO-11). The table is append-only but for the reason, which
 * goes when the mechanic is erased (USER-06).
 */
export const adjustments = pgTable(
  'adjustments',
  {
    id: recordId().primaryKey(),
    mechanicId: recordId()
      .notNull()
      .references(() => mechanics.id),
    /** Above 0 a credit, below 0 a debit. */
    amountPaise: paise().notNull(),
    reason: text(),
    /** The administrator; null for the program itself. */
    madeBy: recordId(),
    madeAt: instant().notNull(),
    /** Made by the client, once for what it asks for. */
    requestKey: text().notNull().unique('adjustments_request_key'),
  },
  (table) => [
    check('adjustments_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`),
    check('adjustments_amount', sql`${table.amountPaise} <> 0`),
    index('adjustments_mechanic').on(table.mechanicId),
    // What a person has adjusted within a day (OWN-07).
    index('adjustments_made_by').on(table.madeBy, table.madeAt),
  ],
);
