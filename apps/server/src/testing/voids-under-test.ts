import { expect } from 'vitest';
import { approvalTestTeam, type Person } from './approval-test-team.ts';
import { verifyIntegrity } from './integrity.ts';

/** Adds payments and their voids to the application and team of `approvalTestTeam` (PAYO-11). */
export function voidsUnderTest() {
  const team = approvalTestTeam();
  const { pay, payWallet, send, sql, newTransaction } = team;

  const kindOf = async (id: string): Promise<string> =>
    (await sql('SELECT FROM loyalty_payouts WHERE id = $1', [id])).rowCount === 1 ? 'loyalty' : 'payout';
  const voidOf = async (who: Person, id: string, reason = 'Returned: the account is closed') =>
    send(who, 'POST', `/admin/payments-out/${await kindOf(id)}/${id}/void`, { reason });
  const idOf = async (transactionId: string): Promise<string> => {
    const text = `SELECT id FROM payouts WHERE transaction_id = $1 UNION SELECT id FROM loyalty_payouts WHERE transaction_id = $1`;
    return (await sql(text, [transactionId])).rows[0].id;
  };
  async function paid(amount = '400', who: Person = team.people.asha) {
    const transactionId = newTransaction();
    expect((await pay(who, amount, { transaction_id: transactionId })).status).toBe(200);
    return { id: await idOf(transactionId), transactionId };
  }
  async function paidWallet(who: Person = team.people.asha) {
    await send(team.people.owner, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    const transactionId = newTransaction();
    expect((await payWallet(who, 2000, { transaction_id: transactionId })).status).toBe(200);
    return { id: await idOf(transactionId), transactionId };
  }
  const read = async (path: string, query: Record<string, string> = {}) =>
    (await team.test.call('GET', path, { token: team.people.owner.token, query })).body;
  const owed = async () => (await read(`/admin/mechanics/${team.mechanic}/balance`)).data;
  const issues = async () => (await verifyIntegrity(team.test.database)).issues;
  const voidedEvents = async (id: string) =>
    (await sql(`SELECT data FROM events WHERE type = 'payout.voided' AND data ->> 'id' = $1`, [id])).rows;

  return { team, voidOf, idOf, paid, paidWallet, read, owed, issues, voidedEvents };
}
