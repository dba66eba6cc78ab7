import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { rupeesText } from '../rupees.ts';
import { connectTo } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { callProgram, fetchToken, type Program } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';
import { DAYS, type MonthFile, settlementMonth } from '../testing/settlement-month.ts';

const DAY_MS = 86_400_000;
const INDIA_MS = 19_800_000;
/** The age in days of the last day of the month, old enough for its payments to count as missing. */
const LAST_DAY_AGE = 6;
const TIMEOUT_MS = 600_000;

const firstMs = Math.floor((Date.now() + INDIA_MS) / DAY_MS) * DAY_MS - (DAYS - 1 + LAST_DAY_AGE) * DAY_MS;
const isoDay = (day: number): string => new Date(firstMs + day * DAY_MS).toISOString().slice(0, 10);
function dayText(day: number, pattern: string): string {
  const [year = '', month = '', date = ''] = isoDay(day).split('-');
  return pattern.replace('yyyy', year).replace('yy', year.slice(2)).replace('mm', month).replace('dd', date);
}

const { payments, files, outcome } = settlementMonth(dayText);
const { start, run, path } = programsUnderTest({ isKept: true });
let program: Program;
let address = '';
let token = '';

async function serve(): Promise<void> {
  program = start();
  address = await program.ready();
  token = await fetchToken(address, PASSWORD);
}

async function call(method: string, at: string, body?: object) {
  const response = await callProgram(address, [method, at, body], { token });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body;
}

async function upload({ profile, name, content }: MonthFile) {
  const form = new FormData();
  form.set('profile', profile);
  form.set('name', name);
  form.set('file', new Blob([content]), name);
  const response = await fetch(`${address}/api/v1/admin/settlement-files`, {
    method: 'POST',
    headers: { token },
    body: form,
  });
  const body = Object(await response.json());
  expect([name, response.status, body.message]).toEqual([name, 200, body.message]);
  return body;
}

const untilMatched = () =>
  eventually('the lines are matched', async () => {
    const { data } = await call('GET', '/admin/settlement-files?limit=100');
    return data.every(({ matchedAt }: { matchedAt: string | null }) => matchedAt !== null);
  });

async function addPayments(client: pg.Client, isLate: boolean): Promise<void> {
  for (const payment of payments)
    if (payment.isLate === isLate || payment.amountPaise !== payment.latePaise)
      await client.query(
        `INSERT INTO payments (id, amount_paise, status, method, transacted_at, transaction_id) VALUES ($1, $2, 'paid', 'online', $3, $4)
         ON CONFLICT (id) DO UPDATE SET amount_paise = excluded.amount_paise`,
        [
          ...[payment.id, isLate ? payment.latePaise : payment.amountPaise, `${isoDay(payment.day)}T06:00:00Z`],
          payment.transactionId,
        ],
      );
}

/** Kills the program while its work waits for a lock on a table, and restarts it. */
async function killDuring(table: string, work: () => Promise<unknown>): Promise<void> {
  const client = await connectTo(path('data'));
  await client.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  const done = work().catch(() => null);
  await eventually(`${table} is waited for`, async () => {
    const { rows } = await client.query(
      `SELECT FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`,
    );
    return rows.length > 0;
  });
  program.child.kill('SIGKILL');
  expect(await program.ended()).toBe(-1);
  await done;
  await client.end().catch(() => undefined);
  await serve();
}

const countsOf = async (list: string, states: readonly string[]) =>
  Object.fromEntries(
    await Promise.all(
      states.map(async (state) => [state, (await call('GET', `/admin/${list}?limit=1&state=${state}`)).total]),
    ),
  );

beforeAll(serve, TIMEOUT_MS);

describe('[RECON-02, RECON-04] a simulated month of settlements', { timeout: TIMEOUT_MS }, () => {
  it('ends with expected = settled + open to the paisa, with four gateways, two banks, every kind of fault and kills', async () => {
    const client = await connectTo(path('data'));
    await addPayments(client, false);
    await client.end();
    const half = Math.floor(files.length / 2);
    for (const [index, file] of files.entries()) {
      if (index === half) {
        const again = await connectTo(path('data'));
        await addPayments(again, true);
        await again.end();
      }
      // If the program is killed during an upload, nothing is stored. If it is killed during matching, the next
      // program completes the matching.
      if (index === Math.floor(half / 2)) await killDuring('settlement_lines', () => upload(file));
      if (index === half + 2) await killDuring('settlements', () => upload(file));
      await upload(file);
    }
    const [repeated] = files;
    expect(repeated && (await upload(repeated)).message).toMatch(/^This file was already read as /);
    await untilMatched();

    const { data } = await call('GET', '/admin/settlement-files?limit=100');
    expect(data.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      files.map(({ name }) => name).toSorted(),
    );
    const paiseOf = (amount: number) => Math.round(amount * 100);
    for (const { name, sums, total } of data)
      expect([
        name,
        sums.reduce((sum: number, { amount }: { amount: number }) => sum + paiseOf(amount), 0),
      ]).toEqual([name, paiseOf(total)]);

    const { expectedPaise, settledPaise, openPaise, unknownPaise } = outcome;
    expect(expectedPaise).toBe(settledPaise + openPaise);
    const { data: days } = await call('GET', `/admin/reconciliation-days?from=${isoDay(0)}&to=${isoDay(DAYS - 1)}`);
    const sumOf = (name: string) =>
      days.reduce((sum: number, day: Record<string, number>) => sum + paiseOf(day[name] ?? 0), 0);
    expect([sumOf('expected'), sumOf('settled'), sumOf('difference')]).toEqual([
      ...[expectedPaise, settledPaise + unknownPaise, openPaise - unknownPaise],
    ]);
    expect(await countsOf('settlement-lines', Object.keys(outcome.open))).toEqual(outcome.open);
    expect(await countsOf('settlements', Object.keys(outcome.settlements))).toEqual(outcome.settlements);
  });

  it('is verified from the files while the program runs and after it has stopped', async () => {
    const { expectedPaise, settledPaise, openPaise } = outcome;
    const sums = `${rupeesText(expectedPaise)} expected = ${rupeesText(settledPaise)} settled + ${rupeesText(openPaise)} open + ₹0 resolved or returned`;
    for (const isRunning of [true, false]) {
      if (!isRunning) await program.stop();
      const { code, stdout } = await run(['verify']);
      expect([code, stdout.split('\n').filter((line) => line.startsWith('  '))]).toEqual([0, []]);
      expect(stdout).toContain(`Settlement files: ${files.length} files, read again, with the same lines`);
      expect(stdout).toContain(`${sums}, each in its state`);
    }
  });
});
