import autocannon from 'autocannon';
import { BOOKING_SHAPE } from '../apps/server/src/features/bookings/list-bookings.ts';
import { buildPageStatement } from '../apps/server/src/platform/db/page-statement.ts';
import { FIND_SESSION } from '../apps/server/src/platform/http/session.ts';
import { hashToken } from '../apps/server/src/session-token.ts';
import type { FilledApplication } from './data.ts';
import { pgbench } from './pgbench.ts';
import { residentBytes } from './process-memory.ts';
import { type BenchRow, formatCount, megabytes } from './row.ts';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
const SECONDS = 8;
const MAX_RESIDENT_BYTES = 200 * 1024 * 1024;
const MAX_GROWTH = 1.1;
const MIN_RATIO = 0.33;

function load(filled: FilledApplication, path: string, seconds: number) {
  const url = `${filled.application.url}/api/v1${path}`;
  return autocannon({ url, headers: filled.headers, connections: CONNECTIONS, duration: seconds });
}

/** Returns the statements of a list call: the session, then the page. */
function callQuestions(token: string) {
  const { statement, values } = buildPageStatement(BOOKING_SHAPE, {
    status: ['completed'],
    search: null,
    page: 1,
    limit: 10,
  });
  return [
    { text: FIND_SESSION.text, values: [hashToken(token), new Date(), false] },
    { text: statement.text, values },
  ];
}

/**
 * Measures lists per second, with session, validation and encoding, and compares them with pgbench running the same
 * two statements.
 */
export async function throughputRows(filled: FilledApplication): Promise<BenchRow[]> {
  const path = '/booking/admin/booking?status=completed&page=1&limit=10';
  await load(filled, path, WARM_UP_SECONDS);
  const { requests, latency, non2xx } = await load(filled, path, SECONDS);
  const limit = await pgbench(filled.connectionString, callQuestions(filled.headers.token), {
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const ratio = limit === null ? null : requests.average / limit.rate;
  return [
    {
      what: `lists a second, ${CONNECTIONS} connections, ${formatCount(filled.bookings)} bookings`,
      ours: `${formatCount(requests.average)}/s, p99 ${latency.p99} ms`,
      reference: limit === null ? 'no pgbench here' : `${formatCount(limit.rate)}/s pgbench`,
      ratio,
      budget: `≥ ${MIN_RATIO}, none failed`,
      isMet: ratio === null ? null : ratio >= MIN_RATIO && non2xx === 0,
    },
  ];
}

/** Measures the memory of Node after mixed load, and its growth under further load. */
export async function memoryRows(filled: FilledApplication): Promise<BenchRow[]> {
  const mixed = async () => {
    for (const path of [
      '/booking/admin/booking?limit=100',
      '/booking/admin/booking?page=500',
      '/booking/get/dashboard',
    ])
      await load(filled, path, WARM_UP_SECONDS);
    return residentBytes(filled.application.pid);
  };
  await mixed();
  const before = await mixed();
  const after = await mixed();
  if (before === null || after === null) return [];
  return [
    {
      what: 'memory of Node after load, and after as much again',
      ours: megabytes(after),
      reference: megabytes(before),
      ratio: after / before,
      budget: `≤ ${megabytes(MAX_RESIDENT_BYTES)}, ≤ ${MAX_GROWTH}x`,
      isMet: after <= MAX_RESIDENT_BYTES && after / before <= MAX_GROWTH,
    },
  ];
}
