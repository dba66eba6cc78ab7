import { ledgerAccount } from '@wayside/contract/income-accounts';
import { ledgerAccounts } from '../platform/db/schema/ledger.ts';
import { defineRecord } from './define-record.ts';

/** An account of the journal; it has no source and is not imported. */
export const ledgerAccountRecord = defineRecord({
  table: ledgerAccounts,
  schema: ledgerAccount,
  collection: 'ledgeraccounts',
  map: {
    id: ledgerAccounts.id,
    purpose: ledgerAccounts.purpose,
    code: ledgerAccounts.code,
    name: ledgerAccounts.name,
  },
});
