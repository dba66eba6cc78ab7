import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payLoyalty } from '../../features/loyalty/pay-loyalty.ts';
import { readSettings } from '../../settings.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { wallets } from './wallets.ts';

const CUSTOMER = '65f0000000000000000000a1';
const settings = readSettings({});
const nobody = { id: null, email: null, address: null, requestId: null };

let test: TestDatabase;

/** A customer for whose wallet the source states ₹250.50. */
beforeEach(async () => {
  test = await createTestDatabase();
  await test.database.pool.query("INSERT INTO users (id, name, created_at) VALUES ($1, 'Meena Sharma', now())", [
    CUSTOMER,
  ]);
  await state(25_050);
});
afterEach(() => test.drop());

const state = (paise: number) => moneyRecords(test).wallet('users', CUSTOMER, paise);
const pay = (amountPaise: number, transactionId: string) =>
  payLoyalty(
    { database: test.database, now: () => new Date(), settings, actor: nobody },
    {
      payeeKind: 'user',
      payeeId: CUSTOMER,
      amountPaise,
      transactionId,
    },
  );

async function wallet(): Promise<number> {
  const { rows } = await test.database.pool.query<{ paise: number }>('SELECT wallet_paise AS paise FROM users');
  return rows[0]?.paise ?? Number.NaN;
}

const verify = async () => (await verifyIntegrity(test.database, [wallets])).issues;

describe('a wallet', () => {
  it('[LOYA-05] that was paid out grows by the difference that the source states', async () => {
    await pay(25_050, 'UTR1');
    await state(25_050);
    expect(await wallet()).toBe(0);
    await state(25_050 + 2000);
    expect(await wallet()).toBe(2000);
    await expect(pay(27_050, 'UTR2')).rejects.toThrow(/^The wallet holds ₹20 now/);
    await pay(2000, 'UTR3');
    expect([await wallet(), await verify()]).toEqual([0, []]);
  });

  it('[LOYA-05] consists of entries with their kind', async () => {
    await pay(25_050, 'UTR1');
    await state(30_000);
    const { rows } = await test.database.pool.query('SELECT kind, amount_paise FROM wallet_entries ORDER BY id');
    expect(rows).toEqual([
      { kind: 'opening', amount_paise: 25_050 },
      { kind: 'loyalty_payout', amount_paise: -25_050 },
      { kind: 'source_change', amount_paise: 4950 },
    ]);
  });

  it.each([
    ['is not the sum of its entries', 'UPDATE users SET wallet_paise = wallet_paise + 1'],
    [
      'differs from the value that its source states',
      `UPDATE wallet_entries SET amount_paise = amount_paise + 1 WHERE kind = 'opening'; UPDATE users SET wallet_paise = wallet_paise + 1`,
    ],
    [
      'has an entry that differs from its loyalty payout',
      `UPDATE wallet_entries SET amount_paise = amount_paise + 1 WHERE kind = 'loyalty_payout'; UPDATE users SET wallet_paise = wallet_paise + 1`,
    ],
    [
      'has an entry that nothing explains',
      `INSERT INTO wallet_entries (user_id, kind, amount_paise) VALUES ('${CUSTOMER}', 'adjustment', 100000); UPDATE users SET wallet_paise = wallet_paise + 100000`,
    ],
    [
      'has an entry that differs from its void',
      `INSERT INTO wallet_entries (user_id, kind, amount_paise, loyalty_payout_id)
         SELECT user_id, 'void', amount_paise, id FROM loyalty_payouts;
       UPDATE users SET wallet_paise = wallet_paise + 25050`,
    ],
    [
      'lacks the entry of a void',
      `INSERT INTO payout_voids (id, loyalty_payout_id, user_id, amount_paise, transaction_id, transaction_key, voided_at)
         SELECT repeat('9', 24), id, user_id, amount_paise, transaction_id, transaction_key, now() FROM loyalty_payouts`,
    ],
    [
      'lacks the entry of a loyalty payout',
      `DELETE FROM wallet_entries WHERE kind = 'loyalty_payout'; UPDATE users SET wallet_paise = wallet_paise + 25050`,
    ],
  ])('[LOYA-05, PRIV-05] that was tampered with is reported: it %s', async (issue, statements) => {
    await pay(25_050, 'UTR1');
    await tamper(test.database, statements);
    expect(await verify()).toEqual([`the wallet of customer ${CUSTOMER} ${issue}`]);
  });
});
