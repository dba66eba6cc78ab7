import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import hdfcStatement from '../../money/settlement-files/profiles/hdfc-statement.json' with { type: 'json' };
import razorpay from '../../money/settlement-files/profiles/razorpay.json' with { type: 'json' };
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { expectError, expectFieldErrors } from '../../testing/expect-error.ts';
import { isLite } from '../../testing/lite-server.ts';
import {
  makeReport,
  makeStatement,
  type ReportLine,
  settlementsUnderTest,
} from '../../testing/settlements-under-test.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const folder = await mkdtemp(join(tmpdir(), 'wayside-profiles-'));
// This profile has the same headings but reads the net amount and the day of the settlement.
const { order: _, ...columns } = razorpay.columns;
const net = { ...columns, amount: 'credit', fee: [], tax: [], day: 'settled_at' };
await writeFile(
  join(folder, 'net.json'),
  JSON.stringify({
    ...razorpay,
    name: 'net',
    label: 'Net report',
    columns: net,
    types: { ...razorpay.types, refund: 'skip' },
  }),
);
// This profile reads another day column of the same statement.
const early = {
  ...hdfcStatement,
  name: 'early',
  label: 'Early statement',
  columns: { ...hdfcStatement.columns, day: 'Value Dt' },
};
await writeFile(join(folder, 'early.json'), JSON.stringify(early));
afterAll(() => rm(folder, { recursive: true }));

const { test, payment, report, upload, statement, linesOf, lines, send, sql, match, newId, states, verify } =
  settlementsUnderTest({ SETTLEMENT_PROFILES: folder });

const readAs = (id: unknown, profile: string, from = profile === 'net' ? 'razorpay' : 'net', by?: string) =>
  send('POST', `/settlement-files/${id}/read-again`, { profile, from }, by);
const old = { transacted_at: '2026-11-01T06:00:00Z' };
/** Returns a report with one line that no other test uses. */
const oneLine = (other: Partial<ReportLine> = {}) => {
  const id = newId();
  return { id: `pay_${id}`, amount: 10, fee: 1, settlement: `setl_${id}`, utr: `AXISCN${id.slice(-10)}`, ...other };
};

/** Returns everything that the matching has found, without the ids of lines. */
async function found() {
  const { rows } = await sql(
    `SELECT l.file_id, line, l.source, type, l.reference, amount_paise, day::text, l.state, step, is_open, is_repeat, payment_id, s.reference AS settlement, expected_paise
     FROM settlement_lines AS l LEFT JOIN settlements AS s ON s.id = l.settlement_id ORDER BY 1, 2, 3, 5, 12, 13`,
  );
  const sums = await sql(
    `SELECT source, reference, utr, settled_on::text, line_count, payments_paise, adjustments_paise, refunds_paise, fee_paise, tax_paise, stated_paise,
       state, credit_paise FROM settlements ORDER BY 1, 2`,
  );
  const progress = await sql('SELECT first_day::text, last_day::text FROM settlement_progress');
  return { lines: rows, settlements: sums.rows, progress: progress.rows };
}

describe('[RECON-01, RECON-02] a file that was read with a wrong format', () => {
  it('can be read again, and everything derived from its lines is as if the right format had been used first', async () => {
    const first = await payment(100, { transaction_id: 'pay_a', ...old });
    await payment(200, { transaction_id: 'pay_b', ...old });
    await payment(300, { transaction_id: 'pay_c', ...old });
    const of = { day: '01/11/2026', settledOn: '02/11/2026', settlement: 'setl_a', utr: 'AXISN0000000777' };
    // Other files repeat a line, add another line of the settlement, and have a credit with another amount.
    await report([
      { id: 'pay_b', amount: 200, fee: 4, ...of },
      { id: 'rfnd_a', type: 'refund', paymentId: 'pay_a', amount: 40, ...of },
    ]);
    await statement([{ narration: 'NEFT AXISN0000000777', amount: 5 }]);
    const content = makeReport([
      { id: 'pay_a', amount: 100, fee: 2, ...of },
      { id: 'pay_b', amount: 200, fee: 4, ...of },
      { id: 'pay_c', amount: 300, fee: 6, ...of, settlement: 'setl_b', utr: 'AXISN0000000888' },
      { id: 'rfnd_c', type: 'refund', paymentId: 'pay_c', amount: 50, ...of },
    ]);
    const file = await report(content);
    expect(await states(file)).toEqual(['matched', 'duplicate', 'matched', 'refunded']);
    await verify();
    const right = await found();

    const wrong = await readAs(file._id, 'net');
    expect(wrong.body).toMatchObject({
      message: 'Read again as Net report.',
      data: { profile: 'net', profileLabel: 'Net report', lineCount: 3, total: 588, matchedAt: null },
    });
    await match();
    expect(await states(file)).toEqual(['amount_differs', 'duplicate', 'amount_differs']);
    await verify();

    expect((await readAs(file._id, 'razorpay')).status).toBe(200);
    // After matching, the payments either are missing there or have lines.
    await match();
    expect(await found()).toEqual(right);
    await verify();
    expect((await lines(`show=any&file=${file._id}`)).some(({ paymentId }) => paymentId === first)).toBe(true);

    const entries = await test.activity({ entity: 'settlement_file', id: String(file._id) });
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      'read_again',
      'read_again',
      'created',
    ]);
    expect(entries[1]).toMatchObject({
      actorEmail: expect.stringContaining('@'),
      changes: expect.arrayContaining([
        { field: 'profile', before: 'razorpay', after: 'net' },
        { field: 'rows', before: 4, after: 3 },
      ]),
    });
    const again = await upload(content, { profile: 'net' });
    expect(again.body.message).toMatch(/^This file was already read/);
    expect(await found()).toEqual(right);
  });

  it('marks payments that lose their lines as missing, and removes days that only this file compared', async () => {
    const id = newId();
    const paid = await payment(70, { transaction_id: `pay_${id}`, transacted_at: '2026-08-02T06:00:00Z' });
    const early = await payment(80, { transacted_at: '2026-08-03T06:00:00Z' });
    const before = await found();
    const of = { settlement: `setl_${id}`, utr: `AXISCN${id.slice(-10)}`, settledOn: '04/11/2026' };
    const file = await report([{ id: `pay_${id}`, amount: 70, day: '02/08/2026', ...of }]);
    const missing = async () => (await lines('state=missing_there')).map(({ paymentId }) => paymentId);
    expect(await missing()).toContain(early);
    expect((await readAs(file._id, 'net')).status).toBe(200);
    await match();
    expect(await missing()).not.toContain(early);
    expect((await found()).progress).toEqual(before.progress);
    expect((await linesOf(file)).map(({ paymentId, day }) => [paymentId, day])).toEqual([[paid, '2026-08-02']]);
    await verify();
  });

  it('removes settlements that only the days of this file expected', async () => {
    const line = oneLine({ day: '15/10/2026', settledOn: '16/10/2026' });
    await report([line]);
    const content = makeStatement([{ narration: 'Interest', amount: 3 }]).replace(
      '05/11/26,Interest,,05/11/26',
      '05/11/26,Interest,,01/10/26',
    );
    const before = await found();
    const file = await report(content, 'early');
    const expected = async () =>
      (await lines('state=missing_there')).map(({ settlementReference }) => settlementReference);
    expect(await expected()).toContain(line.settlement);
    expect((await readAs(file._id, 'hdfc-statement', 'early')).status).toBe(200);
    await match();
    expect(await expected()).not.toContain(line.settlement);
    expect((await found()).settlements).toEqual(before.settlements);
    await verify();
  });

  it('offers matching formats first', async () => {
    const { body } = await upload(makeReport([oneLine()]));
    const offered = await send('GET', `/settlement-files/${body.data._id}/profiles`);
    const rows: { name: string; isFitting: boolean }[] = offered.body.data;
    expect(rows.slice(0, 3).map(({ name, isFitting }) => [name, isFitting])).toEqual([
      ['razorpay', true],
      ['net', true],
      ['cashfree', false],
    ]);
  });

  it('stays unchanged when the format does not match, and for users who may not reconcile', async () => {
    const file = await report([oneLine()]);
    const before = await found();
    await expectFieldErrors(readAs(file._id, 'unknown', 'razorpay'), 'profile');
    await expectError(
      readAs(file._id, 'cashfree', 'razorpay'),
      400,
      /^This is a|^This is not a file of the format “Cashfree Payments”/,
    );
    const now = 'This file is already read as “Razorpay”. Nothing was changed.';
    await expectError(readAs(file._id, 'razorpay', 'razorpay'), 409, now);
    await expectError(readAs(file._id, 'net', 'phonepe'), 409, now);
    await expectError(readAs(newId(), 'net'), 404, /file/);
    expect((await readAs(file._id, 'net', 'razorpay', await test.signIn('support'))).status).toBe(403);
    await match();
    expect(await found()).toEqual(before);
    await verify();
  });

  it.each([
    ['note', (id: string) => send('PATCH', `/settlement-lines/${id}`, { note: 'Asked the bank' })],
    [
      'request to write it off',
      (ids: string) =>
        send('POST', '/settlement-lines/resolve', { ids: [ids], resolution: 'written_off', reason: 'Charge' }),
    ],
  ])('stays unchanged when a line has a %s', async (_name, work) => {
    const file = await report([oneLine({ amount: 5000 })]);
    const [line] = await linesOf(file);
    expect((await work(line?._id ?? '')).status).toBe(200);
    await expectError(readAs(file._id, 'net'), 409, /^A person has worked on lines of this file/);
    await verify();
  });

  it('stays unchanged when a user has linked a line, even if the link was undone', async () => {
    const id = await payment(50);
    const file = await report([oneLine({ amount: 50 })]);
    const [line] = await linesOf(file);
    const worked = /^A person has worked on lines of this file/;
    expect((await send('POST', `/settlement-lines/${line?._id}/link`, { paymentId: id })).status).toBe(200);
    await expectError(readAs(file._id, 'net'), 409, worked);
    expect((await send('POST', `/settlement-lines/${line?._id}/reopen`)).status).toBe(200);
    await match();
    await expectError(readAs(file._id, 'net'), 409, worked);
    await verify();
  });

  it('stays unchanged when a user has ignored a duplicate of its line in another file', async () => {
    const line = oneLine();
    const file = await report([line]);
    const other = await report([{ ...line, amount: 11 }]);
    const [repeated] = await linesOf(other);
    const body = { ids: [repeated?._id], resolution: 'ignored', reason: 'Repeated' };
    expect((await send('POST', '/settlement-lines/resolve', body)).status).toBe(200);
    await expectError(readAs(file._id, 'net'), 409, /^A person has resolved lines that depend on this file/);
    await verify();
  });

  it('stays unchanged when a bank credit is matched to its settlement, and so does the bank statement with the credit', async () => {
    const line = oneLine();
    const file = await report([line]);
    const paid = await statement([{ narration: `NEFT ${line.utr}`, amount: 9 }]);
    const credited = /^A bank credit and a settlement are matched by this file/;
    await expectError(readAs(file._id, 'net'), 409, credited);
    await expectError(readAs(paid._id, 'razorpay', 'hdfc-statement'), 409, credited);
    await verify();
  });

  it('stays unchanged when a closed day counts its lines as reconciled', async () => {
    const line = oneLine();
    await payment(10, { transaction_id: line.id });
    const file = await report([line]);
    const client = await test.database.pool.connect();
    try {
      await client.query(
        `INSERT INTO closes (number, kind, day, starts_at, ends_at, closed_until, document, hash, public_key, key_id, signature, made_at)
         SELECT 1, 'close', d, day_start(d, zone), day_start(d + 1, zone), day_start(d + 1, zone), '{}', '\\x00', '\\x00', 'key', '\\x00', $1
         FROM business_time_zone() AS zone, (SELECT '2026-11-04'::date AS d) AS day`,
        [test.clock.now],
      );
      await expectError(readAs(file._id, 'net'), 409, /^A closed day counts lines of this file as reconciled/);
    } finally {
      await client.query(
        'SET session_replication_role = replica; DELETE FROM closes; RESET session_replication_role',
      );
      client.release();
    }
    expect((await readAs(file._id, 'net')).status).toBe(200);
    await match();
    await verify();
  });
});

// PGlite has only one session, so no other connection works while a transaction is open.
describe.skipIf(isLite(inject('testServer')))('[RECON-01, RECON-02] re-reading a file concurrently', () => {
  /** Starts calls in the given order while another node holds the lock. */
  async function race(lock: number, calls: readonly (() => ReturnType<typeof send>)[]) {
    const other = await test.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock($1)', [lock]);
      const all: ReturnType<typeof send>[] = [];
      for (const [index, call] of calls.entries()) {
        all.push(call());
        if (index === 0) await untilLockWait(test.database, 'the first call waits');
      }
      await other.query('COMMIT');
      return await Promise.all(all);
    } finally {
      other.release(true);
    }
  }

  it('happens only once for two users', async () => {
    const file = await report([oneLine()]);
    const both = await race(advisoryLocks.settlements, [
      () => readAs(file._id, 'net'),
      () => readAs(file._id, 'net'),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 409]);
    expect(both[1]?.body.message).toBe('This file is already read as “Net report”. Nothing was changed.');
    await match();
    expect((await linesOf(file)).map(({ amount }) => amount)).toEqual([9]);
    await verify();
  });

  it('keeps its result when the same bytes are uploaded before or afterwards', async () => {
    const content = makeReport([oneLine()]);
    const file = await report(content);
    const [reread, uploaded] = await race(advisoryLocks.settlementFiles, [
      () => readAs(file._id, 'net'),
      () => upload(content) as ReturnType<typeof send>,
    ]);
    expect([reread?.status, uploaded?.status]).toEqual([200, 200]);
    expect(uploaded?.body).toMatchObject({
      message: expect.stringMatching(/^This file was already read/),
      data: { _id: file._id },
    });
    await match();
    expect((await sql('SELECT FROM settlement_lines WHERE file_id = $1', [file._id])).rowCount).toBe(1);
    await verify();
  });

  it('is rejected after a decision on a line, and a later decision does not find the line', async () => {
    const of = oneLine();
    for (const isDecidedFirst of [true, false]) {
      const file = await report([{ ...of, ...oneLine() }]);
      const [line] = await linesOf(file);
      const note = () => send('PATCH', `/settlement-lines/${line?._id}`, { note: 'Asked the bank' });
      const again = () => readAs(file._id, 'net');
      const calls = isDecidedFirst ? [note, again] : [again, note];
      expect((await race(advisoryLocks.settlements, calls)).map(({ status }) => status)).toEqual(
        isDecidedFirst ? [200, 409] : [200, 404],
      );
      await match();
      await verify();
    }
  });
});
