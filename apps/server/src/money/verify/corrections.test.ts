import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { payLoyalty } from '../../features/loyalty/pay-loyalty.ts';
import { voidPayment } from '../../features/payments-out/payments-out.ts';
import { adjustBalance } from '../../features/payouts/adjust-balance.ts';
import { createPayout } from '../../features/payouts/payouts.ts';
import { readSettings } from '../../settings.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const MECHANIC = '65f0000000000000000000a1';
const settings = readSettings({});
const nobody = { id: null, email: null, address: null, requestId: null };

let test: TestDatabase;
let ids: Record<'payout' | 'loyalty' | 'payoutVoid' | 'loyaltyVoid' | 'adjustment', string>;

/** A mechanic with a voided payout of ₹50, a voided loyalty payout of ₹30, and a debit of ₹7. */
beforeEach(async () => {
  test = await createTestDatabase();
  const records = moneyRecords(test);
  const context = { database: test.database, now: () => new Date(), settings, actor: nobody };
  await records.mechanic(MECHANIC);
  await records.wallet('mechanics', MECHANIC, 3000);
  await records.payment('65f0000000000000000000c1', { mechanic_id: MECHANIC, amount_paise: 10_000 });
  const order = { mechanicId: MECHANIC, amountPaise: 5000, method: 'cash', transactionId: 'UTR1' } as const;
  const payout = (await createPayout(context, order)).paymentId ?? '';
  const wallet = { payeeKind: 'mechanic', payeeId: MECHANIC, amountPaise: 3000, transactionId: 'UTR2' } as const;
  const loyalty = (await payLoyalty(context, wallet)).paymentId ?? '';
  await voidPayment(context, { kind: 'payout', id: payout, reason: 'Returned' });
  await voidPayment(context, { kind: 'loyalty', id: loyalty, reason: 'Returned' });
  const { adjustmentId } = await adjustBalance(context, {
    ...{ mechanicId: MECHANIC, amountPaise: -700, reason: 'Tools', key: 'k1' },
  });
  const voidOf = async (column: string) =>
    (await test.database.pool.query(`SELECT id FROM payout_voids WHERE ${column} IS NOT NULL`)).rows[0].id;
  const [payoutVoid, loyaltyVoid] = [await voidOf('payout_id'), await voidOf('loyalty_payout_id')];
  ids = { payout, loyalty, payoutVoid, loyaltyVoid, adjustment: adjustmentId };
});
afterEach(() => test.drop());

const verify = async () => (await verifyIntegrity(test.database)).issues;

describe('[PAYO-11, PRIV-05] the integrity checks of voids and adjustments', () => {
  it('pass what was voided and adjusted here', async () => {
    const { issues, lines } = await verifyIntegrity(test.database);
    expect(issues).toEqual([]);
    expect(lines).toContain('Voids and adjustments: 2 voids and 1 adjustment, as in the activity log');
  });

  it('find a void without the reversal of its payout', async () => {
    await tamper(
      test.database,
      `DELETE FROM ledger_entries WHERE kind = 'reversal'; UPDATE mechanic_balances SET paid_out_paise = paid_out_paise + 5000`,
    );
    expect(await verify()).toContain(`payout ${ids.payout} is not in the ledger as the rules require`);
  });

  it('find a void that was removed, so that its payout would count again', async () => {
    await tamper(test.database, `DELETE FROM payout_voids WHERE id = '${ids.payoutVoid}'`);
    const issues = await verify();
    expect(issues).toContain(`payout ${ids.payout} is not in the ledger as the rules require`);
    expect(issues).toContain(`void ${ids.payoutVoid}, logged in row 3 of the activity, is missing`);
  });

  it('find a void that nobody has made', async () => {
    await tamper(
      test.database,
      `UPDATE activity SET action = 'updated' WHERE action = 'voided' AND changes @> '[{"after": "${ids.loyaltyVoid}"}]'`,
    );
    expect(await verify()).toContain(`void ${ids.loyaltyVoid} has no activity row`);
  });

  it.each([
    ['amount', 'amount_paise = 4000'],
    ['transaction id', "transaction_key = 'utr9', transaction_id = 'UTR9'"],
  ])('find a void whose %s was changed', async (_, change) => {
    await tamper(test.database, `UPDATE payout_voids SET ${change} WHERE id = '${ids.payoutVoid}'`);
    const issues = await verify();
    expect(issues).toContain(`void ${ids.payoutVoid} differs from row 3 of the activity`);
    expect(issues).toContain(`void ${ids.payoutVoid} differs from its payment`);
  });

  it('find an adjustment without its ledger row', async () => {
    await tamper(
      test.database,
      `DELETE FROM ledger_entries WHERE kind = 'adjustment'; UPDATE mechanic_balances SET net_earning_paise = net_earning_paise + 700`,
    );
    expect(await verify()).toContain(`adjustment ${ids.adjustment} is not in the ledger as the rules require`);
  });

  it('find a ledger row without its adjustment', async () => {
    await tamper(test.database, 'DELETE FROM adjustments');
    const issues = await verify();
    expect(issues).toContain(`the ledger has rows of adjustment ${ids.adjustment}, which does not exist`);
    expect(issues).toContain(`adjustment ${ids.adjustment}, logged in row 5 of the activity, is missing`);
  });

  it('find an adjustment whose amount was changed everywhere', async () => {
    await tamper(
      test.database,
      `UPDATE adjustments SET amount_paise = 700;
       UPDATE ledger_entries SET net_paise = 700 WHERE kind = 'adjustment';
       UPDATE mechanic_balances SET net_earning_paise = net_earning_paise + 1400`,
    );
    expect(await verify()).toContain(`adjustment ${ids.adjustment} differs from row 5 of the activity`);
  });

  it.each(['payout_voids', 'adjustments'])(
    '%s keep everything but their reason, whose removal alone is found',
    async (table) => {
      const { pool } = test.database;
      const isAppendOnly = /is append-only/;
      await expect(pool.query(`UPDATE ${table} SET amount_paise = 1`)).rejects.toThrow(isAppendOnly);
      await expect(pool.query(`UPDATE ${table} SET reason = 'Another one'`)).rejects.toThrow(isAppendOnly);
      await expect(pool.query(`DELETE FROM ${table}`)).rejects.toThrow(isAppendOnly);
      await pool.query(`UPDATE ${table} SET reason = NULL`);
      const issues = await verify();
      expect(issues).not.toEqual([]);
      for (const issue of issues)
        expect(issue).toMatch(/^the reason of (void|adjustment) [0-9a-f]{24} differs from row/);
    },
  );
});
