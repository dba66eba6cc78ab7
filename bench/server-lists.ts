import pg from 'pg';
import { type ListWish, pageStatement } from '../apps/server/src/db/page-statement.ts';
import { BOOKING_LIST } from '../apps/server/src/features/bookings/list-bookings.ts';
import { DASHBOARD_SQL } from '../apps/server/src/features/dashboard/figures-sql.ts';
import type { FilledApplication } from './data.ts';
import { type BenchRow, median, milliseconds, percentile } from './row.ts';

const LIMIT = 10;
const SAMPLES = 150;

/** Milliseconds of the statements behind a screen, by question. */
export type StatementTimes = Readonly<Record<string, number>>;

interface Question {
  readonly text: string;
  readonly name: string;
  readonly values: unknown[];
}

async function questions(client: pg.Client): Promise<Record<string, Question>> {
  const count = async (sql: string) => Number((await client.query(sql)).rows[0]?.count ?? 0);
  const total = await count("SELECT count(*) FROM bookings WHERE presence = 'known'");
  const completed = await count("SELECT count(*) FROM bookings WHERE presence = 'known' AND status = 'completed'");
  const some =
    (await client.query('SELECT id FROM bookings ORDER BY listed_at DESC OFFSET 77 LIMIT 1')).rows[0]?.id ?? '';
  const page = (wish: Partial<ListWish>): Question => {
    const { statement, values } = pageStatement(BOOKING_LIST, {
      part: null,
      search: null,
      page: 1,
      limit: LIMIT,
      ...wish,
    });
    return { ...statement, values };
  };
  const lastPage = (rows: number) => Math.max(1, Math.ceil(rows / LIMIT));
  return {
    'first page': page({}),
    'middle page': page({ page: Math.ceil(lastPage(total) / 2) }),
    'last page': page({ page: lastPage(total) }),
    'status, first page': page({ part: 'completed' }),
    'status, last page': page({ part: 'completed', page: lastPage(completed) }),
    'search by 6 characters': page({ search: some.slice(-6) }),
    dashboard: { name: 'dashboard', text: DASHBOARD_SQL, values: [new Date()] },
  };
}

/** Times each statement alone, prepared, on one connection: the median of many runs. */
export async function timeStatements({ connectionString }: FilledApplication): Promise<StatementTimes> {
  const client = new pg.Client({
    connectionString,
    options: '-c timezone=UTC -c max_parallel_workers_per_gather=0',
  });
  await client.connect();
  try {
    await client.query('VACUUM ANALYZE');
    const times: Record<string, number> = {};
    for (const [question, statement] of Object.entries(await questions(client))) {
      const samples: number[] = [];
      for (let run = 0; run < SAMPLES; run += 1) {
        const began = performance.now();
        await client.query(statement);
        samples.push(performance.now() - began);
      }
      times[question] = median(samples.slice(SAMPLES / 5));
    }
    return times;
  } finally {
    await client.end();
  }
}

/** What each question costs at the larger size against the smaller one. */
export function growthRows(small: StatementTimes, large: StatementTimes, sizes: string): BenchRow[] {
  return Object.entries(large).map(([question, ms]) => {
    const before = small[question] ?? Number.NaN;
    const limit = question === 'dashboard' ? 1.5 : 2;
    return {
      what: `${question}, ${sizes}`,
      ours: milliseconds(ms),
      reference: milliseconds(before),
      ratio: ms / before,
      budget: `≤ ${limit}x`,
      isMet: ms / before <= limit,
    };
  });
}

/** Middle and last page against the first, at one size. */
export function depthRows(times: StatementTimes, size: string): BenchRow[] {
  const first = times['first page'] ?? Number.NaN;
  return ['middle page', 'last page'].map((question) => {
    const ms = times[question] ?? Number.NaN;
    return {
      what: `${question} against the first, ${size}`,
      ours: milliseconds(ms),
      reference: milliseconds(first),
      ratio: ms / first,
      budget: '≤ 1.5x',
      isMet: ms / first <= 1.5,
    };
  });
}

/** One client over HTTP, signed in, beside the bare statement. */
export async function httpRows(
  filled: FilledApplication,
  times: StatementTimes,
  size: string,
): Promise<BenchRow[]> {
  const ask = async (
    path: string,
    what: string,
    statementMs: number,
    p50: number,
    p99: number,
  ): Promise<BenchRow[]> => {
    const samples: number[] = [];
    for (let run = 0; run < 400; run += 1) {
      const began = performance.now();
      await (await fetch(`${filled.application.url}/api/v1${path}`, { headers: filled.headers })).arrayBuffer();
      samples.push(performance.now() - began);
    }
    const warm = samples.slice(100);
    const row = (name: string, ms: number, budget: number): BenchRow => ({
      what: `${what} over HTTP ${name}, ${size}`,
      ours: milliseconds(ms),
      reference: `${milliseconds(statementMs)} statement`,
      ratio: ms / statementMs,
      budget: `≤ ${budget} ms`,
      isMet: ms <= budget,
    });
    return [row('p50', median(warm), p50), row('p99', percentile(warm, 0.99), p99)];
  };
  return [
    ...(await ask('/booking/admin/booking?page=1&limit=10', 'list', times['first page'] ?? Number.NaN, 1.2, 5)),
    ...(await ask('/booking/get/dashboard', 'dashboard', times['dashboard'] ?? Number.NaN, 5, 10)),
  ];
}
