import { z } from 'zod';

/** Mechanics as `m`, each with the sums of their ledger entries as `s` where there are entries. */
export const MECHANICS_WITH_BALANCES = 'mechanics AS m LEFT JOIN mechanic_balances AS s ON s.mechanic_id = m.id';

/** The mechanics that payouts list: full records, and others while their balance is not 0 (MECH-13). */
export const IS_LISTED = "(m.record_state = 'full' OR coalesce(s.balance_paise, 0) <> 0)";

/** The sums of `mechanic_balances`, in paise. */
export const balanceSums = {
  netEarningPaise: z.number(),
  paidOutPaise: z.number(),
  pendingCommissionPaise: z.number(),
  cashKeptPaise: z.number(),
  balancePaise: z.number(),
};

/** Selects the sums. @param expression of a column, named without its table */
export const selectBalanceSums = (expression: (column: string) => string): string =>
  `${expression('net_earning_paise')} AS "netEarningPaise", ${expression('paid_out_paise')} AS "paidOutPaise",
   ${expression('pending_commission_paise')} AS "pendingCommissionPaise", ${expression('cash_kept_paise')} AS "cashKeptPaise",
   ${expression('balance_paise')} AS "balancePaise"`;
