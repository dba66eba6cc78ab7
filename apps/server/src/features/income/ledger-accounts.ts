import type { LedgerAccount, StoredAccount } from '@wayside/contract/income-accounts';
import { sentence } from '@wayside/contract/sentences';
import { ApiError } from '../../api-error.ts';
import type { ActorContext, AppContext } from '../../context.ts';
import { updateRecord } from '../../platform/crud/change-record.ts';
import { type CrudResource, listRecords } from '../../platform/crud/crud-resource.ts';
import { isUniqueViolation } from '../../platform/db/database-errors.ts';
import { ledgerAccountRecord } from '../../records/ledger-entries.ts';

const ACCOUNTS: CrudResource<LedgerAccount> = {
  record: ledgerAccountRecord,
  entity: 'ledger_account',
  noun: 'account',
  orderBy: 'b.code, b.id',
};

/** Returns the accounts of the journal in the order of their codes (CLOS-02). */
export const listAccounts = (context: AppContext): Promise<StoredAccount[]> => listRecords(context, ACCOUNTS);

interface UpdateAccountInput {
  readonly id: string;
  /** The expected versions of the account; null matches any version. */
  readonly ifMatch: readonly string[] | null;
  /** If undefined, the value is unchanged. */
  readonly code: string | undefined;
  readonly name: string | undefined;
}

/**
 * Changes the code or name of an account (CLOS-02). @throws 404; 409 with the account that already uses the code; 412
 * (EDIT-01)
 */
export async function updateAccount(
  context: ActorContext,
  { id, ifMatch, code, name }: UpdateAccountInput,
): Promise<StoredAccount> {
  try {
    return await updateRecord(context, ACCOUNTS, { id, ifMatch, given: { code, name } });
  } catch (error) {
    if (!isUniqueViolation(error, 'ledger_accounts_code')) throw error;
    throw await findCodeConflict(context, code ?? '');
  }
}

async function findCodeConflict(context: AppContext, code: string): Promise<ApiError> {
  const holder = (await listAccounts(context)).find((account) => account.code.toLowerCase() === code.toLowerCase());
  const said = holder ? sentence('code_in_use_by', { code, name: holder.name }) : sentence('code_in_use', { code });
  return new ApiError('conflict', said, { fieldErrors: [{ field: 'code', ...said }] });
}
