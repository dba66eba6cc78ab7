import { type User, user } from '@wayside/contract/users';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { payLoyalty } from '../../features/loyalty/pay-loyalty.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { userRecord } from '../../records/users.ts';
import { readSettings } from '../../settings.ts';
import { importDatabase, testId } from '../../testing/import-database.ts';
import { importFiles, readAllRows, recountCounters } from '../../testing/import-run.ts';
import { applyBatch } from './apply-batch.ts';
import type { Outcome } from './sort-records.ts';

const test = importDatabase();
const asha = {
  _id: testId(1),
  name: 'Asha',
  wallet_amount: 50,
  isBlocked: false,
  createdAt: '2024-01-05T10:00:00.000Z',
};
/** Has no money, so that the complete row can be deleted. */
const walletless = { ...asha, wallet_amount: undefined };
const booking = { _id: testId(2), status: 'pending', userid: testId(1), createdAt: '2024-01-05T10:00:00.000Z' };
const storedUser = async () => (await readAllRows(test.database))['users']?.[0];
const sql = (text: string) => test.database.pool.query(text);
const nobody = { id: null, email: null, address: null, requestId: null };
/** Pays out the complete wallet of the customer. The amount is in rupees. */
const payOut = (rupees: number) =>
  payLoyalty(
    { database: test.database, now: () => new Date(), settings: readSettings({}), actor: nobody },
    { payeeKind: 'user', payeeId: testId(1), amountPaise: rupees * 100, transactionId: `UTR ${rupees}` },
  );

describe('[IMPO-02] a repeated import of the same folder', () => {
  it('changes nothing and preserves local changes', async () => {
    await importFiles(test.database, { users: [asha], bookings: [booking] });
    await sql('UPDATE users SET is_blocked = true');
    const before = await readAllRows(test.database);
    const again = await importFiles(test.database, { users: [asha], bookings: [booking] });
    expect(again.counts('users')).toEqual([1, 0, 0, 1, 0]);
    expect(await readAllRows(test.database)).toEqual(before);
  });

  it('changes only the values that the source has changed', async () => {
    await importFiles(test.database, { users: [asha] });
    await sql('UPDATE users SET is_blocked = true');
    await payOut(50);
    const changed = await importFiles(test.database, {
      users: [{ ...asha, name: 'Asha Rao', vehicle_type: ['bus'] }],
    });
    expect(changed.counts('users')).toEqual([1, 0, 1, 0, 0]);
    expect(await storedUser()).toMatchObject({
      name: 'Asha Rao',
      wallet_paise: 0,
      is_blocked: true,
      vehicle_types: ['bus'],
    });
    await importFiles(test.database, {
      users: [{ ...asha, name: 'Asha Rao', vehicle_type: ['bus'], wallet_amount: 70 }],
    });
    // The amount that the source adds to the ₹50 already paid out.
    expect(await storedUser()).toMatchObject({ name: 'Asha Rao', wallet_paise: 2000, is_blocked: true });
    await importFiles(test.database, { users: [{ _id: testId(1), isBlocked: false }] });
    // A source that omits the wallet does not change it.
    expect(await storedUser()).toMatchObject({
      name: null,
      wallet_paise: 2000,
      is_blocked: true,
      vehicle_types: [],
    });
    await importFiles(test.database, { users: [{ ...asha, wallet_amount: 80 }] });
    expect(await storedUser()).toMatchObject({ wallet_paise: 3000 });
  });

  it('changes each of many records according to its own changes', async () => {
    const users = Array.from({ length: 1500 }, (_, number) => ({
      ...asha,
      _id: testId(number),
      wallet_amount: number,
    }));
    await importFiles(test.database, { users });
    const changed = users.map((one, number) => ({
      ...one,
      ...(number % 2 === 0 ? { name: `Name ${number}` } : {}),
      ...(number % 3 === 0 ? { wallet_amount: number + 1 } : {}),
      ...(number % 5 === 0 ? { isBlocked: true } : {}),
    }));
    const result = await importFiles(test.database, { users: changed });
    const same = users.filter((_, number) => number % 2 !== 0 && number % 3 !== 0 && number % 5 !== 0).length;
    expect(result.counts('users')).toEqual([1500, 0, 1500 - same, same, 0]);
    const kept = (await readAllRows(test.database))['users'] as {
      wallet_paise: number;
      name: string;
      is_blocked: boolean;
    }[];
    for (const [number, row] of kept.entries())
      expect([number, row.wallet_paise, row.name, row.is_blocked]).toEqual([
        number,
        (number % 3 === 0 ? number + 1 : number) * 100,
        number % 2 === 0 ? `Name ${number}` : 'Asha',
        number % 5 === 0,
      ]);
    const { kept: counters, recounted } = await recountCounters(test.database);
    expect(counters).toEqual(recounted);
  });

  it.each([
    ['deleted', 'DELETE FROM users'],
    ['deleted and forgotten', 'DELETE FROM users; UPDATE imported_records SET field_hashes = NULL'],
    [
      'erased',
      "UPDATE users SET record_state = 'erased', name = NULL; UPDATE imported_records SET field_hashes = NULL",
    ],
    ['erased but remembered', "UPDATE users SET record_state = 'erased', name = NULL"],
  ])('does not restore records that were %s in Wayside, changed or not', async (_, deletion) => {
    await importFiles(test.database, { users: [walletless] });
    await sql(deletion);
    const before = (await readAllRows(test.database))['users'];
    for (const source of [walletless, { ...walletless, name: 'Asha Rao' }]) {
      const again = await importFiles(test.database, { users: [source] });
      expect(again).toMatchObject({ code: 0 });
      expect(again.counts('users')).toEqual([1, 0, 0, 1, 0]);
      expect((await readAllRows(test.database))['users']).toEqual(before);
    }
    const later = await importFiles(test.database, { users: [walletless], bookings: [booking] });
    expect(later.stdout).toContain('bookings: 1 references');
    expect((await readAllRows(test.database))['users']).not.toMatchObject([{ record_state: 'full' }]);
  });
});

describe('[IMPO-02, LOYA-05] a wallet in a repeated import', () => {
  const wallet = (rupees: number) => importFiles(test.database, { users: [{ ...asha, wallet_amount: rupees }] });

  it('is not refilled by an old or new export after it was paid out', async () => {
    await wallet(100);
    await payOut(100);
    await wallet(100);
    expect(await storedUser()).toMatchObject({ wallet_paise: 0 });
    await wallet(120);
    expect(await storedUser()).toMatchObject({ wallet_paise: 2000 });
    // Import the first export again, which could confirm a payout (OWN-04), and then the second.
    await wallet(100);
    expect(await storedUser()).toMatchObject({ wallet_paise: 2000 });
    await wallet(120);
    expect(await storedUser()).toMatchObject({ wallet_paise: 2000 });
  });
});

describe('[IMPO-02] a column that is added in the middle of a record definition', () => {
  const { columns } = userRecord;
  const gained = columns.findIndex(({ field }) => field === 'phone');
  /** The record's definition before the column was added. */
  const before: RecordDefinition<User> = {
    ...userRecord,
    columns: columns.toSpliced(gained, 1),
    toRow: (record) => {
      const [id, ...values] = userRecord.toRow(record);
      return [id, ...values.toSpliced(gained, 1)];
    },
  };
  const source = { ...z.decode(user, asha), phone: '9876543210' };
  /** Uses a separate connection, like another program, because prepared statements retain their columns. */
  async function importWith(definition: RecordDefinition<User>): Promise<Outcome | undefined> {
    const client = new pg.Client(test.database.pool.options);
    await client.connect();
    try {
      await client.query('BEGIN');
      const records = [{ id: testId(1), row: definition.toRow(source), version: null }];
      const { outcomes } = await applyBatch(client, definition as RecordDefinition, records, {
        keys: test.keys,
        isExpected: () => false,
        documentHosts: [],
      });
      await client.query('COMMIT');
      return outcomes.get(testId(1));
    } finally {
      await client.end();
    }
  }

  it('is filled by the next import, which overwrites no other column', async () => {
    expect(gained).toBeGreaterThan(0);
    await sql("DELETE FROM imported_fields WHERE collection = 'users'");
    await importWith(before);
    await sql("UPDATE users SET name = 'Changed here', is_blocked = true, vehicle_types = '{bus}'");
    expect(await importWith(userRecord)).toBe('updated');
    expect(await storedUser()).toMatchObject({
      name: 'Changed here',
      is_blocked: true,
      vehicle_types: ['bus'],
      phone: '9876543210',
      wallet_paise: 5000,
    });
    expect(await importWith(userRecord)).toBe('unchanged');
  });
});

describe('[IMPO-04] the dry run of an import', () => {
  it('changes nothing and reports the same result as the real import', async () => {
    const files = {
      users: Array.from({ length: 1200 }, (_, number) => ({ ...asha, _id: testId(number + 100) })),
      bookings: [
        { ...booking, userid: testId(100) },
        { ...booking, _id: testId(3), userid: testId(9999), mechanicid: testId(5) },
        { ...booking, _id: testId(4), payment_details: { totalamount: 1.005 } },
        { ...booking, _id: testId(4) },
      ],
      payments: [
        { _id: testId(1), bookingId: testId(3), amount: 5 },
        { _id: testId(2), bookingId: testId(77), amount: -5 },
      ],
    };
    const empty = await readAllRows(test.database);
    const { kept: before } = await recountCounters(test.database);
    const dry = await importFiles(test.database, files, '--dry-run');
    expect(await readAllRows(test.database)).toEqual(empty);
    const { kept } = await recountCounters(test.database);
    expect(kept).toEqual(before);
    const real = await importFiles(test.database, files);
    const withoutPaths = (text: string) =>
      text.replaceAll(/reasons: .*\n/g, '').replace(/This was a dry run.*\n/, '');
    expect(withoutPaths(dry.stdout)).toBe(withoutPaths(real.stdout));
    expect(dry.rejected).toEqual(real.rejected);
    expect([dry.code, real.code]).toEqual([2, 2]);
    const second = await importFiles(test.database, { ...files, users: files.users.slice(0, 5) }, '--dry-run');
    expect(second.counts('users')).toEqual([5, 0, 0, 5, 0]);
  });
});
