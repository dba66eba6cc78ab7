import type { PayoutsSummary } from '@wayside/contract/payouts-earnings';
import type { AppContext } from '../../context.ts';
import { IS_LISTED, MECHANICS_WITH_SUMS } from '../../ledger/listed-mechanics.ts';

const column = (expression: string) => `coalesce(array_agg(${expression} ORDER BY m.id), '{}')`;

const SUMMARY = {
  name: 'summarize-payouts',
  text: `SELECT json_build_object(
      'mechanicIds', ${column('m.id')}, 'names', ${column('m.name')}, 'phones', ${column('m.phone')},
      'netEarningPaise', ${column('coalesce(s.net_earning_paise, 0)')}, 'paidOutPaise', ${column('coalesce(s.paid_out_paise, 0)')},
      'pendingCommissionPaise', ${column('coalesce(s.pending_commission_paise, 0)')},
      'cashKeptPaise', ${column('coalesce(s.cash_kept_paise, 0)')}) AS summary
    FROM ${MECHANICS_WITH_SUMS} WHERE ${IS_LISTED}`,
};

/** Totals of every mechanic, column by column (API-17). Names of those who are gone are null. */
export async function summarizePayouts({ database }: AppContext): Promise<PayoutsSummary> {
  const [found] = await database.rows<{ summary: PayoutsSummary }>(SUMMARY, []);
  if (!found) throw new Error('an aggregate gave no row');
  return found.summary;
}
