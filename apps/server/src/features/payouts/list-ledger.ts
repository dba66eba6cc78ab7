import type { ExplainedSum, LedgerEntry, LedgerSum } from '@wayside/contract/payouts-ledger';
import type { Page } from '@wayside/contract/wire/paging';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { balanceSums, selectBalanceSums } from '../../money/ledger/owed-amounts.ts';
import type { ListShape } from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { ledgerEntrySelect } from '../../records/ledger-entries.ts';

/** @param counter the counter of the listed entries; `earnings` contains no payouts */
const entryList = (counter: 'ledger' | 'earnings'): ListShape => ({
  name: `list-${counter}`,
  ...ledgerEntrySelect,
  condition: counter === 'earnings' ? "flow <> 'payout'" : 'true',
  orderBy: 'listed_at',
  counter,
  statusColumn: 'flow',
  searchColumns: [],
});

export const LEDGER_LIST = entryList('ledger');
export const EARNING_LIST = entryList('earnings');

/** For each sum, the list of its entries and the column of the sum in `BALANCES`. */
const SUMS = {
  earned: { shape: EARNING_LIST, flow: null, column: 'netEarningPaise' },
  cashKept: { shape: LEDGER_LIST, flow: 'cash', column: 'cashKeptPaise' },
  pendingCommission: { shape: LEDGER_LIST, flow: 'cash', column: 'pendingCommissionPaise' },
  paidOut: { shape: LEDGER_LIST, flow: 'payout', column: 'paidOutPaise' },
  balance: { shape: LEDGER_LIST, flow: null, column: 'balancePaise' },
} as const;

const BALANCES = defineStatement({
  name: 'sum-balances',
  text: `SELECT ${selectBalanceSums((column) => `coalesce(sum(${column}), 0)::bigint`)}
    FROM mechanic_balances WHERE $1::text IS NULL OR mechanic_id = $1`,
  row: z.object(balanceSums),
  example: [null],
});

interface ListLedgerInput extends PageInput {
  readonly sum: LedgerSum;
  /** If null, the entries of all mechanics are returned. */
  readonly mechanicId: string | null;
}

/** Returns a page of the ledger entries that make up a sum, newest first, with the sum (API-17). */
export async function listLedger({ database }: AppContext, input: ListLedgerInput): Promise<ExplainedSum> {
  const { sum, mechanicId, page, limit } = input;
  const { shape, flow, column } = SUMS[sum];
  const fixedFilters = mechanicId === null ? [] : [{ column: 'mechanic_id', id: mechanicId }];
  const [found, [sums]] = await Promise.all([
    readPage<LedgerEntry>(database, shape, {
      page,
      limit,
      status: flow === null ? null : [flow],
      search: null,
      fixedFilters,
    }),
    database.rows(BALANCES, [mechanicId]),
  ]);
  return { ...found, sumPaise: sums?.[column] ?? 0 };
}

/** Returns a page of a mechanic's earnings or payouts, newest first (PAYO-04). @throws 404 */
export async function listLedgerOfMechanic(
  context: AppContext,
  input: ListLedgerInput & { readonly mechanicId: string },
): Promise<Page<LedgerEntry>> {
  const found = await context.database.orm
    .select({ id: mechanics.id })
    .from(mechanics)
    .where(eq(mechanics.id, input.mechanicId));
  if (found.length === 0) throw notFound('mechanic');
  const { rows, total, page, pageCount } = await listLedger(context, input);
  return { rows, total, page, pageCount };
}
