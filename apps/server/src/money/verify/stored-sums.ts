import { z } from 'zod';
import { counted } from '../../counted.ts';
import { type CheckedQuery, countRows, eachRow, type IntegrityCheck } from './integrity-check.ts';

// The running balance in each ledger entry is not trusted either.
const wrongBalances = {
  text: `
    SELECT coalesce(summed.mechanic_id, stored.mechanic_id) AS id FROM (
      SELECT mechanic_id, sum(net_paise) AS net, coalesce(sum(net_paise) FILTER (WHERE flow = 'cash'), 0) AS cash,
        coalesce(sum(commission_paise + platform_fee_paise) FILTER (WHERE flow = 'cash'), 0) AS pending, sum(paid_out_paise) AS paid
      FROM ledger_entries GROUP BY mechanic_id) AS summed
    FULL JOIN mechanic_balances AS stored ON stored.mechanic_id = summed.mechanic_id
    WHERE (coalesce(net, 0), coalesce(cash, 0), coalesce(pending, 0), coalesce(paid, 0), coalesce(net - cash - pending - paid, 0))
      IS DISTINCT FROM (stored.net_earning_paise, stored.cash_kept_paise, stored.pending_commission_paise, stored.paid_out_paise, stored.balance_paise)
    ORDER BY 1`,
  row: z.object({ id: z.string() }),
};

/** Every mechanic's balance equals the sum of the ledger entries (PAYO-07, SECU-05). */
export const balances: IntegrityCheck = {
  name: 'Balances',
  passed: 'equal to their rows',
  findIssues: async function* ({ client }) {
    for await (const { id } of eachRow(client, wrongBalances))
      yield `the balance of mechanic ${id} is not the sum of its rows`;
    return counted(await countRows(client, 'ledger_entries'), 'ledger row');
  },
};

interface WrongCounter {
  readonly name: string;
  /** Null: over all statuses. */
  readonly status: string | null;
  readonly period: 'day' | 'month' | 'ever';
  /** YYYY-MM-DD, or -infinity for rows without a date. */
  readonly startsOn: string;
}

const wrongCounters: CheckedQuery<WrongCounter> = {
  text: `
    SELECT name, status, period, starts_on::text AS "startsOn" FROM counter_differences()
    ORDER BY name, status NULLS FIRST, period = 'day', period = 'month', starts_on`,
  row: z.object({
    name: z.string(),
    status: z.string().nullable(),
    period: z.enum(['day', 'month', 'ever']),
    startsOn: z.string(),
  }),
};

/** The counters that triggers maintain equal a recount of the rows. */
export const counters: IntegrityCheck = {
  name: 'Counters',
  passed: 'equal to the rows',
  findIssues: async function* ({ client }) {
    for await (const counter of eachRow(client, wrongCounters))
      yield `${counter.name}${statusOf(counter)}, ${periodOf(counter)}: differs from the rows`;
    const groups = '(SELECT FROM counters GROUP BY name, status, period, starts_on) AS counter';
    return counted(await countRows(client, groups), 'counter');
  },
};

function statusOf({ status }: WrongCounter): string {
  if (status === null) return '';
  return ` (${status === '' ? 'none' : status})`;
}

function periodOf({ period, startsOn }: WrongCounter): string {
  if (period === 'ever') return 'all time';
  if (startsOn === '-infinity') return 'without a date';
  return period === 'day' ? startsOn : startsOn.slice(0, 7);
}
