import type { ExplainedSum, LedgerEntry, LedgerSum } from '@wayside/contract/payouts-ledger';
import type { Page } from '@wayside/contract/wire/paging';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';
import { ledgerEntrySelect } from '../../records/ledger-entries.ts';

/** @param counter the counter of the listed entries: `earnings` leaves out payouts */
const entryList = (counter: 'ledger' | 'earnings'): ListShape => ({
  name: `list-${counter}`,
  ...ledgerEntrySelect,
  condition: counter === 'earnings' ? "flow <> 'payout'" : 'true',
  orderBy: 'listed_at',
  counter,
  statusColumn: 'flow',
  searchColumns: [],
});

const ALL_ENTRIES = entryList('ledger');
const EARNINGS = entryList('earnings');

/** The entries behind each sum, and the column of `mechanic_balances` that holds the sum of each mechanic. */
const SUMS = {
  earned: { shape: EARNINGS, flow: null, column: 'net_earning_paise' },
  cashKept: { shape: ALL_ENTRIES, flow: 'cash', column: 'cash_kept_paise' },
  pendingCommission: { shape: ALL_ENTRIES, flow: 'cash', column: 'pending_commission_paise' },
  paidOut: { shape: ALL_ENTRIES, flow: 'payout', column: 'paid_out_paise' },
  balance: { shape: ALL_ENTRIES, flow: null, column: 'balance_paise' },
} as const;

export interface ListLedgerInput {
  readonly sum: LedgerSum;
  /** Null for the entries of all mechanics. */
  readonly mechanicId: string | null;
  readonly page: number;
  readonly limit: number;
}

/** A page of the ledger entries behind a sum, newest first, with that sum (API-17). */
export async function listLedger({ database }: AppContext, input: ListLedgerInput): Promise<ExplainedSum> {
  const { sum, mechanicId, page, limit } = input;
  const { shape, flow, column } = SUMS[sum];
  const fixedFilters = mechanicId === null ? [] : [{ column: 'mechanic_id', id: mechanicId }];
  const [found, sums] = await Promise.all([
    readPage<LedgerEntry>(database, shape, { page, limit, status: flow, search: null, fixedFilters }),
    database.rows<{ sum: number }>(
      {
        name: `sum-${column}`,
        text: `SELECT coalesce(sum(${column}), 0)::bigint AS sum FROM mechanic_balances WHERE $1::text IS NULL OR mechanic_id = $1`,
      },
      [mechanicId],
    ),
  ]);
  return { ...found, sumPaise: sums[0]?.sum ?? 0 };
}

/**
 * A page of the earnings of one mechanic, or of the payouts to them, newest first (PAYO-04).
 * @throws 404
 */
export async function listLedgerOfMechanic(
  context: AppContext,
  input: ListLedgerInput & { readonly mechanicId: string },
): Promise<Page<LedgerEntry>> {
  const found = await context.database.rows(
    { name: 'mechanic-exists', text: 'SELECT FROM mechanics WHERE id = $1' },
    [input.mechanicId],
  );
  if (found.length === 0) throw notFound('mechanic');
  const { rows, total, page, pageCount } = await listLedger(context, input);
  return { rows, total, page, pageCount };
}
