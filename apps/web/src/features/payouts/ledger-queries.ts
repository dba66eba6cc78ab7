import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { previewPayout } from '@wayside/contract/payouts';
import type { EarnedRow, PaidRow } from '@wayside/contract/payouts-earnings';
import {
  type LedgerEntry,
  type LedgerSum,
  listEarningsOfMechanic,
  listLedger,
  listPayoutsOfMechanic,
} from '@wayside/contract/payouts-ledger';
import { PAGE_SIZE } from '@wayside/contract/wire/page-size';
import type { Page } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { BALANCE_KEYS } from '../../lib/record-keys.ts';

/** Refetched for each dialog, because money may have moved (PAYO-04). */
const FRESH = { ...UNCACHED_OPTIONS, placeholderData: keepPreviousData } as const;

/** An earning. External providers send neither the payment nor the kind nor the reason. */
export type ShownEarning = EarnedRow & Partial<Pick<LedgerEntry, 'paymentId' | 'kind' | 'reason'>>;

/** A payout. External providers do not send the state. */
export type ShownPayout = PaidRow & { readonly state?: 'voided' | 'reversal' };

const pageOf = (id: string, page: number, limit: number) => ({ params: { id }, query: { page, limit } });

export function earningsQuery(id: string, page: number, limit: number = PAGE_SIZE) {
  return queryOptions({
    ...FRESH,
    queryKey: [BALANCE_KEYS.earnings, id, page, limit],
    queryFn: async ({ signal }): Promise<Page<ShownEarning>> => {
      const found = await call(listEarningsOfMechanic, { ...pageOf(id, page, limit), signal });
      return { ...found, rows: found.rows.map((entry) => ({ ...entry, transactedAt: entry.occurredAt })) };
    },
  });
}

export function payoutsOfMechanicQuery(id: string, page: number, limit: number = PAGE_SIZE) {
  return queryOptions({
    ...FRESH,
    queryKey: [BALANCE_KEYS.payouts, id, page, limit],
    queryFn: async ({ signal }): Promise<Page<ShownPayout>> => {
      const found = await call(listPayoutsOfMechanic, { ...pageOf(id, page, limit), signal });
      const rows = found.rows.map((entry) => ({
        paidAt: entry.occurredAt,
        transactionId: entry.transactionId,
        amountPaise: entry.paidOutPaise,
        ...payoutState(entry),
      }));
      return { ...found, rows };
    },
  });
}

function payoutState({ kind, isVoided }: LedgerEntry): Pick<ShownPayout, 'state'> {
  if (kind === 'reversal') return { state: 'reversal' };
  return isVoided ? { state: 'voided' } : {};
}

export function ledgerQuery(sum: LedgerSum, mechanicId: string | null, page: number) {
  return queryOptions({
    ...FRESH,
    queryKey: [BALANCE_KEYS.ledger, sum, mechanicId, page],
    queryFn: ({ signal }) => call(listLedger, { query: { sum, mechanicId, page, limit: PAGE_SIZE }, signal }),
  });
}

/** Query of the earnings that a payout would cover, with warnings. */
export function payoutPreviewQuery(id: string, amountPaise: number) {
  return queryOptions({
    ...UNCACHED_OPTIONS,
    queryKey: [BALANCE_KEYS.preview, id, amountPaise],
    queryFn: async ({ signal }) =>
      (await call(previewPayout, { params: { id }, query: { amountPaise }, signal })).record,
  });
}
