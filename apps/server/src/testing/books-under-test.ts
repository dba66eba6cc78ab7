import { payLoyalty } from '@wayside/contract/loyalty';
import { voidPayment } from '@wayside/contract/payments-out';
import { createPayout } from '@wayside/contract/payouts';
import { adjustBalance } from '@wayside/contract/payouts-ledger';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { afterAll, beforeAll } from 'vitest';
import { moneyRecords } from './money-records.ts';
import { createTestApplication, encodeBody, type TestApplication, type TestResponse } from './test-application.ts';

/** The ids of the mechanics and the customer in the scenario. */
export const RAVI = '65f0000000000000000000a1';
export const SITA = '65f0000000000000000000a2';
export const CUSTOMER = '65f0000000000000000000c1';

/** The server's clock. Entries that the database dates itself are later. */
const NOW = new Date('2025-12-20T06:00:00Z');
const paymentId = (number: number) => `65f0000000000000000d000${number}`;

/**
 * Creates the books of October to December 2025 at 10 % and ₹49. They contain online and cash payments, an imported
 * earnings row that does not add up, a payment that arrives after its day was closed, adjustments, and a payout.
 * Events dated by the database's clock (refunds, voids, wallets) fall in the month of the test run.
 */
export function booksUnderTest() {
  let test: TestApplication;
  let owner: string;
  beforeAll(async () => {
    test = await createTestApplication({ now: NOW });
    owner = await test.signIn();
    await play(test, owner);
  });
  afterAll(() => test.drop());

  const get = (path: string, query: Record<string, string> = {}, token = owner): Promise<TestResponse> =>
    test.call('GET', path, { token, query });
  return {
    get test() {
      return test;
    },
    get owner() {
      return owner;
    },
    sql: (text: string, values: unknown[] = []) => test.database.pool.query(text, values),
    get,
    /** The current month by the database's clock: "2026-11". */
    presentMonth: async (): Promise<string> => {
      const { rows } = await test.database.pool.query(
        "SELECT to_char(now() AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS month",
      );
      return rows[0].month;
    },
    /** Returns an exported table as records keyed by its headings. */
    table: async (path: string, query: Record<string, string> = {}): Promise<Record<string, string>[]> => {
      const { body } = await get(`/admin/export/${path}`, query);
      const [headings = [], ...rows] = cellsOf(String(body));
      return rows.map((cells) =>
        Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? ''])),
      );
    },
  };
}

async function play(test: TestApplication, token: string): Promise<void> {
  const records = moneyRecords(test);
  const pay = (number: number, fields: Record<string, string | number>) =>
    records.payment(paymentId(number), fields);
  await records.rates(10, 4_900);
  await records.mechanic(RAVI, { name: 'रवि कुमार' });
  await records.mechanic(SITA, { name: 'Sita' });
  await test.database.pool.query("INSERT INTO users (id, name, created_at) VALUES ($1, 'Meena', now())", [
    CUSTOMER,
  ]);
  await pay(1, { mechanic_id: RAVI, amount_paise: 123_455, transacted_at: '2025-10-05T06:00:00Z' });
  // In India, this is the first of November.
  await pay(2, { mechanic_id: RAVI, amount_paise: 123_455, method: 'cash', transacted_at: '2025-10-31T20:00:00Z' });
  await pay(3, { mechanic_id: SITA, amount_paise: 50_000, transacted_at: '2025-11-10T06:00:00Z' });
  await records.statement('65f0000000000000000e0001', {
    ...{ mechanic_id: SITA, gross_paise: 100_000, commission_paise: 9_000, platform_fee_paise: 1_000 },
    ...{ net_paise: 85_000, method: 'upi', transacted_at: '2025-10-15T06:00:00Z' },
  });
  await records.post();
  await closeThrough(test, '2025-11-30');
  await pay(4, { mechanic_id: RAVI, amount_paise: 20_000, transacted_at: '2025-11-20T06:00:00Z' });
  await records.post();

  const send = async <B>(endpoint: Endpoint<unknown, unknown, B>, values: B, id = '', kind = '') => {
    const path = endpoint.path.replace('{kind}', kind).replace('{id}', id);
    const response = await test.call('POST', path, { token, body: encodeBody(endpoint, values) });
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
  };
  const adjust = (id: string, amountPaise: number, key: string) =>
    send(adjustBalance, { amountPaise, reason: `Reason ${key}`, key: `adjustment-${key}` }, id);
  await adjust(RAVI, 5_000, '1');
  await adjust(SITA, -3_000, '2');
  const payout = { mechanicId: RAVI, method: 'bank_transfer' } as const;
  await send(createPayout, { ...payout, transactionId: 'UTR-1', amountPaise: 10_000 });
  await send(createPayout, { ...payout, transactionId: 'UTR-2', amountPaise: 20_000 });

  const loyalty = { amountPaise: 25_000, payeeKind: 'user', payeeId: CUSTOMER } as const;
  await records.wallet('users', CUSTOMER, 20_000);
  await records.wallet('users', CUSTOMER, 25_000);
  await send(payLoyalty, { ...loyalty, transactionId: 'LOYAL-1' });
  const { rows } = await test.database.pool.query(
    "SELECT 'loyalty' AS kind, id FROM loyalty_payouts UNION ALL SELECT 'payout', id FROM payouts WHERE transaction_id = 'UTR-2'",
  );
  for (const { kind, id } of rows) await send(voidPayment, { reason: 'Returned' }, id, kind);
  await send(payLoyalty, { ...loyalty, transactionId: 'LOYAL-2' });
  await pay(3, { status: 'refunded' });
  await records.post();
}

/** Closes the days up to this one, to the extent that later postings depend on it. */
async function closeThrough(test: TestApplication, day: string): Promise<void> {
  await test.database.pool.query(
    `INSERT INTO closes (number, kind, day, starts_at, ends_at, closed_until, document, hash, public_key, key_id, signature, made_at)
     SELECT 1, 'close', $1::date, day_start($1::date, zone), day_start($1::date + 1, zone), day_start($1::date + 1, zone), '{}', '\\x00',
       '\\x00', 'key', '\\x00', now() FROM business_time_zone() AS zone`,
    [day],
  );
}

/** Parses a table in the format of RFC 4180. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .replace('\ufeff', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
