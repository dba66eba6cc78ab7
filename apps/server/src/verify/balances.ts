import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck } from './integrity-check.ts';

// From the rows alone: the balance that each of them carries is not believed either.
const wrongBalances = `
  SELECT coalesce(summed.mechanic_id, kept.mechanic_id) AS id FROM (
    SELECT mechanic_id, sum(net_paise) AS net, coalesce(sum(net_paise) FILTER (WHERE flow = 'cash'), 0) AS cash,
      coalesce(sum(commission_paise + platform_fee_paise) FILTER (WHERE flow = 'cash'), 0) AS pending, sum(paid_out_paise) AS paid
    FROM ledger_entries GROUP BY mechanic_id) AS summed
  FULL JOIN mechanic_balances AS kept ON kept.mechanic_id = summed.mechanic_id
  WHERE (coalesce(net, 0), coalesce(cash, 0), coalesce(pending, 0), coalesce(paid, 0), coalesce(net - cash - pending - paid, 0))
    IS DISTINCT FROM (kept.net_earning_paise, kept.cash_kept_paise, kept.pending_commission_paise, kept.paid_out_paise, kept.balance_paise)
  ORDER BY 1`;

/** That every mechanic's balance is what the rows of the ledger sum to (PAYO-07, SECU-05). */
export const balances: IntegrityCheck = {
  name: 'Balances',
  holds: 'equal to their rows',
  prove: async function* ({ client }) {
    for await (const { id } of eachRow<{ id: string }>(client, wrongBalances))
      yield `the balance of mechanic ${id} is not the sum of its rows`;
    const { rows } = await client.query<{ count: number }>('SELECT count(*) FROM ledger_entries');
    return counted(rows[0]?.count ?? 0, 'ledger row');
  },
};
