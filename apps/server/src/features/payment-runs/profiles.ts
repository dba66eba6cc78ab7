import type { RunProfile } from '@wayside/contract/payment-runs';
import { z } from 'zod';
import { badRequest, fieldError } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { type BankProfile, bankProfile, readProfiles } from '../../money/bank-files/bank-profile.ts';
import { readStored } from '../../platform/crypto/reencrypt.ts';
import { defineStatement } from '../../platform/db/statement.ts';

type ProfileContext = Pick<AppContext, 'settings'>;

/** @throws 400 */
export async function findBankProfile({ settings }: ProfileContext, name: string): Promise<BankProfile> {
  const found = (await readProfiles(settings.bankProfiles)).find((profile) => profile.name === name);
  if (!found) throw badRequest([fieldError('profile', 'not_known')]);
  return found;
}

/** Parses the stored profile of a run or a result file. */
export const storedProfile = (definition: string): BankProfile => bankProfile.parse(JSON.parse(definition));

const LAST_ACCOUNTS = defineStatement({
  name: 'last-debit-accounts',
  text: `SELECT DISTINCT ON (profile) id, profile, debit_account AS "debitAccount" FROM payment_runs ORDER BY profile, number DESC`,
  row: z.object({ id: z.string(), profile: z.string(), debitAccount: z.string() }),
  example: [],
});

/** Returns the profiles, each with the account of its last run (BANK-02). */
export async function listRunProfiles(
  context: Pick<AppContext, 'database' | 'keys' | 'settings'>,
): Promise<{ readonly rows: RunProfile[] }> {
  const stored = await context.database.rows(LAST_ACCOUNTS, []);
  const accounts = new Map<string, string>();
  for (const { id, profile, debitAccount } of stored) {
    const cell = { table: 'payment_runs', id, column: 'debit_account' };
    accounts.set(profile, await readStored(context.keys, debitAccount, cell));
  }
  const profiles = await readProfiles(context.settings.bankProfiles);
  const rows = profiles.map(({ name, label, file }) => ({
    name,
    label,
    mostRows: file.mostRows,
    debitAccount: accounts.get(name) ?? null,
  }));
  return { rows };
}
