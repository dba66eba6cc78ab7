import { beforeEach, describe, expect, it } from 'vitest';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { moneyRecords } from '../../testing/money-records.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });
let customer: string;
let mechanic: string;
let next = 0;

const UNKNOWN_ID = '65f00000000000000000dead';
const newId = () => `65f2${(++next).toString(16).padStart(20, '0')}`;
const newTransaction = () => `LOYAL${++next}`;
const { sql } = test;

/** A customer and an approved mechanic, each with ₹250.50 in their wallet. */
beforeEach(async () => {
  [customer, mechanic] = [newId(), newId()];
  await sql('INSERT INTO users (id, name, created_at) VALUES ($1, $2, now())', [customer, 'Meena Sharma']);
  await moneyRecords(test).mechanic(mechanic, { name: 'Ravi Kumar' });
  await state('users', customer, 25050);
  await state('mechanics', mechanic, 25050);
});

const pay = (input: Record<string, unknown> = {}) =>
  test.send('POST', '/admin/pay/loyality', {
    amount: 250.5,
    usertype: 'user',
    transaction_id: newTransaction(),
    userid: customer,
    ...input,
  });
const payMechanic = (input: Record<string, unknown> = {}) =>
  pay({ usertype: 'mechnaic', userid: mechanic, ...input });
const state = (table: 'users' | 'mechanics', id: string, paise: number) =>
  moneyRecords(test).wallet(table, id, paise);
const walletOf = async (table: 'users' | 'mechanics', id: string) =>
  (await sql(`SELECT wallet_paise FROM ${table} WHERE id = $1`, [id])).rows[0].wallet_paise;

describe('a loyalty payout', () => {
  it('[LOYA-03, API-05] empties the wallet of a customer', async () => {
    const transaction = newTransaction();
    expect((await pay({ transaction_id: transaction })).body).toEqual({
      status: true,
      message: `₹250.50 paid, transaction ID ${transaction}.`,
    });
    const { body } = await test.get(`/admin/users/${customer}`);
    expect(body.data.wallet_amount).toBe(0);
  });

  it('[LOYA-03] empties the wallet of a mechanic and leaves the balance unchanged', async () => {
    expect((await payMechanic({ amount: '250.50' })).status).toBe(200);
    const { body } = await test.get(`/admin/mechanics/${mechanic}/balance`);
    expect(body.data).toMatchObject({ wallet: 0, netBalance: 0, totalPayout: 0 });
  });

  it('[SECU-05] records the wallet amount before and after in the activity log', async () => {
    await pay();
    const [entry] = await test.activity({ entity: 'user', id: customer });
    expect(entry).toMatchObject({ action: 'paid', entityName: 'Meena Sharma' });
    expect(entry.changes).toContainEqual({ field: 'walletPaise', before: 25050, after: 0 });
  });

  it.each([1000, 999, 1, 0, null])('[LOYA-02] rejects a wallet of %j paise with 409', async (paise) => {
    const walletOwner = newId();
    await sql('INSERT INTO users (id, created_at) VALUES ($1, now())', [walletOwner]);
    if (paise !== null) await state('users', walletOwner, paise);
    await expectError(
      pay({ userid: walletOwner, amount: paise ? paise / 100 : 250.5 }),
      409,
      'Loyalty payout requires wallet amount to be more than ₹10',
    );
    expect(await walletOf('users', walletOwner)).toBe(paise);
  });

  it('[LOYA-02] pays a wallet that is one paisa above ₹10', async () => {
    await state('users', customer, 1001);
    expect((await pay({ amount: 10.01 })).status).toBe(200);
  });

  it.each([250.49, 250.51, 1, '1000000'])(
    '[LOYA-04] rejects ₹%s with 409 when the wallet contains another amount',
    async (amount) => {
      const { status, body } = await pay({ amount });
      expect(status).toBe(409);
      expect(body.message).toMatch(/^The wallet is now ₹250.50, not ₹.*\. Nothing was paid\.$/);
      expect(await walletOf('users', customer)).toBe(25050);
    },
  );

  it.each(['pending', 'sent_for_verification', 'rejected', null])(
    '[LOYA-04] rejects a mechanic with the status %j',
    async (status) => {
      await sql('UPDATE mechanics SET status = $2 WHERE id = $1', [mechanic, status]);
      expect((await payMechanic()).body).toEqual({
        status: false,
        message: 'Loyalty can be paid only to an approved mechanic.',
      });
      expect(await walletOf('mechanics', mechanic)).toBe(25050);
    },
  );

  it('[LOYA-04] pays blocked customers and blocked mechanics', async () => {
    await sql('UPDATE users SET is_blocked = true WHERE id = $1', [customer]);
    await sql('UPDATE mechanics SET is_blocked = true WHERE id = $1', [mechanic]);
    expect([(await pay()).status, (await payMechanic()).status]).toEqual([200, 200]);
  });

  it('[API-05] returns 404 for an unknown payee, a payee of the other kind, and an erased payee with an empty wallet', async () => {
    expect((await pay({ userid: UNKNOWN_ID })).body.message).toBe('There is no customer with this id.');
    expect((await pay({ userid: mechanic })).status).toBe(404);
    expect((await payMechanic({ userid: customer })).body.message).toBe('There is no mechanic with this id.');
    await pay();
    await test.send('DELETE', `/user/deleteuser/${customer}`);
    expect((await pay()).status).toBe(404);
  });

  it.each([
    ['amount', '1e3'],
    ['amount', '２５０'],
    ['amount', 0.001],
    ['amount', -250.5],
    ['amount', 0],
    ['amount', 250.505],
    ['amount', undefined],
    ['usertype', 'mechanic'],
    ['userid', 'nonsense'],
    ['transaction_id', undefined],
  ])('[LOYA-04, API-14] rejects %s %j with 400 and names the field', async (field, value) => {
    await expectFieldErrors(pay({ [field]: value }), field);
    expect(await walletOf('users', customer)).toBe(25050);
  });
});

describe('the transaction id of a loyalty payout', () => {
  it('[LOYA-04] makes a repeated request return the first response, although the wallet is empty', async () => {
    const transaction = newTransaction();
    const first = await pay({ transaction_id: transaction });
    expect((await pay({ transaction_id: ` ${transaction.toLowerCase()} `, amount: '250.50' })).body).toEqual(
      first.body,
    );
    await state('users', customer, 2 * 25050);
    expect((await pay({ transaction_id: transaction })).body).toEqual(first.body);
    expect(await walletOf('users', customer)).toBe(25050);
  });

  it('[LOYA-04] is rejected for another payee with a message about the existing payment', async () => {
    const transaction = newTransaction();
    await pay({ transaction_id: transaction });
    await expectError(
      payMechanic({ transaction_id: transaction }),
      409,
      `Transaction ID ${transaction} was already used to pay ₹250.50 of loyalty to Meena Sharma on 5 Nov 2026, 9:05 am. Nothing was paid.`,
    );
    expect(await walletOf('mechanics', mechanic)).toBe(25050);
  });

  it('[LOYA-04] must also be unique among payouts to mechanics', async () => {
    const records = moneyRecords(test);
    await records.payment(newId(), { mechanic_id: mechanic, amount_paise: 100_000 });
    await records.post();
    const payout = (transaction_id: string) =>
      test.send('POST', '/booking/create/apyout', {
        mechanicid: mechanic,
        transaction_id,
        amount: '5',
        paymentmethod: 'online',
      });
    const [first, second] = [newTransaction(), newTransaction()];
    expect((await payMechanic({ transaction_id: first })).status).toBe(200);
    expect((await payout(first)).body.message).toContain('of loyalty to Ravi Kumar');
    expect((await payout(second)).status).toBe(200);
    expect((await pay({ transaction_id: second })).body.message).toContain(
      `${second} was already used to pay ₹5 to Ravi Kumar`,
    );
    expect(await walletOf('users', customer)).toBe(25050);
  });
});

describe('concurrent loyalty payouts', () => {
  it('[LOYA-04] pay a wallet only once', async () => {
    const responses = await Promise.all(Array.from({ length: 25 }, () => pay()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(24);
    const { rows } = await sql('SELECT sum(amount_paise) AS paid FROM loyalty_payouts WHERE user_id = $1', [
      customer,
    ]);
    expect(Number(rows[0].paid)).toBe(25050);
  });

  it('[LOYA-04] pay only one of two payees when they have the same transaction id', async () => {
    const transaction_id = newTransaction();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? pay({ transaction_id }) : payMechanic({ transaction_id }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect((await walletOf('users', customer)) + (await walletOf('mechanics', mechanic))).toBe(25050);
  });
});

it('[LOYA-04] the database rejects changes to and deletions of loyalty payouts and wallet entries', async () => {
  await pay();
  for (const statement of [
    'UPDATE loyalty_payouts SET amount_paise = 1',
    'DELETE FROM loyalty_payouts',
    'TRUNCATE loyalty_payouts CASCADE',
    'UPDATE wallet_entries SET amount_paise = 1',
    'DELETE FROM wallet_entries',
    'TRUNCATE wallet_entries',
    "UPDATE transaction_ids SET key = 'x'",
    'DELETE FROM transaction_ids',
  ])
    await expect(sql(statement), statement).rejects.toThrow('is append-only');
});
