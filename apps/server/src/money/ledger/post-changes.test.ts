import { describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { ledgerUnderTest } from '../../testing/ledger-under-test.ts';
import { postPendingEntries } from './post-entries.ts';

const ledger = ledgerUnderTest();
const { test, records, newId, appended, ledgerRows, day } = ledger;

describe('a posted earning', () => {
  it('[PAYO-08] keeps its rates when an administrator changes them, even after the payment is corrected', async () => {
    const payment = newId();
    await records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
    await records.post();
    await records.savedRates(50, 9900);
    await test.database.pool.query('CALL add_all_pending_postings()');
    expect(await appended()).toEqual([]);
    await records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 20_000 });
    expect(await appended()).toEqual([
      ['reversal', 'platform', -10_000, -1000, -4900, -4100],
      ['earning', 'platform', 20_000, 2000, 4900, 13_100],
    ]);
  });

  it('[PAYO-08] uses the rates of its date, even when it is imported late', async () => {
    await records.savedRates(50, 9900);
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 20_000, transacted_at: day(3) });
    await records.payment(newId(), {
      mechanic_id: ledger.mechanic,
      amount_paise: 20_000,
      transacted_at: null,
      created_at: day(3),
    });
    const now = await test.database.pool.query<{ later: Date }>("SELECT now() + interval '5 ms' AS later");
    await eventually('the saved rates', async () => {
      const { rows } = await test.database.pool.query<{ isLater: boolean }>('SELECT now() > $1 AS "isLater"', [
        now.rows[0]?.later,
      ]);
      return rows[0]?.isLater === true;
    });
    // A payment that is dated in the future or has no date is treated as dated at its arrival.
    for (const transacted_at of ['2999-01-01T00:00:00Z', null])
      await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 20_000, transacted_at });
    expect((await appended()).toSorted()).toEqual([
      ['earning', 'platform', 20_000, 10_000, 9900, 100],
      ['earning', 'platform', 20_000, 10_000, 9900, 100],
      ['earning', 'platform', 20_000, 2000, 4900, 13_100],
      ['earning', 'platform', 20_000, 2000, 4900, 13_100],
    ]);
  });

  it('[PAYO-08] is reversed and posted again when an import adds rates for its date', async () => {
    await records.rates(10, 4900, day(1));
    for (const date of [2, 5])
      await records.payment(newId(), {
        mechanic_id: ledger.mechanic,
        amount_paise: 10_000,
        transacted_at: day(date),
      });
    await records.post();
    await records.sourceRates(20, 4900, day(4));
    expect((await ledgerRows()).slice(-2)).toEqual([
      ['reversal', 'platform', -10_000, -1000, -4900, -4100],
      ['earning', 'platform', 10_000, 2000, 4900, 3100],
    ]);
    expect(await records.sums(ledger.mechanic)).toEqual([7200, 0, 0, 0, 7200]);
  });

  it('[PAYO-08] states the rate of its date, even when another rate results in the same amounts', async () => {
    await records.rates(10, 0, day(1));
    const payment = newId();
    await records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 1, transacted_at: day(5) });
    await records.post();
    await records.sourceRates(20, 0, day(4));
    const { rows } = await test.database.pool.query(
      'SELECT kind, commission_percent AS percent FROM ledger_entries WHERE source_id = $1 ORDER BY id',
      [payment],
    );
    expect(rows).toEqual([
      { kind: 'earning', percent: '10' },
      { kind: 'reversal', percent: '10' },
      { kind: 'earning', percent: '20' },
    ]);
  });

  it('[PAYO-08] keeps the rates of an administrator that were saved later than the source’s', async () => {
    await records.rates(10, 4900, day(1));
    await records.savedRates(50, 4900);
    await records.sourceRates(20, 4900, day(4));
    const { rows } = await test.database.pool.query('SELECT commission_percent AS percent FROM configurations');
    expect(rows).toEqual([{ percent: 50 }]);
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 10_000, transacted_at: day(5) });
    expect(await appended()).toEqual([['earning', 'platform', 10_000, 2000, 4900, 3100]]);
  });

  it('[PAYO-08] includes the fee of its booking, regardless of when the booking is imported', async () => {
    const [booking, payment] = [newId(), newId()];
    await records.booking(booking, { mechanic_id: ledger.mechanic });
    await records.payment(payment, { booking_id: booking, amount_paise: 10_000 });
    await records.post();
    await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 300 });
    expect(await appended()).toEqual([
      ['reversal', 'platform', -10_000, -1000, -4900, -4100],
      ['earning', 'platform', 10_000, 1000, 300, 8700],
    ]);
  });

  it('[PAYO-08] is reversed by a refund and posted again when the payment is paid again', async () => {
    const payment = newId();
    const become = (status: string) =>
      records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 10_000, status });
    const earning = ['earning', 'platform', 10_000, 1000, 4900, 4100];
    const reversal = ['reversal', 'platform', -10_000, -1000, -4900, -4100];
    await become('paid');
    expect(await appended()).toEqual([earning]);
    await become('refunded');
    expect(await appended()).toEqual([reversal]);
    expect(await appended()).toEqual([]);
    await become('paid');
    expect(await appended()).toEqual([earning]);
    await become('failed');
    expect(await appended()).toEqual([reversal]);
    expect(await records.sums(ledger.mechanic)).toEqual([0, 0, 0, 0, 0]);
  });

  it.each([
    ['a booking is cancelled', 'UPDATE bookings SET status = $$cancelled$$ WHERE id = $1', [-8600, 0]],
    ['a booking goes to another mechanic', 'UPDATE bookings SET mechanic_id = $2 WHERE id = $1', [-8600, 8600]],
    [
      'a payment goes to another mechanic',
      'UPDATE payments SET mechanic_id = $2 WHERE booking_id = $1',
      [-8600, 8600],
    ],
    [
      'a payment turns out to be cash',
      "UPDATE payments SET method = 'cash' WHERE booking_id = $1",
      [-8600 - 1400, 0],
    ],
    [
      'a payment turns out to be of no booking',
      'UPDATE payments SET booking_id = NULL, mechanic_id = NULL WHERE booking_id = $1',
      [-8600, 0],
    ],
  ])('[PAYO-08] is corrected when %s', async (_, statement, [change, others]) => {
    const booking = newId();
    await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 400 });
    await records.payment(newId(), { booking_id: booking, amount_paise: 10_000 });
    await records.post();
    const before = (await records.sums(ledger.mechanic))[4];
    await test.database.pool.query(statement, statement.includes('$2') ? [booking, ledger.other] : [booking]);
    await records.post();
    expect([(await records.sums(ledger.mechanic))[4] - before, (await records.sums(ledger.other))[4]]).toEqual([
      change,
      others,
    ]);
  });

  it('[PAYO-08] is not marked as pending by a save without changes', async () => {
    const [booking, payment] = [newId(), newId()];
    await records.booking(booking, { mechanic_id: ledger.mechanic });
    await records.payment(payment, { booking_id: booking, amount_paise: 10_000 });
    await records.post();
    await test.database.pool.query('UPDATE payments SET screenshot = $2 WHERE id = $1', [payment, 'x']);
    await test.database.pool.query("UPDATE bookings SET rating = 5, status = 'completed' WHERE id = $1", [booking]);
    const { rows } = await test.database.pool.query('SELECT * FROM pending_postings');
    expect(rows).toEqual([]);
  });
});

describe('the ledger', () => {
  it.each([
    'UPDATE ledger_entries SET net_paise = 0',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'TRUNCATE mechanics CASCADE',
  ])('[PAYO-07] rejects %s', async (statement) => {
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
    await records.post();
    await expect(test.database.pool.query(statement)).rejects.toThrow('ledger_entries is append-only');
  });

  it('[PAYO-07] contains one entry for each source', async () => {
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
    await records.post();
    const columns = `kind, flow, source, source_id, revision, mechanic_id, gross_paise, commission_paise, platform_fee_paise,
      net_paise, paid_out_paise, bears_fee`;
    await expect(
      test.database.pool.query(
        `INSERT INTO ledger_entries (${columns}) SELECT ${columns} FROM ledger_entries WHERE mechanic_id = $1`,
        [ledger.mechanic],
      ),
    ).rejects.toThrow('ledger_entries_source');
  });

  it('[PAYO-08] has the same entries after concurrent postings', async () => {
    for (let at = 0; at < 30; at += 1)
      await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
    const counts = await Promise.all([1, 2, 3, 4].map(() => postPendingEntries(test.database)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
    expect((await records.sums(ledger.mechanic))[0]).toBe(30 * 4100);
  });
});
