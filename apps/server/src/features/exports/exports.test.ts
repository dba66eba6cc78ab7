import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Session } from '../../context.ts';
import { whileAllowed } from '../../platform/http/session.ts';
import { hashToken } from '../../session-token.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { isLite, ONE_SESSION } from '../../testing/lite-server.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const test = fileApplication({ now: new Date('2026-11-04T20:00:00Z') });

const CUSTOMER = '65f0000000000000000000a0';
const RAVI = '65f0000000000000000000a1';
const SITA = '65f0000000000000000000a2';
const UNKNOWN_ID = '65f00000000000000000dead';
/** More rows than one database page of the export. */
const MANY = 2_100;
const paymentId = (number: number) => `65f0000000000000000c${number.toString(16).padStart(4, '0')}`;

beforeAll(async () => {
  const records = moneyRecords(test);
  await records.rates(10, 0);
  await test.sql(
    `INSERT INTO users (id, name, email, phone) VALUES ($1, '=HYPERLINK("http://evil")', '@evil.in', '+919876543210')`,
    [CUSTOMER],
  );
  await records.mechanic(RAVI, { name: 'Ravi, "the" Kumar', phone: '9876543210' });
  await records.mechanic(SITA, { name: '-1+1|cmd', phone: '\t=1' });
  for (let number = 1; number <= 6; number += 1)
    await records.payment(paymentId(number), {
      customer_id: CUSTOMER,
      mechanic_id: number % 2 === 0 ? RAVI : SITA,
      amount_paise: number * 10_050,
      method: number % 2 === 0 ? 'upi' : 'cash',
      status: number === 6 ? 'failed' : 'paid',
      type: number === 1 ? 'line\r\nbreak' : null,
      transacted_at: `2026-02-0${number}T20:00:00Z`,
    });
  await records.post();
  await test.send('POST', '/booking/create/apyout', {
    mechanicid: RAVI,
    transaction_id: '@SUM(1)',
    amount: '41',
    paymentmethod: 'cash',
  });
});

const download = (path: string, query: Record<string, string> = {}) => test.get(`/admin/export/${path}`, query);

/** Parses RFC 4180 into rows of cells. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text
    .replace('\ufeff', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
const table = async (path: string, query: Record<string, string> = {}) => parse((await download(path, query)).body);

describe('a CSV export', () => {
  it('[API-17] has a byte order mark, a file name with the local date, and a header with the number of rows', async () => {
    const { status, headers, body } = await download('payments');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payments-2026-11-05.csv"',
      'x-total-rows': '6',
      'cache-control': 'no-store',
    });
    expect(body.startsWith('\ufeffPayment ID,')).toBe(true);
    expect(body.endsWith('\r\n')).toBe(true);
  });

  it('[API-17] neutralizes formulas in cells', async () => {
    const [, ...rows] = await table('payments', { search: paymentId(1) });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toEqual(
      expect.arrayContaining([
        `'=HYPERLINK("http://evil")`,
        `'@evil.in`,
        `'+919876543210`,
        `'-1+1|cmd`,
        `'\t=1`,
        'line\r\nbreak',
      ]),
    );
  });
});

describe('the export of payments', () => {
  it('[API-17, PAYM-02] lists the newest first, in rupees and in the business time zone', async () => {
    const [headings, first] = await table('payments', { status: 'paid' });
    const cell = (name: string) => first?.[headings?.indexOf(name) ?? -1];
    expect([
      cell('Payment ID'),
      cell('Amount (INR)'),
      cell('Transaction date'),
      cell('Method'),
      cell('Created'),
    ]).toEqual([paymentId(5), '502.5', '2026-02-06 01:30:00', 'cash', '']);
  });
});

describe('the export of payouts', () => {
  it('[API-17, PAYO-03] lists each mechanic with totals and status', async () => {
    const [, ravi, sita] = await table('payouts');
    expect(ravi).toEqual([
      RAVI,
      'Ravi, "the" Kumar',
      '9876543210',
      '542.7',
      '0',
      '0',
      '41',
      '501.7',
      'Available for Payout',
    ]);
    expect(sita).toEqual([
      SITA,
      `'-1+1|cmd`,
      `'\t=1`,
      '814.05',
      '814.05',
      '90.45',
      '0',
      '-90.45',
      'Negative Balance',
    ]);
  });

  it.each([
    [{ balance: 'available' }, [RAVI]],
    [{ balance: 'negative' }, [SITA]],
    [{ balance: 'zero' }, []],
    [{ balance: 'all', search: 'RAVI' }, [RAVI]],
    [{ search: '98765' }, [RAVI]],
    [{ search: SITA.slice(-4) }, [SITA]],
  ])('[API-17, PAYO-02] applies the filters %j', async (query, found) => {
    const [, ...rows] = await table('payouts', query as Record<string, string>);
    expect(rows.map(([id]) => id)).toEqual(found);
  });
});

describe('the statement of a mechanic', () => {
  it('[API-17] lists every ledger entry from the oldest, with the balance after each', async () => {
    const response = await download('statement', { mechanic: RAVI });
    expect(response.headers).toMatchObject({
      'x-total-rows': '3',
      'content-disposition': `attachment; filename="statement-ravi-the-kumar-2026-11-05.csv"`,
    });
    const [headings, ...rows] = parse(response.body);
    const column = (name: string) => rows.map((row) => row[headings?.indexOf(name) ?? -1]);
    expect(column('Entry')).toEqual(['earning', 'earning', 'payout']);
    expect(column('Date')).toEqual(['2026-02-03 01:30:00', '2026-02-05 01:30:00', '2026-11-05 01:30:00']);
    expect(column('Transaction ID')).toEqual(['', '', `'@SUM(1)`]);
    expect(column('Change of balance (INR)')).toEqual(['180.9', '361.8', '-41']);
    expect(column('Balance (INR)')).toEqual(['180.9', '542.7', '501.7']);
  });

  it('[API-17] returns 404 for an unknown mechanic and 400 without an id', async () => {
    expect((await download('statement', { mechanic: UNKNOWN_ID })).status).toBe(404);
    expect((await download('statement')).body.errors[0].field).toBe('mechanic');
  });
});

it('[API-17] every row is exported once and in order, regardless of the number of rows', async () => {
  await test.sql(
    `INSERT INTO payments (id, mechanic_id, amount_paise, status, method, created_at)
     SELECT '65f1' || lpad(to_hex(n), 20, '0'), $1, n, 'paid', 'card', CASE WHEN n % 3 > 0 THEN '2025-01-01T00:00:00Z'::timestamptz END
     FROM generate_series(1, $2::int) AS n`,
    [SITA, MANY],
  );
  await moneyRecords(test).post();
  const [, ...payments] = await table('payments', { method: 'card' });
  expect(payments.map(([id]) => id)).toEqual([...new Set(payments.map(([id]) => id))]);
  expect(payments).toHaveLength(MANY);
  const [headings, ...rows] = await table('statement', { mechanic: SITA });
  expect(rows).toHaveLength(MANY + 3);
  const { rows: stored } = await test.sql('SELECT balance_paise FROM mechanic_balances WHERE mechanic_id = $1', [
    SITA,
  ]);
  expect(Math.round(Number(rows.at(-1)?.[headings?.indexOf('Balance (INR)') ?? -1]) * 100)).toBe(
    stored[0].balance_paise,
  );
});

describe('[TEAM-02, SECU-03] an export in progress', () => {
  /** Reads the first of three pages, runs an action, and tries to read the next page. */
  async function readWhile(during: (who: string) => Promise<unknown>): Promise<unknown> {
    const reader = await test.signIn('finance');
    const { body } = await test.get('/admin/ownprofile', {}, reader);
    const session = { tokenHash: hashToken(reader) } as Session;
    const pages = (async function* () {
      yield* ['one', 'two', 'three'];
    })();
    const text = whileAllowed({ ...test, session, now: () => test.clock.now }, 'lists:export', pages);
    expect((await text.next()).value).toBe('one');
    await during(body.data._id);
    return text.next().catch((error: unknown) => error);
  }

  it('ends when its user is suspended', async () => {
    const suspend = (id: string) => test.send('POST', `/admin/team/${id}/suspend`);
    expect(await readWhile(suspend)).toMatchObject({ kind: 'not_signed_in' });
  });

  it('ends when its user gets a role that may not export', async () => {
    const demote = (id: string) => test.send('PATCH', `/admin/team/${id}/role`, { role: 'viewer' });
    expect(await readWhile(demote)).toMatchObject({ kind: 'forbidden' });
  });

  it('does not start for a user who signed out in the meantime', async ({ skip }) => {
    skip(isLite(inject('testServer')), ONE_SESSION);
    const reader = await test.signIn('finance');
    const others = await test.database.pool.connect();
    await others.query('BEGIN');
    await others.query('SELECT FROM activity_head FOR UPDATE');
    const response = test.get('/admin/export/payments', {}, reader);
    await untilLockWait(test.database, 'the export waits for its entry in the log');
    await others.query('DELETE FROM sessions WHERE token_hash = $1', [hashToken(reader)]);
    await others.query('COMMIT');
    others.release();
    expect((await response).status).toBe(401);
  });

  it('continues for all other users', async () => {
    expect(await readWhile(async () => undefined)).toEqual({ value: 'two', done: false });
  });
});
