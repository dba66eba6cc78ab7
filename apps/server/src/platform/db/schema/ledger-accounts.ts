import { ACCOUNT_PURPOSES } from '@wayside/contract/income-accounts';
import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { recordId } from './columns.ts';

/** The accounts that the journal books on: one for each purpose, made by the migration (CLOS-02). */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: recordId().primaryKey(),
    purpose: text({ enum: ACCOUNT_PURPOSES }).notNull().unique('ledger_accounts_purpose'),
    code: text().notNull(),
    name: text().notNull(),
  },
  (table) => [check('ledger_accounts_id', sql`${table.id} ~ '^[0-9a-f]{24}$'`)],
);
