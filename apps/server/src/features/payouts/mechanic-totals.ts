import type { OwedToMechanic, PayoutsSummary } from '@wayside/contract/payouts-earnings';
import { z } from 'zod';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { isReserving } from '../../money/ledger/approval-requests.ts';
import {
  balanceSums,
  IS_LISTED,
  MECHANICS_WITH_BALANCES,
  selectBalanceSums,
} from '../../money/ledger/mechanic-balances.ts';
import { IS_IN_TRANSIT } from '../../money/ledger/run-amounts.ts';
import { jsonRows } from '../../platform/db/json-rows.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';

const BALANCE = defineStatement({
  name: 'mechanic-balance',
  text: `SELECT m.id AS "mechanicId", m.name, m.phone, m.wallet_paise AS "walletPaise",
      ${selectBalanceSums((column) => `coalesce(s.${column}, 0)`)}
    FROM ${MECHANICS_WITH_BALANCES} WHERE m.id = $1`,
  row: z.object({
    mechanicId: z.string(),
    name: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    walletPaise: z.nullable(z.number()),
    ...balanceSums,
  }),
  example: [sampleOf('mechanics')],
});

/** The totals, balance and wallet of a mechanic, also of an erased one (MECH-13). @throws 404 */
export async function getMechanicBalance({ database }: AppContext, id: string): Promise<OwedToMechanic> {
  const [found] = await database.rows(BALANCE, [id]);
  if (!found) throw notFound('mechanic');
  return found;
}

// As JSON: node-postgres reads arrays of thousands of numbers much more slowly.
const column = (expression: string) => `coalesce(json_agg(${expression} ORDER BY m.id), '[]')`;
const sums = (name: string) => column(`coalesce(s.${name}, 0)`);

const SUMMARY = defineStatement({
  name: 'summarize-payouts',
  text: `SELECT ${column('m.id')} AS "mechanicIds", ${column('m.name')} AS names, ${column('m.phone')} AS phones,
      ${sums('net_earning_paise')} AS "netEarningPaise", ${sums('paid_out_paise')} AS "paidOutPaise",
      ${sums('pending_commission_paise')} AS "pendingCommissionPaise", ${sums('cash_kept_paise')} AS "cashKeptPaise",
      ${jsonRows(`SELECT mechanic_id AS "mechanicId", sum(amount_paise) AS "amountPaise" FROM approvals
        WHERE ${isReserving('payout', '$1')} GROUP BY mechanic_id`)} AS reserved,
      ${jsonRows(`SELECT mechanic_id AS "mechanicId", sum(amount_paise) AS "amountPaise" FROM payment_run_rows
        WHERE ${IS_IN_TRANSIT} GROUP BY mechanic_id`)} AS "inTransit"
    FROM ${MECHANICS_WITH_BALANCES} WHERE ${IS_LISTED}`,
  row: z.object({
    mechanicIds: z.array(z.string()),
    names: z.array(z.nullable(z.string())),
    phones: z.array(z.nullable(z.string())),
    netEarningPaise: z.array(z.number()),
    paidOutPaise: z.array(z.number()),
    pendingCommissionPaise: z.array(z.number()),
    cashKeptPaise: z.array(z.number()),
    reserved: z.array(z.object({ mechanicId: z.string(), amountPaise: z.number() })),
    inTransit: z.array(z.object({ mechanicId: z.string(), amountPaise: z.number() })),
  }),
  example: [new Date(0)],
});

/** The totals of every mechanic, column by column (API-17). The name of an erased mechanic is null. */
export async function summarizePayouts({ database, now }: AppContext): Promise<PayoutsSummary> {
  const [found] = await database.rows(SUMMARY, [now()]);
  if (!found) throw new Error('an aggregate returned no row');
  return found;
}
