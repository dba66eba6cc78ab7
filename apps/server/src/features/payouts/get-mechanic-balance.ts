import type { OwedToMechanic } from '@wayside/contract/payouts-earnings';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { MECHANICS_WITH_SUMS } from '../../ledger/listed-mechanics.ts';

const BALANCE = {
  name: 'mechanic-balance',
  text: `SELECT m.id AS "mechanicId", m.name, m.phone, m.wallet_paise AS "walletPaise",
      coalesce(s.net_earning_paise, 0) AS "netEarningPaise", coalesce(s.paid_out_paise, 0) AS "paidOutPaise",
      coalesce(s.pending_commission_paise, 0) AS "pendingCommissionPaise", coalesce(s.cash_kept_paise, 0) AS "cashKeptPaise",
      coalesce(s.balance_paise, 0) AS "balancePaise"
    FROM ${MECHANICS_WITH_SUMS} WHERE m.id = $1`,
};

/** What is owed to a mechanic, or by them, also by one who was deleted (MECH-13). @throws 404 */
export async function getMechanicBalance({ database }: AppContext, id: string): Promise<OwedToMechanic> {
  const [found] = await database.rows<OwedToMechanic>(BALANCE, [id]);
  if (!found) throw notFound('mechanic');
  return found;
}
