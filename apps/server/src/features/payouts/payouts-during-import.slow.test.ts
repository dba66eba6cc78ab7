import { ObjectId } from 'bson';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { postPendingEntriesRepeatedly } from '../../money/ledger/post-entries.ts';
import { collections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { applyBatch } from '../../sync/import/apply-batch.ts';
import { eventually } from '../../testing/eventually.ts';
import { importFiles } from '../../testing/import-run.ts';
import { mechanicWithBalance } from '../../testing/mechanic-with-balance.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const owed = mechanicWithBalance();
const { application, pay, balance, newId, newTransaction } = owed;
const AT = '2026-03-01T10:00:00.000Z';

const payoutBySource = (rupees: number) => ({
  _id: newId(),
  mechanicId: owed.mechanic,
  transactionId: newTransaction(),
  amount: rupees,
  payoutDate: AT,
});
const paidPayment = (fields: { readonly amount?: number; readonly bookingId?: string } = {}) => ({
  _id: newId(),
  bookingId: null,
  amount: 500,
  status: 'paid',
  paymentMethod: 'online',
  mechnaicId: owed.mechanic,
  transactionDate: AT,
  createdAt: AT,
  ...fields,
});
const manyNotifications = () =>
  Array.from({ length: 30_000 }, () => ({
    _id: new ObjectId().toHexString(),
    message: 'x',
    type: 'all',
    createdAt: AT,
  }));

describe('[PAYO-10] a payout during an import', { timeout: 300_000 }, () => {
  it('includes a committed batch while the import continues with other records', async () => {
    const paid = payoutBySource(900);
    let isOver = false;
    const importing = importFiles(application.database, {
      payouts: [paid],
      notifications: manyNotifications(),
    }).finally(() => {
      isOver = true;
    });
    await eventually('the imported payout', async () => {
      const { rows } = await application.database.pool.query('SELECT FROM payouts WHERE id = $1', [paid._id]);
      return rows.length === 1;
    });
    const { status, body } = await pay({ amount: '900' });
    const balanceAfter = await balance();
    expect(isOver, 'the import goes on').toBe(false);
    expect([status, body.message]).toEqual([409, 'The balance is now ₹100, less than ₹900. Nothing was paid.']);
    expect(balanceAfter).toMatchObject({ netBalance: 100, totalPayout: 900 });
    expect((await importing).code).toBe(0);
    expect(await balance()).toMatchObject({ netBalance: 100 });
  });

  it('waits for an uncommitted batch and includes it', async () => {
    const client = await application.database.pool.connect();
    const row = collections.payouts.toRow({
      id: newId(),
      mechanic: { id: owed.mechanic },
      transactionId: newTransaction(),
      amountPaise: 90_000,
      method: 'online',
      paidAt: AT,
    });
    await client.query('BEGIN');
    await applyBatch(client, collections.payouts as RecordDefinition, [{ id: row[0], row, version: null }], {
      keys: application.keys,
      isExpected: () => false,
      documentHosts: [],
    });
    const paying = pay({ amount: '900' });
    await untilLockWait(application.database, 'the payout to wait for the batch');
    await client.query('COMMIT');
    client.release();
    expect((await paying).body.message).toBe('The balance is now ₹100, less than ₹900. Nothing was paid.');
  });

  it.each([
    ['a refund', (first: ReturnType<typeof paidPayment>) => ({ payments: [{ ...first, status: 'refunded' }] })],
    [
      'a cancellation',
      (first: ReturnType<typeof paidPayment>) => ({
        bookings: [{ _id: first.bookingId, status: 'cancelled', createdAt: AT }],
      }),
    ],
  ])('includes %s in the next payout', async (_, change) => {
    const booking = newId();
    const payment = paidPayment({ bookingId: booking });
    await importFiles(application.database, {
      bookings: [{ _id: booking, status: 'completed', mechanicid: owed.mechanic, createdAt: AT }],
      payments: [payment],
    });
    expect(await balance()).toMatchObject({ netBalance: 1500 });
    await importFiles(application.database, change(payment));
    expect((await pay({ amount: '1500' })).body.message).toBe(
      'The balance is now ₹1,000, less than ₹1,500. Nothing was paid.',
    );
    expect(await balance()).toMatchObject({ netBalance: 1000 });
  });

  it('never returns a balance that omits a committed record', async () => {
    await importFiles(application.database, {
      payments: [paidPayment({ amount: 250 })],
      payouts: [payoutBySource(50)],
    });
    const { rows } = await application.database.pool.query('SELECT FROM pending_postings');
    expect(rows).toEqual([]);
    expect(await balance()).toMatchObject({ netBalance: 1200, totalPayout: 50 });
  });
});

describe('[PAYO-10] a record written by another program', () => {
  const writeElsewhere = () =>
    application.database.pool.query(
      'INSERT INTO payouts (id, mechanic_id, amount_paise, paid_at) VALUES ($1, $2, 90000, now())',
      [newId(), owed.mechanic],
    );

  it('is posted by a payout to the mechanic before the payout reads the balance', async () => {
    await writeElsewhere();
    expect((await pay({ amount: '900' })).body.message).toBe(
      'The balance is now ₹100, less than ₹900. Nothing was paid.',
    );
    expect((await pay({ amount: '100' })).status).toBe(200);
    expect(await balance()).toMatchObject({ netBalance: 0, totalPayout: 1000 });
  });

  it('is posted by a running server without a payout', async () => {
    const end = postPendingEntriesRepeatedly(application.database, pino({ level: 'silent' }));
    try {
      await writeElsewhere();
      await eventually('the posted payout', async () => (await balance()).netBalance === 100);
    } finally {
      await end();
    }
  });
});
