import { expect } from 'vitest';
import { approvalTestTeam, type Person } from './approval-test-team.ts';
import { verifyIntegrity } from './integrity.ts';
import { moneyRecords } from './money-records.ts';
import { serviceKeyHeader } from './service-key.ts';

interface PaymentOptions {
  readonly rupees?: number;
  readonly method?: string;
  readonly mechanic?: string | null;
}

const DAY_MS = 86_400_000;
const dayAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Adds customer payments and calls for their refunds and disputes to the team of `approvalTestTeam` (REFD-01 to REFD-03). */
export function refundsUnderTest() {
  const team = approvalTestTeam();
  const { send, sql, newId, newTransaction } = team;
  let headers: { authorization: string } | null = null;

  const payment = async ({ rupees = 1000, method = 'upi', mechanic = team.mechanic }: PaymentOptions = {}) => {
    const id = newId();
    const fields = { amount_paise: rupees * 100, method, mechanic_id: mechanic };
    await moneyRecords(team.test).payment(id, fields);
    await moneyRecords(team.test).post();
    return id;
  };
  const ask = (who: Person, paymentId: string, amount: number, other: object = {}) =>
    send(who, 'POST', `/admin/payments/${paymentId}/refunds`, {
      ...{ kind: 'part', amount, mechanicPercent: 0, reason: 'Late by two hours', key: newTransaction() },
      ...other,
    });
  const open = (who: Person, paymentId: string, amount: number, other: object = {}) =>
    send(who, 'POST', `/admin/payments/${paymentId}/disputes`, {
      ...{
        amount,
        dueOn: dayAfter(team.test.clock.now, 15),
        reason: 'The customer did not know it',
        key: newTransaction(),
      },
      ...other,
    });
  /** Decides a dispute. */
  const decide = (who: Person, id: string, lost: boolean, mechanicPercent = 0) =>
    send(who, 'POST', `/admin/refunds/${id}/outcome`, { lost, mechanicPercent, reason: 'The bank says so' });
  const ingest = async (...records: readonly object[]) => {
    headers ??= await serviceKeyHeader(team.test.database, 'refunds', 'payments');
    const { status, body } = await team.test.call('POST', '/ingest/refunds', { headers, body: records });
    expect([200, 207]).toContain(status);
    return body.results;
  };
  const confirm = async (refund: { _id: string; paymentId: string; amount: number }) => {
    const { _id: refundId, paymentId, amount } = refund;
    const [result] = await ingest({ _id: newId(), paymentId, refundId, amount, status: 'confirmed' });
    return result;
  };
  /** Sets the status of the payment as the marketplace states it. */
  const state = async (id: string, status: string) => {
    await sql('UPDATE payments SET status = $2 WHERE id = $1', [id, status]);
    await moneyRecords(team.test).post();
  };
  return {
    ...{ team, payment, ask, open, decide, ingest, confirm, state },
    /** Creates a refund that the marketplace has confirmed. */
    refunded: async (paymentId: string, amount: number, other: object = {}) => {
      const { status, body } = await ask(team.people.owner, paymentId, amount, other);
      expect([status, body.message]).toEqual([200, expect.any(String)]);
      expect(await confirm(body.data)).toMatchObject({ outcome: 'updated' });
      return body.data._id as string;
    },
    balance: async (mechanic = team.mechanic): Promise<number> => {
      const { rows } = await sql('SELECT balance_paise AS paise FROM mechanic_balances WHERE mechanic_id = $1', [
        mechanic,
      ]);
      return rows[0]?.paise ?? 0;
    },
    refundable: async (who: Person, id: string) =>
      (await team.test.call('GET', `/admin/payments/${id}/refundable`, { token: who.token })).body.data,
    events: async (id: string) =>
      (await sql(`SELECT type, data FROM events WHERE data ->> 'id' = $1 ORDER BY sequence`, [id])).rows,
    issues: async () => (await verifyIntegrity(team.test.database)).issues,
  };
}
