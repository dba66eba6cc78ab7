import { sqlCheck } from './integrity-check.ts';

// The check does not trust the running balance in the ledger entries either.
const WRONG_BALANCES = `
  SELECT format('the balance of mechanic %s is not the sum of its rows', coalesce(summed.mechanic_id, stored.mechanic_id)) AS issue FROM (
    SELECT mechanic_id, sum(net_paise) AS net, coalesce(sum(net_paise) FILTER (WHERE flow = 'cash'), 0) AS cash,
      coalesce(sum(commission_paise + platform_fee_paise) FILTER (WHERE flow = 'cash'), 0) AS pending, sum(paid_out_paise) AS paid
    FROM ledger_entries GROUP BY mechanic_id) AS summed
  FULL JOIN mechanic_balances AS stored ON stored.mechanic_id = summed.mechanic_id
  WHERE (coalesce(net, 0), coalesce(cash, 0), coalesce(pending, 0), coalesce(paid, 0), coalesce(net - cash - pending - paid, 0))
    IS DISTINCT FROM (stored.net_earning_paise, stored.cash_kept_paise, stored.pending_commission_paise, stored.paid_out_paise, stored.balance_paise)
  ORDER BY 1`;

/** Checks that every mechanic's balance equals the sum of the ledger entries (PAYO-07, SECU-05). */
export const balances = sqlCheck({
  name: 'Balances',
  passed: 'equal to their rows',
  queries: [WRONG_BALANCES],
  checked: [['ledger row', 'ledger_entries']],
});

const WRONG_COUNTERS = `
  SELECT concat(name, CASE WHEN status = '' THEN ' (none)' ELSE ' (' || status || ')' END, ', ', CASE
      WHEN period = 'ever' THEN 'all time' WHEN starts_on = '-infinity' THEN 'without a date'
      WHEN period = 'day' THEN starts_on::text ELSE to_char(starts_on, 'YYYY-MM') END, ': differs from the rows') AS issue
  FROM counter_differences() ORDER BY name, status NULLS FIRST, period = 'day', period = 'month', starts_on`;

/** Checks that the counters maintained by triggers equal a recount of the rows. */
export const counters = sqlCheck({
  name: 'Counters',
  passed: 'equal to the rows',
  queries: [WRONG_COUNTERS],
  checked: [['counter', '(SELECT FROM counters GROUP BY name, status, period, starts_on) AS counter']],
});
