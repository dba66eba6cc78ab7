import { describe, expect, it } from 'vitest';
import { ledgerUnderTest } from '../../testing/ledger-under-test.ts';

const ledger = ledgerUnderTest();
const { test, records, newId, appended, day } = ledger;

describe('the earning from a payment', () => {
  it.each(['online', 'card', 'upi', null, 'wallet'])(
    '[PAYO-08] is the net amount, owed by the platform, when the payment method is %s',
    async (method) => {
      await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 100_000, method });
      expect(await appended()).toEqual([['earning', 'platform', 100_000, 10_000, 4900, 85_100]]);
      expect(await records.sums(ledger.mechanic)).toEqual([85_100, 0, 0, 0, 85_100]);
    },
  );

  it('[PAYO-08] is held by the mechanic, who owes the commission and the fee, when the payment method is cash', async () => {
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 100_000, method: 'cash' });
    expect(await appended()).toEqual([['earning', 'cash', 100_000, 10_000, 4900, 85_100]]);
    expect(await records.sums(ledger.mechanic)).toEqual([85_100, 85_100, 14_900, 0, -14_900]);
  });

  it.each([
    [1005, 10, 101],
    [1004, 10, 100],
    [1015, 10, 102],
    [5, 10, 1],
    [4, 10, 0],
    [333, 12.5, 42],
    [1000, 0.05, 1],
    [1000, 0.04999999999999999, 0],
    [100_000, 33.333333333333336, 33_333],
    // With floating-point numbers, the result would be 1.1149999999999998.
    [223, 0.5, 1],
    [300, 0.5, 2],
    // A rate of sixteen digits on the largest amount.
    [1_000_000_000_000, 99.99999999999999, 1_000_000_000_000],
    [1_000_000_000_000, 12.34567890123456, 123_456_789_012],
    [12_345, 100, 12_345],
    [12_345, 0, 0],
    [12_345, null, 0],
  ])(
    '[PAYO-08] is reduced, for %i paise at %s %%, by a commission of %i, rounded half up',
    async (gross, percent, commission) => {
      await records.rates(percent, 0);
      await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: gross });
      expect(await appended()).toEqual([['earning', 'platform', gross, commission, 0, gross - commission]]);
    },
  );

  it('[PAYO-08] is the full amount when there is no configuration', async () => {
    await records.noRates();
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 777 });
    expect(await appended()).toEqual([['earning', 'platform', 777, 0, 0, 777]]);
  });

  it('[PAYO-08] is negative when the fee exceeds the amount after commission', async () => {
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 1000 });
    expect(await appended()).toEqual([['earning', 'platform', 1000, 100, 4900, -4000]]);
  });

  it.each([
    ['pending', { status: 'pending' }],
    ['failed', { status: 'failed' }],
    ['refunded before it was seen paid', { status: 'refunded' }],
    ['of an unknown status', { status: 'on_hold' }],
    ['without an amount', { amount_paise: null }],
    ['without a mechanic', { mechanic_id: null }],
    ['only referred to', { record_state: 'stub' }],
  ])('[PAYO-08] is not posted when the payment is %s', async (_, fields) => {
    await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise: 1000, ...fields });
    expect(await appended()).toEqual([]);
  });

  it('[PAYO-08] belongs to the payment’s mechanic, or to the booking’s mechanic if the payment has none', async () => {
    const booking = newId();
    await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 0 });
    await records.payment(newId(), { booking_id: booking, amount_paise: 1000 });
    await records.payment(newId(), { booking_id: booking, amount_paise: 2000, mechanic_id: ledger.other });
    expect(await appended()).toEqual([['earning', 'platform', 1000, 100, 0, 900]]);
    expect(await records.sums(ledger.other)).toEqual([1800, 0, 0, 0, 1800]);
  });

  it('[PAYO-08] is not posted for a cancelled booking', async () => {
    const booking = newId();
    await records.booking(booking, { mechanic_id: ledger.mechanic, status: 'cancelled' });
    await records.payment(newId(), { booking_id: booking, amount_paise: 1000 });
    expect(await appended()).toEqual([]);
  });

  it('[PAYO-08] is posted when its booking is imported', async () => {
    const booking = newId();
    await records.booking(booking, { record_state: 'stub', status: null });
    await records.payment(newId(), { booking_id: booking, amount_paise: 1000, mechanic_id: ledger.mechanic });
    expect(await appended()).toEqual([]);
    await records.booking(booking, { record_state: 'full', platform_fee_paise: 200 });
    expect(await appended()).toEqual([['earning', 'platform', 1000, 100, 200, 700]]);
  });
});

describe('the platform fee', () => {
  const fees = async () => (await appended()).map((row) => (row as unknown[])[4]);

  it('[PAYO-08] is the fee of the booking, even if it is 0, and otherwise the configured fee', async () => {
    for (const platform_fee_paise of [700, null, 0]) {
      const booking = newId();
      await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise });
      await records.payment(newId(), { booking_id: booking, amount_paise: 10_000, transacted_at: day(1) });
    }
    expect((await fees()).toSorted()).toEqual([0, 4900, 700]);
  });

  it('[PAYO-08] is the configured fee for each payment without a booking', async () => {
    for (const amount_paise of [10_000, 20_000])
      await records.payment(newId(), { mechanic_id: ledger.mechanic, amount_paise });
    expect(await fees()).toEqual([4900, 4900]);
  });

  it.each([
    ['transaction date', [{ transacted_at: day(3) }, { transacted_at: day(2) }, { transacted_at: day(4) }], 1],
    [
      'creation, where there is no transaction date',
      [
        { transacted_at: day(3) },
        { transacted_at: null, created_at: day(2) },
        { transacted_at: day(2), created_at: day(1) },
      ],
      1,
    ],
    ['id among equals', [{}, {}, {}], 0],
    ['id, undated ones last', [{ transacted_at: null }, { transacted_at: null }, { transacted_at: day(9) }], 2],
    [
      'being paid at all',
      [{ status: 'failed', transacted_at: day(1) }, { transacted_at: day(5) }, { transacted_at: day(6) }],
      1,
    ],
  ])('[PAYO-08] is charged to the first paid payment by %s', async (_, payments, bearer) => {
    const booking = newId();
    await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 500 });
    const ids = payments.map(() => newId());
    for (const [index, fields] of payments.entries())
      await records.payment(ids[index] ?? '', { booking_id: booking, amount_paise: 10_000, ...fields });
    await records.post();
    const { rows } = await test.database.pool.query(
      'SELECT payment_id FROM ledger_entries WHERE booking_id = $1 AND platform_fee_paise > 0',
      [booking],
    );
    expect(rows).toEqual([{ payment_id: ids[bearer] }]);
  });

  it('[PAYO-08] stays with its payment after a refund, whether it was posted before or not', async () => {
    for (const isSeen of [true, false]) {
      const booking = newId();
      const [first, second] = [newId(), newId()];
      await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 500 });
      const pay = (id: string, status: string, on: number) =>
        records.payment(id, { booking_id: booking, amount_paise: 10_000, status, transacted_at: day(on) });
      if (isSeen) {
        await pay(first, 'paid', 1);
        await pay(second, 'paid', 2);
        expect(await fees()).toEqual([500, 0]);
        await pay(first, 'refunded', 1);
        expect(await fees()).toEqual([-500]);
      } else {
        await pay(first, 'refunded', 1);
        await pay(second, 'paid', 2);
        expect(await fees()).toEqual([0]);
      }
    }
  });

  it('[PAYO-08] moves to an earlier payment that is imported later', async () => {
    const booking = newId();
    await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 500 });
    const pay = (on: number, mechanic_id: string) =>
      records.payment(newId(), { booking_id: booking, amount_paise: 10_000, mechanic_id, transacted_at: day(on) });
    await pay(5, ledger.mechanic);
    await records.post();
    await pay(1, ledger.other);
    expect(await appended()).toEqual([
      ['reversal', 'platform', -10_000, -1000, -500, -8500],
      ['earning', 'platform', 10_000, 1000, 0, 9000],
    ]);
    expect(await records.sums(ledger.other)).toEqual([8500, 0, 0, 0, 8500]);
  });
});
