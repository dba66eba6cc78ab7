import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payLoyalty } from '../../features/loyalty/pay-loyalty.ts';
import { createPayout } from '../../features/payouts/payouts.ts';
import { readSettings } from '../../settings.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { earnings } from './earnings.ts';
import { payouts, transactionIds } from './payouts.ts';
import { balances } from './stored-sums.ts';
import { wallets } from './wallets.ts';

const MECHANIC = '65f0000000000000000000a1';
const OTHER = '65f0000000000000000000a2';
const settings = readSettings({});
const nobody = { id: null, email: null, address: null, requestId: null };

let test: TestDatabase;

/** A mechanic with payouts of ₹50 of earnings, ₹30 of loyalty, and an imported one. */
beforeEach(async () => {
  test = await createTestDatabase();
  const records = moneyRecords(test);
  const context = { database: test.database, now: () => new Date(), settings, actor: nobody };
  await records.mechanic(MECHANIC);
  await records.mechanic(OTHER);
  await records.wallet('mechanics', MECHANIC, 3000);
  await records.payment('65f0000000000000000000c1', { mechanic_id: MECHANIC, amount_paise: 10_000 });
  await test.database.pool.query(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise) VALUES ('65f0000000000000000000d1', $1, 'UTR0', 'utr0', 100)`,
    [MECHANIC],
  );
  const order = { mechanicId: MECHANIC, amountPaise: 5000, method: 'cash', transactionId: 'UTR1' } as const;
  await createPayout(context, order);
  await payLoyalty(context, {
    payeeKind: 'mechanic',
    payeeId: MECHANIC,
    amountPaise: 3000,
    transactionId: 'UTR2',
  });
});
afterEach(() => test.drop());

const verify = async () =>
  (await verifyIntegrity(test.database, [balances, earnings, wallets, transactionIds, payouts])).issues;

async function idOf(transactionId: string): Promise<string> {
  const { rows } = await test.database.pool.query<{ id: string }>(
    `SELECT id FROM payouts WHERE transaction_id = $1 UNION SELECT id FROM loyalty_payouts WHERE transaction_id = $1`,
    [transactionId],
  );
  return rows[0]?.id ?? '';
}

const OF_PAYOUT = "(SELECT id FROM payouts WHERE transaction_id = 'UTR1')";

describe('[SECU-05, PRIV-05] the integrity check of payouts', () => {
  it('passes payouts that match the activity log', async () => {
    expect(await verify()).toEqual([]);
  });

  it('finds a payout that was removed with everything derived from it, so that it would be paid again', async () => {
    const id = await idOf('UTR1');
    await tamper(
      test.database,
      `
      DELETE FROM ledger_entries WHERE source_id = ${OF_PAYOUT};
      DELETE FROM transaction_ids WHERE payout_id = ${OF_PAYOUT};
      DELETE FROM payouts WHERE transaction_id = 'UTR1';
      UPDATE mechanic_balances SET paid_out_paise = paid_out_paise - 5000`,
    );
    expect(await verify()).toEqual([`payout ${id}, logged in row 1 of the activity, is missing`]);
  });

  it('finds a loyalty payout that was removed with everything derived from it', async () => {
    const id = await idOf('UTR2');
    await tamper(
      test.database,
      `
      DELETE FROM wallet_entries WHERE kind = 'loyalty_payout';
      DELETE FROM transaction_ids WHERE loyalty_payout_id IS NOT NULL;
      DELETE FROM loyalty_payouts;
      UPDATE mechanics SET wallet_paise = 3000 WHERE id = '${MECHANIC}'`,
    );
    expect(await verify()).toEqual([`loyalty payout ${id}, logged in row 2 of the activity, is missing`]);
  });

  it.each([
    [
      'amount',
      `UPDATE payouts SET amount_paise = 4000 WHERE transaction_id = 'UTR1';
       UPDATE ledger_entries SET paid_out_paise = 4000 WHERE source_id = ${OF_PAYOUT};
       UPDATE mechanic_balances SET paid_out_paise = paid_out_paise - 1000`,
    ],
    [
      'payee',
      `UPDATE payouts SET mechanic_id = '${OTHER}' WHERE transaction_id = 'UTR1';
       UPDATE ledger_entries SET mechanic_id = '${OTHER}' WHERE source_id = ${OF_PAYOUT};
       UPDATE mechanic_balances SET paid_out_paise = paid_out_paise - 5000;
       INSERT INTO mechanic_balances VALUES ('${OTHER}', 0, 0, 0, 5000)`,
    ],
    [
      'transaction id',
      `UPDATE transaction_ids SET key = 'utr9' WHERE payout_id = ${OF_PAYOUT};
       UPDATE payouts SET transaction_id = 'UTR9', transaction_key = 'utr9' WHERE transaction_id = 'UTR1'`,
    ],
  ])('finds a payout whose %s was changed everywhere', async (_, statements) => {
    const id = await idOf('UTR1');
    await tamper(test.database, statements);
    expect(await verify()).toEqual([`payout ${id} differs from row 1 of the activity`]);
  });

  it.each(['UTR0', 'UTR1'])(
    '[OWN-05] finds another method of payout %s, imported or not',
    async (transactionId) => {
      const id = await idOf(transactionId);
      await moneyRecords(test).post();
      await tamper(test.database, `UPDATE payouts SET method = 'online' WHERE id = '${id}'`);
      expect(await verify()).toEqual([`payout ${id} is not in the ledger as the rules require`]);
    },
  );

  it('[OWN-05] finds another method of a payment', async () => {
    await moneyRecords(test).post();
    await tamper(test.database, "UPDATE payments SET method = 'card'");
    expect(await verify()).toEqual(['payment 65f0000000000000000000c1 is not in the ledger as the rules require']);
  });

  it('finds a payout without an activity row', async () => {
    const id = await idOf('UTR0');
    await tamper(test.database, "UPDATE payouts SET request_hash = '\\x00' WHERE transaction_id = 'UTR0'");
    expect(await verify()).toEqual([`payout ${id} has no activity row`]);
  });
});
