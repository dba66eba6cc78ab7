import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { pageStatement } from '../apps/server/src/db/page-statement.ts';
import { BOOKING_LIST } from '../apps/server/src/features/bookings/list-bookings.ts';
import type { FilledApplication } from './data.ts';
import type { BenchRow } from './row.ts';

const CONNECTIONS = 16;
const SECONDS = 8;
const DEBIAN = '/usr/lib/postgresql';

/** PostgreSQL's own load generator, where the system has one; the embedded server comes without it. */
function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin/pgbench')).find((path) => existsSync(path)) ?? null;
}

/** The statement with its values in place, as pgbench wants it on one line. */
function listScript(): string {
  const { statement, values } = pageStatement(BOOKING_LIST, {
    part: 'completed',
    search: null,
    page: 1,
    limit: 10,
  });
  const literal = (value: unknown) => (typeof value === 'number' ? String(value) : `'${String(value)}'`);
  const filled = values.reduceRight<string>(
    (text, value, index) => text.replaceAll(`$${index + 1}`, literal(value)),
    statement.text,
  );
  return `${filled.replaceAll(/\s+/g, ' ')};\n`;
}

async function pgbenchRate(pgbench: string, connectionString: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-bench-'));
  try {
    const script = join(folder, 'list.sql');
    await writeFile(script, listScript());
    const words = [
      '-n',
      '-M',
      'prepared',
      '-f',
      script,
      '-c',
      String(CONNECTIONS),
      '-j',
      '2',
      '-T',
      String(SECONDS),
      connectionString,
    ];
    const { stdout } = await promisify(execFile)(pgbench, words, {
      env: { ...process.env, PGOPTIONS: '-c timezone=UTC' },
    });
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lists a second with session, validation and encoding, against the database's own limit for the same statement. */
export async function throughputRows({
  application,
  connectionString,
  headers,
}: FilledApplication): Promise<BenchRow[]> {
  const url = `${application.url}/api/v1/booking/admin/booking?status=completed&page=1&limit=10`;
  await autocannon({ url, headers, connections: CONNECTIONS, duration: 2 });
  const { requests, latency, non2xx } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  const pgbench = findPgbench();
  const limit = pgbench === null ? Number.NaN : await pgbenchRate(pgbench, connectionString);
  const ratio = requests.average / limit;
  return [
    {
      what: `lists a second, ${CONNECTIONS} connections`,
      ours: `${Math.round(requests.average)}/s, p99 ${latency.p99} ms`,
      reference: pgbench === null ? 'no pgbench here' : `${Math.round(limit)}/s pgbench`,
      ratio: Number.isNaN(ratio) ? null : ratio,
      budget: '≥ 0.5, none failed',
      isMet: Number.isNaN(ratio) ? null : ratio >= 0.5 && non2xx === 0,
    },
  ];
}
