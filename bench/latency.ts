import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOpenCalls } from '@wayside/contract/calls';
import { receiveCall } from '@wayside/contract/receive-call';
import { getRoadsideReport } from '@wayside/contract/roadside-report';
import { connect, type FilledApplication } from './data.ts';
import { type Questions, questionsOf } from './questions.ts';
import {
  type BenchRow,
  formatCount,
  limitRow,
  median,
  milliseconds,
  percentile,
  wholeMilliseconds,
} from './row.ts';
import { writeExport } from './server-import.ts';
import { ingest, makeKey } from './server-ingest.ts';

const WARM_UP_ROUNDS = 5;
const ROUNDS = 60;
/** Fewer rounds, because a round takes longer during ingest. */
const BUSY_ROUNDS = 30;
const MAX_RESPONSE_MS = 100;
const REPORTS = 10;
const MAX_REPORT_MS = 2000;
const CALLS = 60;
const MAX_CARD_MS = 1000;
/** More bookings than can be ingested during the rounds. */
const INGESTED_BOOKINGS = 100_000;
const INGESTED = ['users', 'mechanics', 'bookings', 'earnings', 'payments', 'payouts'] as const;

/** Durations of calls in milliseconds, by description of the call. */
type Samples = ReadonlyMap<string, readonly number[]>;

/** Makes every call in turn on one connection and measures it. @throws Error if a call fails */
export async function callTimes(
  { application, headers }: FilledApplication,
  questions: Questions,
  rounds: number,
): Promise<Samples> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples = new Map<string, number[]>(Object.keys(questions).map((name) => [name, []]));
  try {
    for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
      for (const [name, path] of Object.entries(questions)) {
        const began = performance.now();
        const request = get(`${application.url}/api/v1${path}`, { agent, headers: { ...headers } });
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        response.resume();
        await once(response, 'end');
        if (response.statusCode !== 200) throw new Error(`${name}: ${path} answered ${response.statusCode}`);
        if (round >= 0) samples.get(name)?.push(performance.now() - began);
      }
  } finally {
    agent.destroy();
  }
  return samples;
}

const p99Of = (times: readonly number[] = []): number => percentile(times, 0.99);
const latencyText = (times: readonly number[] = []): string =>
  `${milliseconds(median(times))}, ${milliseconds(p99Of(times))}`;

/** Measures every query of a user at the 50th and 99th percentile, alone and while records are ingested (FIND-04). */
export async function questionRows(filled: FilledApplication): Promise<BenchRow[]> {
  const client = await connect(filled);
  const folder = await mkdtemp(join(tmpdir(), 'wayside-export-'));
  try {
    await writeExport(folder, INGESTED_BOOKINGS);
    const questions = await questionsOf(client);
    // Created first, because a service key needs a recent sign-in.
    const key = await makeKey(filled);
    const idle = await callTimes(filled, questions, ROUNDS);
    const stop = new AbortController();
    const options = { folder, key, collections: INGESTED };
    const ingesting = ingest(filled, options, stop.signal);
    const loaded = await callTimes(filled, questions, BUSY_ROUNDS).finally(() => stop.abort());
    const { documents, seconds } = await ingesting;
    const beside = `beside ${formatCount(documents / seconds)} records/s`;
    return Object.keys(questions).map((what): BenchRow => {
      const [alone, busy] = [idle.get(what), loaded.get(what)];
      return {
        what,
        ours: latencyText(alone),
        reference: `${latencyText(busy)} ${beside}`,
        ratio: null,
        budget: `≤ ${MAX_RESPONSE_MS} ms`,
        isMet: Math.max(p99Of(alone), p99Of(busy)) <= MAX_RESPONSE_MS,
      };
    });
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Measures the roadside report of the last 30 days (ROAD-07). */
export async function reportRows(filled: FilledApplication): Promise<BenchRow[]> {
  const times = await callTimes(filled, { report: getRoadsideReport.path }, REPORTS);
  const slowest = Math.max(...(times.get('report') ?? [Number.NaN]));
  return [limitRow('roadside report of 30 days, the slowest', slowest, MAX_REPORT_MS, wholeMilliseconds)];
}

/** Measures the time from an incoming call until its card is shown (PEOP-07). */
export async function callRows(filled: FilledApplication): Promise<BenchRow[]> {
  const { application, headers } = filled;
  const client = await connect(filled);
  try {
    const key = await makeKey(filled);
    const { rows } = await client.query<{ phone: string }>(
      `SELECT phone FROM users WHERE record_state = 'full' AND phone IS NOT NULL ORDER BY id LIMIT ${CALLS}`,
    );
    const times: number[] = [];
    for (const { phone } of rows) {
      const began = performance.now();
      const call = await fetch(`${application.url}/api/v1${receiveCall.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ phone, at: new Date().toISOString() }),
      });
      if (!call.ok) throw new Error(`the call returned ${call.status}`);
      const open = await fetch(`${application.url}/api/v1${listOpenCalls.path}`, { headers: { ...headers } });
      await open.json();
      times.push(performance.now() - began);
    }
    return [limitRow('caller card, p95', percentile(times, 0.95), MAX_CARD_MS, wholeMilliseconds)];
  } finally {
    await client.end();
  }
}
