import { setTimeout as delay } from 'node:timers/promises';
import { getResultFile, uploadResultFile } from '@wayside/contract/bank-results';
import { closeDays } from '@wayside/contract/closes';
import { createRun, downloadRunFile, makeRunFile, previewRun } from '@wayside/contract/payment-runs';
import { callApi } from '../e2e/support/api-call.ts';
import { apiUrl } from '../e2e/support/calls.ts';
import { openSession } from '../e2e/support/session.ts';
import { connect, type FilledApplication } from './data.ts';
import { type BenchRow, formatCount } from './row.ts';

const MAX_RUN_SECONDS = 2;
const RUN_ROWS = 10_000;
const MAX_BANK_RESULT_SECONDS = 20;
const BANK_RESULT_ROWS = 50_000;
/** The limit for a million ledger rows. */
const MAX_CLOSE_SECONDS = 5;
const POLL_MS = 50;

/** Returns the row of a duration and its budget, which applies to as many rows as the largest marketplace has. */
function durationRow(what: string, seconds: number, rows: number, maxSeconds: number): BenchRow {
  return {
    what,
    ours: `${seconds.toFixed(2)} s`,
    reference: `${formatCount(rows / seconds)} rows/s`,
    ratio: null,
    budget: `≤ ${maxSeconds} s`,
    isMet: seconds <= maxSeconds,
  };
}

/** Runs a piece of work and measures its duration. @returns the result and the duration in seconds */
async function measure<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}

/**
 * Measures a payment run for all mechanics with a balance, the bank's results for 50,000 payments, and the close of
 * last month (BANK-04, CLOS-01).
 */
export async function moneyRows(filled: FilledApplication): Promise<BenchRow[]> {
  const token = await openSession(filled.application);
  const first = await payAll(filled, token);
  await addOwedMechanics(filled, BANK_RESULT_ROWS - first.count);
  const second = await payAll(filled, token);
  const lines = resultsOf([first.file, second.file]);
  const answered = await measure(() => applyResults(filled, token, lines));
  const closed = await closeLastMonth(filled, token);
  const rowsOf = ({ count, createdSeconds, madeSeconds }: PaidRun, mostSeconds: number) => [
    durationRow(`payment run of ${formatCount(count)} mechanics: reserved`, createdSeconds, count, mostSeconds),
    durationRow(`payment run of ${formatCount(count)} mechanics: file made`, madeSeconds, count, mostSeconds),
  ];
  const answerRows = lines.length - 1;
  return [
    ...rowsOf(first, MAX_RUN_SECONDS),
    ...rowsOf(second, (MAX_RUN_SECONDS * second.count) / RUN_ROWS),
    durationRow(
      `bank result file of ${formatCount(answerRows)} rows`,
      answered.seconds,
      answerRows,
      MAX_BANK_RESULT_SECONDS,
    ),
    closed,
  ];
}

interface PaidRun {
  readonly count: number;
  readonly createdSeconds: number;
  readonly madeSeconds: number;
  readonly file: string;
}

/** Creates a payment run for all mechanics with a balance, and its file. */
async function payAll({ application }: FilledApplication, token: string): Promise<PaidRun> {
  const selection = { profile: 'razorpayx', ids: null, all: true, minimumPaise: null };
  const { record: preview } = await callApi(application, token, previewRun, { body: selection });
  const { payees, totalPaise } = preview;
  const seen = { seenCount: payees.length, seenTotalPaise: totalPaise };
  const created = await measure(() =>
    callApi(application, token, createRun, {
      body: { ...selection, ...seen, debitAccount: '000705000123', key: `bench ${Date.now()}` },
    }),
  );
  const params = { id: created.result.record.id };
  const made = await measure(() => callApi(application, token, makeRunFile, { params }));
  const file = await fetch(apiUrl(application, downloadRunFile).replace('{id}', params.id), { headers: { token } });
  return {
    count: payees.length,
    createdSeconds: created.seconds,
    madeSeconds: made.seconds,
    file: await file.text(),
  };
}

/** Adds mechanics with one payment each, and waits until the program has posted the payments. */
async function addOwedMechanics(filled: FilledApplication, count: number): Promise<void> {
  const client = await connect(filled);
  try {
    await client.query(
      `INSERT INTO mechanics (id, name, status, bank_account_holder, bank_account_number, bank_ifsc_code)
       SELECT 'be' || lpad(to_hex(n), 22, '0'), 'Mechanic ' || n, 'approved', 'Holder ' || n, (700000000000 + n)::text, 'HDFC0000123'
       FROM generate_series(1, $1::int) AS n`,
      [count],
    );
    await client.query(
      `INSERT INTO payments (id, mechanic_id, status, method, amount_paise, transacted_at)
       SELECT 'bf' || lpad(to_hex(n), 22, '0'), 'be' || lpad(to_hex(n), 22, '0'), 'paid', 'upi', 100000 + n, now()
       FROM generate_series(1, $1::int) AS n`,
      [count],
    );
    while ((await client.query('SELECT FROM pending_postings LIMIT 1')).rowCount !== 0) await delay(POLL_MS);
  } finally {
    await client.end();
  }
}

/**
 * Creates an ICICI bank result file in which all payments of the files are paid, with their references, amounts and
 * accounts.
 */
function resultsOf(files: readonly string[]): string[] {
  const [headings = '', ...rows] = files.flatMap((file, index) =>
    file.trim().split('\n').slice(Math.min(index, 1)),
  );
  const names = headings.split(',');
  const [reference, amount, account] = [
    'Payout Reference Id',
    'Payout Amount (in Rupees)',
    'Fund Account Number',
  ].map((name) => names.indexOf(name));
  return [
    'Customer Ref No,STATUS,AMOUNT,UTR NO,BENE_ACC_NO,Rejection Reason',
    ...rows.map((row, index) => {
      const cells = row.split(',');
      const utr = `ICICN5202611${String(index).padStart(10, '0')}`;
      return [cells[reference ?? 0], 'PAID', cells[amount ?? 0], utr, cells[account ?? 0], ''].join(',');
    }),
  ];
}

async function applyResults(filled: FilledApplication, token: string, lines: readonly string[]): Promise<void> {
  const { application } = filled;
  const form = new FormData();
  form.set('profile', 'icici');
  form.set('name', 'result.csv');
  form.set('file', new Blob([`${lines.join('\n')}\n`]), 'result.csv');
  const response = await fetch(apiUrl(application, uploadResultFile), {
    method: 'POST',
    headers: { token },
    body: form,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`uploading the bank result file returned ${response.status}: ${answer}`);
  const { data } = JSON.parse(answer) as { data: { _id: string } };
  for (;;) {
    const { record } = await callApi(application, token, getResultFile, { params: { id: data._id } });
    if (record.state === 'finished' && record.changedCount === lines.length - 1) return;
    if (record.state !== 'reading')
      throw new Error(
        `the result file was ${record.state}: ${record.changedCount} of ${lines.length - 1} rows changed something`,
      );
    await delay(POLL_MS);
  }
}

async function closeLastMonth(filled: FilledApplication, token: string): Promise<BenchRow> {
  const client = await connect(filled);
  try {
    const { rows } = await client.query<{ first: string; last: string; month: number; all: number }>(
      `SELECT first::date::text AS first, (first + interval '1 month' - interval '1 day')::date::text AS last,
         (SELECT count(*)::int FROM ledger_entries WHERE occurred_at >= first AND occurred_at < first + interval '1 month') AS month,
         (SELECT count(*)::int FROM ledger_entries) AS all
       FROM (SELECT date_trunc('month', now() AT TIME ZONE 'Asia/Kolkata') - interval '1 month' AS first) AS months`,
    );
    const [found] = rows;
    if (found === undefined) throw new Error('there is no month to close');
    const { seconds } = await measure(() =>
      callApi(filled.application, token, closeDays, { body: { day: found.last, firstDay: found.first } }),
    );
    return {
      what: `close of a month with ${formatCount(found.month)} of ${formatCount(found.all)} ledger rows`,
      ours: `${seconds.toFixed(2)} s`,
      reference: '',
      ratio: null,
      budget: `≤ ${MAX_CLOSE_SECONDS} s`,
      isMet: seconds <= MAX_CLOSE_SECONDS,
    };
  } finally {
    await client.end();
  }
}
