import { z } from 'zod';
import { counted } from '../counted.ts';
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

const walletRow = z.object({
  id: z.string(),
  storedPaise: z.number().nullable(),
  sourcePaise: z.number().nullable(),
  /** Sum of all entries; null without entries. */
  entriesPaise: z.number().nullable(),
  /** Sum of the entries that come from the source. */
  fromSourcePaise: z.number(),
  hasUnexplained: z.boolean(),
  hasWrongPayout: z.boolean(),
  lacksPayout: z.boolean(),
});

// Nothing writes voids or adjustments yet.
const walletsOf = (table: 'users' | 'mechanics', owner: 'user_id' | 'mechanic_id') => ({
  text: `
    SELECT p.id, p.wallet_paise AS "storedPaise", p.source_wallet_paise AS "sourcePaise", e.total AS "entriesPaise",
      coalesce(e.from_source, 0) AS "fromSourcePaise", coalesce(e.is_unexplained, false) AS "hasUnexplained",
      coalesce(e.is_wrong, false) AS "hasWrongPayout", coalesce(l.is_missing, false) AS "lacksPayout"
    FROM ${table} AS p
    LEFT JOIN (
      SELECT w.${owner} AS id, sum(w.amount_paise)::bigint AS total,
        (sum(w.amount_paise) FILTER (WHERE w.kind IN ('opening', 'source_change')))::bigint AS from_source,
        bool_or(w.kind IN ('void', 'adjustment')) AS is_unexplained,
        bool_or(w.kind = 'loyalty_payout' AND (paid.${owner}, paid.amount_paise) IS DISTINCT FROM (w.${owner}, -w.amount_paise))
          OR count(w.loyalty_payout_id) <> count(DISTINCT w.loyalty_payout_id) AS is_wrong
      FROM wallet_entries AS w LEFT JOIN loyalty_payouts AS paid ON paid.id = w.loyalty_payout_id GROUP BY 1) AS e ON e.id = p.id
    LEFT JOIN (
      SELECT ${owner} AS id, bool_or(NOT EXISTS (
        SELECT FROM wallet_entries AS w WHERE w.loyalty_payout_id = paid.id AND w.kind = 'loyalty_payout')) AS is_missing
      FROM loyalty_payouts AS paid GROUP BY 1) AS l ON l.id = p.id
    WHERE p.wallet_paise IS NOT NULL OR p.source_wallet_paise IS NOT NULL OR e.id IS NOT NULL OR l.id IS NOT NULL`,
  row: walletRow,
});

function walletIssue(wallet: z.infer<typeof walletRow>): string | null {
  if (wallet.storedPaise !== wallet.entriesPaise) return 'is not the sum of its entries';
  if (wallet.sourcePaise !== null && wallet.sourcePaise !== wallet.fromSourcePaise)
    return 'differs from the value that its source states';
  if (wallet.hasUnexplained) return 'has an entry that neither its source nor a loyalty payout explains';
  if (wallet.hasWrongPayout) return 'has an entry that differs from its loyalty payout';
  return wallet.lacksPayout ? 'lacks the entry of a loyalty payout' : null;
}

/** Every wallet equals the value that its source states less the payouts, by its entries (LOYA-05, PRIV-05). */
export const wallets: IntegrityCheck = {
  name: 'Wallets',
  passed: 'equal to source values and payouts',
  findIssues: async function* ({ client }) {
    let count = 0;
    for (const [noun, query] of [
      ['customer', walletsOf('users', 'user_id')],
      ['mechanic', walletsOf('mechanics', 'mechanic_id')],
    ] as const)
      for await (const wallet of eachRow(client, query)) {
        count += 1;
        const issue = walletIssue(wallet);
        if (issue !== null) yield `the wallet of ${noun} ${wallet.id} ${issue}`;
      }
    return counted(count, 'wallet');
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
