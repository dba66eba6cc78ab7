import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { FilledApplication } from './data.ts';
import { pgbench } from './pgbench.ts';
import { type BenchRow, counted, median, milliseconds, percentile } from './row.ts';
import { callQuestions } from './server-questions.ts';

const WARM_UP = 200;
const CALLS = 600;
const RUNS = 3;
const PGBENCH_SECONDS = 3;

/** One uncompressed call on a keep-alive connection, which is cheap for the client. */
async function call(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  const [answer] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
}

/** Durations in ms of consecutive calls of one client. */
async function callTimes(url: string, headers: Record<string, string>, calls: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: number[] = [];
  try {
    for (let done = 0; done < calls; done += 1) {
      const began = performance.now();
      await call(url, headers, agent);
      samples.push(performance.now() - began);
    }
  } finally {
    agent.destroy();
  }
  return samples;
}

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

/** The median of several runs. */
async function latencyOf(filled: FilledApplication, path: string): Promise<Latency> {
  const url = `${filled.application.url}/api/v1${path}`;
  const headers = { ...filled.headers };
  await callTimes(url, headers, WARM_UP);
  const runs: Latency[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const samples = await callTimes(url, headers, CALLS);
    runs.push({ p50: median(samples), p99: percentile(samples, 0.99) });
  }
  return { p50: median(runs.map(({ p50 }) => p50)), p99: median(runs.map(({ p99 }) => p99)) };
}

function latencyRow(what: string, ms: number, reference: string, limit: number): BenchRow {
  return { what, ours: milliseconds(ms), reference, ratio: null, budget: `≤ ${limit} ms`, isMet: ms <= limit };
}

/** One signed-in client over HTTP beside the bare statements. */
export async function httpRows(filled: FilledApplication): Promise<BenchRow[]> {
  const size = `${counted(filled.bookings)} bookings`;
  const bare = await pgbench(filled.connectionString, callQuestions(filled.headers.token, {}), {
    connections: 1,
    seconds: PGBENCH_SECONDS,
  });
  const reference = bare === null ? 'no pgbench here' : `${milliseconds(bare.latencyMs)} pgbench, mean`;
  const list = await latencyOf(filled, '/booking/admin/booking?page=1&limit=10');
  const dashboard = await latencyOf(filled, '/booking/get/dashboard');
  return [
    latencyRow(`list over HTTP, p50, ${size}`, list.p50, reference, 1.2),
    latencyRow(`list over HTTP, p99, ${size}`, list.p99, reference, 5),
    latencyRow(`dashboard over HTTP, p50, ${size}`, dashboard.p50, '', 5),
  ];
}
