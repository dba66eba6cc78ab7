import { describe, expect, it } from 'vitest';
import { ledgerUnderTest } from '../../testing/ledger-under-test.ts';
import { lockLedger, postPendingEntriesOf } from './post-entries.ts';

const ledger = ledgerUnderTest();
const { records, newId, appended, day } = ledger;

describe('imported earnings rows', () => {
  const stated = (fields: Record<string, string | number | null> = {}) =>
    records.statement(newId(), {
      mechanic_id: ledger.mechanic,
      gross_paise: 10_000,
      commission_paise: 1200,
      platform_fee_paise: 300,
      net_paise: 8500,
      ...fields,
    });

  it('[IMPO-05] determine the ledger entry of their payment, regardless of the rates', async () => {
    const payment = newId();
    await records.payment(payment, { mechanic_id: ledger.other, amount_paise: 10_000, method: 'cash' });
    await stated({ payment_id: payment });
    expect(await appended()).toEqual([['earning', 'cash', 10_000, 1200, 300, 8500]]);
    expect(await records.sums(ledger.other)).toEqual([0, 0, 0, 0, 0]);
  });

  it('[PAYO-10] wait for their payment if another program has refunded it, even when they have no person and booking', async () => {
    const payment = newId();
    await records.payment(payment, { amount_paise: 10_000 });
    await stated({ payment_id: payment });
    expect(await appended()).toHaveLength(1);
    const { database } = ledger.test;
    await database.pool.query(`UPDATE payments SET status = 'refunded' WHERE id = $1`, [payment]);
    await database.transaction(async (client) => {
      await lockLedger(client);
      await postPendingEntriesOf(client, ledger.mechanic);
    });
    expect(await records.sums(ledger.mechanic)).toEqual([0, 0, 0, 0, 0]);
  });

  it('[IMPO-05] replace a ledger entry that was calculated before', async () => {
    const payment = newId();
    await records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
    expect(await appended()).toHaveLength(1);
    await stated({ payment_id: payment });
    expect(await appended()).toEqual([
      ['reversal', 'platform', -10_000, -1000, -4900, -4100],
      ['earning', 'platform', 10_000, 1200, 300, 8500],
    ]);
  });

  it('[IMPO-05] determine the ledger entry of their booking when they have no payment', async () => {
    const booking = newId();
    await records.booking(booking, { mechanic_id: ledger.mechanic });
    await records.payment(newId(), { booking_id: booking, amount_paise: 10_000 });
    await records.payment(newId(), { booking_id: booking, amount_paise: 20_000 });
    await stated({ booking_id: booking });
    expect(await appended()).toEqual([['earning', 'platform', 10_000, 1200, 300, 8500]]);
  });

  it('[IMPO-05] become separate ledger entries when they have no payment and no booking', async () => {
    await stated({ method: 'online' });
    await stated({
      method: 'cash',
      gross_paise: 5000,
      commission_paise: 500,
      platform_fee_paise: 0,
      net_paise: 4500,
    });
    expect(await appended()).toHaveLength(2);
    expect(await records.sums(ledger.mechanic)).toEqual([13_000, 4500, 500, 0, 8000]);
  });

  it('[IMPO-05] do not affect other payments of the booking, which follow the rates with one fee', async () => {
    const [booking, first] = [newId(), newId()];
    await records.booking(booking, { mechanic_id: ledger.mechanic, platform_fee_paise: 300 });
    await records.payment(first, { booking_id: booking, amount_paise: 10_000, transacted_at: day(5) });
    await records.payment(newId(), { booking_id: booking, amount_paise: 20_000, transacted_at: day(1) });
    await stated({ payment_id: first });
    expect(await appended()).toEqual([
      ['earning', 'platform', 20_000, 2000, 0, 18_000],
      ['earning', 'platform', 10_000, 1200, 300, 8500],
    ]);
  });

  it('[IMPO-05, PAYO-08] are reversed when their payment is refunded', async () => {
    const payment = newId();
    await records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
    await stated({ payment_id: payment });
    await records.post();
    await records.payment(payment, { mechanic_id: ledger.mechanic, amount_paise: 10_000, status: 'refunded' });
    expect(await appended()).toEqual([['reversal', 'platform', -10_000, -1200, -300, -8500]]);
  });

  it('[IMPO-05] are reversed and posted again when the source changes them', async () => {
    const id = newId();
    await records.statement(id, { mechanic_id: ledger.mechanic, gross_paise: 10_000, net_paise: 9000 });
    await records.post();
    await records.statement(id, { mechanic_id: ledger.mechanic, gross_paise: 10_000, net_paise: 8000 });
    expect(await appended()).toEqual([
      ['reversal', 'platform', -10_000, -1000, 0, -9000],
      ['earning', 'platform', 10_000, 2000, 0, 8000],
    ]);
  });

  it.each([
    [{ commission_paise: null, platform_fee_paise: null, net_paise: null }, [0, 0, 10_000]],
    [{ commission_paise: 1000, platform_fee_paise: null, net_paise: null }, [1000, 0, 9000]],
    [{ commission_paise: null, platform_fee_paise: 400, net_paise: 8600 }, [1000, 400, 8600]],
    [{ commission_paise: null, platform_fee_paise: null, net_paise: 12_000 }, [0, 0, 12_000]],
    [{ commission_paise: 1000, platform_fee_paise: 400, net_paise: 7 }, [1000, 400, 7]],
  ])('[IMPO-05] get missing amounts from the others: %j', async (fields, wanted) => {
    await stated(fields);
    expect(await appended()).toEqual([['earning', 'platform', 10_000, ...wanted]]);
  });
});
