import * as exports from '@wayside/contract/exports';
import * as income from '@wayside/contract/income';
import * as accounts from '@wayside/contract/income-accounts';
import { exportRoute } from '../../platform/exports/export-route.ts';
import { type FeatureRoutes, route } from '../../platform/http/route.ts';
import { exportJournal } from './export-journal.ts';
import { exportIncome, getIncome } from './income.ts';
import { listAccounts, updateAccount } from './ledger-accounts.ts';

/** The income of the platform, the journal and its accounts (CLOS-02). */
export const incomeRoutes: FeatureRoutes = [
  route(income.getIncome, (context, { query }) => getIncome(context, query)),
  route(accounts.listAccounts, async (context) => ({ rows: await listAccounts(context) })),
  route(accounts.updateAccount, async (context, { params: { id }, body: { code, name }, ifMatch }) => ({
    record: await updateAccount(context, { id, ifMatch, code, name }),
  })),
  exportRoute(exports.exportIncome, exportIncome),
  exportRoute(exports.exportJournal, exportJournal),
];
