import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { connect, type FilledApplication, startFilled } from './data.ts';
import { openLiveClients } from './live-clients.ts';
import { residentBytes } from './process-memory.ts';
import { type BenchRow, formatCount, kilobytes, median, milliseconds, percentile } from './row.ts';

const BOOKINGS = 10_000;
const STREAMS = 500;
const MAX_STREAM_BYTES = 30_000;
/** Streams measured after the warm-up streams, which make the heap grow once. */
const MEASURED_STREAMS = 1_000;
const CONNECTIONS = 16;
const SECONDS = 4;
/** Each round runs with and without streams in succession, so that other load on the machine affects both equally. */
const ROUNDS = 7;
const MIN_SHARE = 0.9;
const COMMITS = 100;
const MAX_EVENT_MS = 500;
/**
 * Returns the pause between two commits in ms. It is longer than a flush and random, so that the two do not
 * synchronise.
 */
const pauseMs = () => 120 + Math.random() * 150;

async function listsPerSecond(filled: FilledApplication, seconds = SECONDS): Promise<number> {
  const url = `${filled.application.url}/api/v1/booking/admin/booking?page=1&limit=10`;
  const { requests, non2xx } = await autocannon({
    url,
    headers: filled.headers,
    connections: CONNECTIONS,
    duration: seconds,
  });
  if (non2xx > 0) throw new Error(`${non2xx} lists failed`);
  return requests.average;
}

/** Measures the time from the end of a commit to its event on each stream. */
async function commitToEvent(filled: FilledApplication): Promise<number[]> {
  const clients = await openLiveClients(filled, STREAMS);
  const writer = await connect(filled);
  try {
    const { rows } = await writer.query<{ id: string }>('SELECT id FROM bookings LIMIT $1', [COMMITS]);
    const samples: number[] = [];
    for (const { id } of rows) {
      const receivedTimes = clients.receivedAt(id);
      await writer.query('UPDATE bookings SET updated_at = now() WHERE id = $1', [id]);
      const committed = performance.now();
      samples.push(...(await receivedTimes).map((at) => Math.max(0, at - committed)));
      await delay(pauseMs());
    }
    return samples;
  } finally {
    await writer.end();
    clients.close();
  }
}

/** Returns the resident memory of one additional stream in bytes; null if the system does not report it. */
async function bytesPerStream(filled: FilledApplication): Promise<number | null> {
  // The load triggers garbage collection of what opening the streams left behind.
  const weigh = async () => {
    await listsPerSecond(filled);
    return residentBytes(filled.application.pid);
  };
  const first = await openLiveClients(filled, STREAMS);
  const before = await weigh();
  const more = await openLiveClients(filled, MEASURED_STREAMS);
  const after = await weigh();
  for (const clients of [first, more]) clients.close();
  return before === null || after === null ? null : (after - before) / MEASURED_STREAMS;
}

/** Measures the cost of open screens: memory, list throughput, and time from commit to event (LIVE-04). */
export async function liveRows(): Promise<BenchRow[]> {
  const filled = await startFilled(BOOKINGS);
  try {
    await listsPerSecond(filled);
    const size = await bytesPerStream(filled);
    const shares: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await listsPerSecond(filled);
      const clients = await openLiveClients(filled, STREAMS);
      const beside = await listsPerSecond(filled);
      clients.close();
      shares.push(beside / alone);
      rates.push(beside);
    }
    const samples = await commitToEvent(filled);
    const p99 = percentile(samples, 0.99);
    return [
      {
        what: `memory of a stream, ${formatCount(STREAMS + MEASURED_STREAMS)} open`,
        ours: size === null ? 'unknown' : kilobytes(size),
        reference: '',
        ratio: null,
        budget: `≤ ${kilobytes(MAX_STREAM_BYTES)}`,
        isMet: size === null ? null : size <= MAX_STREAM_BYTES,
      },
      {
        what: `lists a second, ${STREAMS} streams open, against none`,
        ours: `${formatCount(median(rates))}/s`,
        reference: `${formatCount(median(rates) / median(shares))}/s`,
        ratio: median(shares),
        budget: `≥ ${MIN_SHARE}`,
        isMet: median(shares) >= MIN_SHARE,
      },
      {
        what: `commit to event, p99, ${STREAMS} streams open`,
        ours: milliseconds(p99),
        reference: `p50 ${milliseconds(median(samples))}`,
        ratio: null,
        budget: `≤ ${MAX_EVENT_MS} ms`,
        isMet: p99 <= MAX_EVENT_MS,
      },
    ];
  } finally {
    await filled.application.stop();
  }
}
