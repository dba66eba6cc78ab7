import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type FilledApplication } from './data.ts';
import { residentBytes } from './process-memory.ts';
import { type BenchRow, formatCount, kilobytes, limitRow, median, megabytes, milliseconds } from './row.ts';

const CALLS = 40;
const WARM_UP = 5;
const MAX_RESPONSE_MS = 50;
const MAX_BYTES = 400_000;
const MAX_GROWTH = 1.1;
const SAMPLE_BYTES = 1_000_000;

/** Sends a request as a browser does and passes the size of each received chunk to `take`. */
async function ask(
  filled: FilledApplication,
  path: string,
  take: (bytes: number) => void | Promise<void>,
): Promise<void> {
  const headers = { ...filled.headers, 'accept-encoding': 'br' };
  const [response] = (await once(get(`${filled.application.url}/api/v1${path}`, { headers }), 'response')) as [
    IncomingMessage,
  ];
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  for await (const piece of response) await take((piece as Buffer).length);
}

async function sizeOf(filled: FilledApplication): Promise<string> {
  const client = await connect(filled);
  try {
    const { rows } = await client.query<{ mechanics: number; entries: number }>(
      'SELECT (SELECT count(*)::int FROM mechanics) AS mechanics, (SELECT count(*)::int FROM ledger_entries) AS entries',
    );
    return `${formatCount(rows[0]?.mechanics ?? 0)} mechanics, ${formatCount(rows[0]?.entries ?? 0)} ledger rows`;
  } finally {
    await client.end();
  }
}

/** Measures the totals of all mechanics, compressed, and their histories as one stream (PAYO-01, API-07). */
export async function payoutRows(filled: FilledApplication): Promise<BenchRow[]> {
  const size = await sizeOf(filled);
  return [...(await summaryRows(filled, size)), ...(await streamRows(filled, size))];
}

async function summaryRows(filled: FilledApplication, size: string): Promise<BenchRow[]> {
  const samples: number[] = [];
  let bytes = 0;
  for (let call = 0; call < CALLS + WARM_UP; call += 1) {
    bytes = 0;
    const began = performance.now();
    await ask(filled, '/admin/payouts/summary', (length) => {
      bytes += length;
    });
    if (call >= WARM_UP) samples.push(performance.now() - began);
  }
  const ms = median(samples);
  return [
    {
      what: `payouts summary over HTTP, p50, ${size}`,
      ours: milliseconds(ms),
      reference: `${milliseconds(Math.min(...samples))} at best`,
      ratio: null,
      budget: `≤ ${MAX_RESPONSE_MS} ms`,
      isMet: ms <= MAX_RESPONSE_MS,
    },
    limitRow('payouts summary, compressed', bytes, MAX_BYTES, kilobytes),
  ];
}

/** Compares Node's peak memory in the second half of a long response with the first half. */
async function streamRows(filled: FilledApplication, size: string): Promise<BenchRow[]> {
  const held: (number | null)[] = [];
  let bytes = 0;
  await ask(filled, '/booking/earning/mechanic', async (length) => {
    bytes += length;
    if (bytes > SAMPLE_BYTES * held.length) held.push(await residentBytes(filled.application.pid));
  });
  const half = Math.ceil(held.length / 2);
  const most = (samples: readonly (number | null)[]) => Math.max(...samples.map((sample) => sample ?? Number.NaN));
  const [first, second] = [most(held.slice(0, half)), most(held.slice(half))];
  const isFull = Number.isFinite(first) && Number.isFinite(second);
  return [
    {
      what: `memory of Node while it streams ${megabytes(bytes)} of histories, second half against first, ${size}`,
      ours: isFull ? megabytes(second) : '',
      reference: isFull ? megabytes(first) : '',
      ratio: isFull ? second / first : null,
      budget: `≤ ${MAX_GROWTH}x`,
      isMet: isFull ? second / first <= MAX_GROWTH : null,
    },
  ];
}
