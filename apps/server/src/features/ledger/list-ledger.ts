import type { ExplainedSum, LedgerEntry, LedgerSum } from '@wayside/contract/payouts-ledger';
import type { AppContext } from '../../context.ts';
import { readPage } from '../../db/read-page.ts';
import { entryList } from './entry-list.ts';

const EVERYTHING = entryList('ledger');
const EARNINGS = entryList('earnings');

/** Which rows a figure is the sum of, and where the sum over each mechanic's rows is kept. */
const STATS = {
  earned: { shape: EARNINGS, flow: null, kept: 'net_earning_paise' },
  cashKept: { shape: EVERYTHING, flow: 'cash', kept: 'cash_kept_paise' },
  pendingCommission: { shape: EVERYTHING, flow: 'cash', kept: 'pending_commission_paise' },
  paidOut: { shape: EVERYTHING, flow: 'payout', kept: 'paid_out_paise' },
  balance: { shape: EVERYTHING, flow: null, kept: 'balance_paise' },
} as const;

export interface ListLedgerInput {
  readonly stat: LedgerSum;
  /** Only this mechanic's; null for all. */
  readonly mechanicId: string | null;
  readonly page: number;
  readonly limit: number;
}

/** A page of the rows that a figure is the sum of, newest first, with that sum. */
export async function listLedger({ database }: AppContext, input: ListLedgerInput): Promise<ExplainedSum> {
  const { stat, mechanicId, page, limit } = input;
  const { shape, flow, kept } = STATS[stat];
  const fixedFilters = mechanicId === null ? [] : [{ column: 'mechanic_id', id: mechanicId }];
  const [found, sums] = await Promise.all([
    readPage<LedgerEntry>(database, shape, { page, limit, status: flow, search: null, fixedFilters }),
    database.rows<{ sum: number }>(
      {
        name: `sum-${kept}`,
        text: `SELECT coalesce(sum(${kept}), 0)::bigint AS sum FROM mechanic_balances WHERE $1::text IS NULL OR mechanic_id = $1`,
      },
      [mechanicId],
    ),
  ]);
  return { ...found, sumPaise: sums[0]?.sum ?? 0 };
}
