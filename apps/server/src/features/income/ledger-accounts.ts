import type { LedgerAccount, StoredAccount } from '@wayside/contract/income-accounts';
import type { ActorContext, AppContext } from '../../context.ts';
import { updateRecord } from '../../crud/change-record.ts';
import { type CrudResource, listRecords } from '../../crud/crud-resource.ts';
import { ledgerAccountRecord } from '../../records/ledger-accounts.ts';

const ACCOUNTS: CrudResource<LedgerAccount> = {
  record: ledgerAccountRecord,
  entity: 'ledger_account',
  noun: 'account',
  orderBy: 'b.code, b.id',
};

/** The accounts of the journal, by their codes (CLOS-02). */
export const listAccounts = (context: AppContext): Promise<StoredAccount[]> => listRecords(context, ACCOUNTS);

export interface UpdateAccountInput {
  readonly id: string;
  /** The versions in which the account may be; null for any. */
  readonly ifMatch: readonly string[] | null;
  /** Undefined leaves it as it is. */
  readonly code: string | undefined;
  readonly name: string | undefined;
}

/** Changes code or name of an account; an activity entry says so (CLOS-02). @throws 404; 412 (EDIT-01) */
export const updateAccount = (
  context: ActorContext,
  { id, ifMatch, code, name }: UpdateAccountInput,
): Promise<StoredAccount> => updateRecord(context, ACCOUNTS, { id, ifMatch, given: { code, name } });
