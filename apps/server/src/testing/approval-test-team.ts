import { payLoyalty } from '@wayside/contract/loyalty';
import { createPayout } from '@wayside/contract/payouts';
import type { Role } from '@wayside/contract/roles';
import { ownProfile } from '@wayside/contract/session';
import { paiseFromRupees } from '@wayside/contract/wire/money';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { moneyRecords } from './money-records.ts';
import { createTestApplication, encodeBody, type TestApplication, type TestResponse } from './test-application.ts';

const NOW = '2026-11-05T03:35:00Z';

/** An administrator with a session. */
export interface Person {
  readonly token: string;
  readonly id: string;
  readonly email: string;
}

/**
 * Creates an application for the tests of a file, at 9:05 on 5 November 2026 in India. Payments above ₹1,000, or
 * above ₹3,000 within a day, need approval. Each test has its own administrators and a mechanic who is owed ₹10,000
 * and has ₹2,000 in the wallet.
 */
export function approvalTestTeam() {
  let test: TestApplication;
  let mechanic: string;
  let people: { asha: Person; bala: Person; owner: Person };
  let last = 0;
  const newId = () => `65f7${(++last).toString(16).padStart(20, '0')}`;
  const newTransaction = () => `UTR${++last}`;
  const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);

  async function signIn(role: Role): Promise<Person> {
    const token = await test.signIn(role);
    const { body } = await test.call('GET', ownProfile.path, { token });
    return { token, id: body.data._id, email: body.data.email };
  }
  const send = (
    who: Person,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<TestResponse> =>
    test.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) });

  beforeAll(async () => {
    test = await createTestApplication({ now: new Date(NOW) });
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    test.clock.now = new Date(NOW);
    people = { asha: await signIn('finance'), bala: await signIn('manager'), owner: await signIn('owner') };
    mechanic = newId();
    const records = moneyRecords(test);
    await records.mechanic(mechanic, { name: 'Ravi Kumar' });
    await records.payment(newId(), { mechanic_id: mechanic, amount_paise: 1_000_000 });
    await records.post();
    await records.wallet('mechanics', mechanic, 200_000);
    await send(people.owner, 'PATCH', '/admin/approvals/settings', { limit: 1000, dayLimit: 3000 });
  });

  return {
    get test() {
      return test;
    },
    get mechanic() {
      return mechanic;
    },
    /** The administrators who can move money: Asha (finance), Bala (manager) and the owner. */
    get people() {
      return people;
    },
    newId,
    newTransaction,
    sql,
    signIn,
    send,
    /**
     * Requests a payment to the test's mechanic. @param other fields of the body that differ, by their names in the
     * API
     */
    pay: (who: Person, amount: string, other: object = {}) => {
      const body = encodeBody(createPayout, {
        mechanicId: mechanic,
        transactionId: newTransaction(),
        amountPaise: paiseFromRupees(amount) ?? 0,
        method: 'bank_transfer',
      });
      return send(who, 'POST', createPayout.path, { ...body, ...other });
    },
    /** Requests a payment of the mechanic's wallet. */
    payWallet: (who: Person, amount: number, other: object = {}) => {
      const body = encodeBody(payLoyalty, {
        payeeKind: 'mechanic',
        payeeId: mechanic,
        transactionId: newTransaction(),
        amountPaise: paiseFromRupees(amount) ?? 0,
      });
      return send(who, 'POST', payLoyalty.path, { ...body, ...other });
    },
    /** Requests a payout to the mechanic without a transaction id. */
    requestPayout: (who: Person, amount: number, other: object = {}) =>
      send(who, 'POST', '/admin/approvals', {
        ...{ kind: 'payout', payeeKind: 'mechanic', payeeId: mechanic, amount, method: 'bank_transfer' },
        ...{ note: 'Week 44', key: newTransaction() },
        ...other,
      }),
    /** Requests a payout that an administrator approves. @returns the id of the request */
    approved: async (who: Person, approver: Person, amount: number): Promise<string> => {
      const transaction = newTransaction();
      const { body } = await send(who, 'POST', '/admin/approvals', {
        ...{ kind: 'payout', payeeKind: 'mechanic', payeeId: mechanic, amount, method: 'bank_transfer' },
        ...{ note: 'Week 44', key: transaction },
      });
      await send(approver, 'POST', `/admin/approvals/${body.data._id}/approve`);
      return body.data._id;
    },
    /** Records the transaction id of an approved payment. */
    record: (who: Person, id: string, transactionId = newTransaction(), other: object = {}) =>
      send(who, 'POST', `/admin/approvals/${id}/record`, { transactionId, ...other }),
    approve: (who: Person, id: string) => send(who, 'POST', `/admin/approvals/${id}/approve`),
    reject: (who: Person, id: string, reason = 'Wrong month') =>
      send(who, 'POST', `/admin/approvals/${id}/reject`, { reason }),
    withdraw: (who: Person, id: string) => send(who, 'POST', `/admin/approvals/${id}/withdraw`),
    request: async (id: string) =>
      (await send(people.owner, 'GET', `/admin/approvals/${id}`)).body.data as Record<string, unknown>,
    /** Returns the amounts of the payouts to the mechanic, in paise. */
    paid: async () => {
      const { rows } = await sql('SELECT amount_paise FROM payouts WHERE mechanic_id = $1 ORDER BY amount_paise', [
        mechanic,
      ]);
      return rows.map((row): number => row.amount_paise);
    },
    reserved: async () => {
      const { body } = await send(people.owner, 'GET', '/admin/payouts/summary');
      const found = body.reserved.find(({ mechanicId }: { mechanicId: string }) => mechanicId === mechanic);
      return found?.amount ?? 0;
    },
    /** Returns the activity entries of a request, oldest first. */
    entries: async (id: string) => {
      const { rows } = await sql(
        `SELECT action, actor_id AS actor, note FROM activity WHERE entity = 'approval' AND entity_id = $1 ORDER BY id`,
        [id],
      );
      return rows;
    },
  };
}
