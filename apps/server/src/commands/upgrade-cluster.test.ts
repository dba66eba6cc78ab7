import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataDirectory } from '../data-directory.ts';
import { findBinaries, findOlderBinaries, type OlderBinaries } from '../platform/db/embedded/binaries.ts';
import { startCluster } from '../platform/db/embedded/cluster.ts';
import { chooseSystemUser } from '../platform/db/embedded/system-user.ts';
import { connectTo, countWrongCounters, dataDigest } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { databaseSettings, fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';
import { DATA_KEY } from '../testing/test-keys.ts';

const EXCLUDED_TABLES = [
  'sessions',
  'login_attempts',
  'live_changes',
  'business_settings',
  'activity',
  'activity_head',
  'chain_links',
  'admins',
  'counters',
  // The start matches the demo's settlements, which changes these tables.
  'settlement_files',
  'settlement_lines',
  'settlement_progress',
  'settlements',
];
const OLDER = 17;
const IMAGE = 'files/images/one.webp';

const user = chooseSystemUser(null);
const here = findBinaries(user).majorVersion;
let older: OlderBinaries | string;
const { path, start } = programsUnderTest();
let dataDir: string;
let before: Record<string, string>;
const command = (args: string[], environment: Record<string, string>) => start(environment, args);
const readVersion = async (directory: string) =>
  (await readFile(join(directory, 'postgres/PG_VERSION'), 'utf8')).trim();

/**
 * Fills a data directory of the older PostgreSQL version with demo data, as the older version of Wayside would have
 * done.
 */
async function fillOlder({ binaries }: OlderBinaries): Promise<void> {
  const directory = await prepareDataDirectory(dataDir);
  const cluster = await startCluster({ directory, binaries, user, log: pino({ level: 'silent' }) });
  const client = new pg.Client({ connectionString: cluster.connectionString });
  try {
    const environment = databaseSettings(cluster.connectionString, dataDir);
    const program = command(['start'], environment);
    await program.ready();
    expect(await program.stop()).toBe(0);
    expect(await command(['demo', '--bookings', '2000'], environment).ended()).toBe(0);
    await client.connect();
    before = await dataDigest(client, EXCLUDED_TABLES);
  } finally {
    await client.end();
    await cluster.stop();
  }
  await mkdir(join(dataDir, 'files/images'), { recursive: true });
  await writeFile(join(dataDir, IMAGE), 'a picture');
  await writeFile(join(dataDir, 'data-key'), DATA_KEY, { mode: 0o600 });
}

beforeAll(async () => {
  dataDir = path('data');
  older = await findOlderBinaries(OLDER, user, path('older')).catch((error: Error) => error.message);
  if (typeof older === 'string') return;
  await fillOlder(older);
}, 400_000);
beforeEach(({ skip }) =>
  skip(
    typeof older === 'string',
    `the programs of PostgreSQL ${OLDER} cannot be had: ${String(older).split('\n')[0]}`,
  ),
);

describe('[OPER-06] an embedded database of an older PostgreSQL version', { timeout: 240_000 }, () => {
  it('stays unchanged when a command runs, and when the server starts but cannot download the older PostgreSQL programs', async () => {
    const copy = path('copy');
    await cp(dataDir, copy, { recursive: true, preserveTimestamps: true });
    const verify = command(['verify'], { DATA_DIR: copy });
    expect(await verify.ended()).toBe(1);
    expect(verify.stderr().trim()).toBe(
      `The database in ${copy} was made by PostgreSQL ${OLDER}, and this release includes ${here}: start Wayside, which upgrades it.`,
    );
    const offline = command(['start'], {
      DATA_DIR: copy,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: path('no-cache'),
    });
    expect(await offline.ended()).toBe(1);
    expect(offline.stderr().trim()).toMatch(
      /^The database in \S+ was made by PostgreSQL 17, and this release includes \d+\. The upgrade needs the programs of 17 once: [^\n]+; nothing was changed\.$/,
    );
    expect(await readVersion(copy)).toBe(String(OLDER));
    expect((await readdir(copy)).filter((name) => /backup|programs|restor/.test(name))).toEqual([]);
    await rm(copy, { recursive: true });
  });

  it('is backed up and upgraded with every row, image and password when the server starts, even if an earlier start was killed', async () => {
    const killed = command(['start'], { DATA_DIR: dataDir });
    await eventually(
      'the new database',
      async () => existsSync(join(dataDir, 'restoring/postgres/PG_VERSION')),
      120_000,
    );
    await killed.stop('SIGKILL');
    expect(await readVersion(dataDir)).toBe(String(OLDER));
    const program = command(['start'], { DATA_DIR: dataDir });
    const address = await program.ready();
    expect(await readVersion(dataDir)).toBe(String(here));
    expect(program.stdout()).toContain(`it is backed up and upgraded to ${here}`);
    const client = await connectTo(dataDir);
    expect(await dataDigest(client, EXCLUDED_TABLES)).toEqual(before);
    expect(await countWrongCounters(client)).toBe(0);
    await client.end();
    expect(await readFile(join(dataDir, IMAGE), 'utf8')).toBe('a picture');
    expect(await fetchToken(address, PASSWORD)).not.toBe('');
    const left = (await readdir(dataDir)).filter((name) => /backup|programs|restor|replaced/.test(name));
    expect(left).toEqual([`before-postgres-${here}.backup`]);
    expect(await program.stop()).toBe(0);
    const verify = command(['verify'], { DATA_DIR: dataDir });
    await verify.ended();
    // The picture of this test belongs to no record, so verification reports it.
    expect(verify.stdout()).not.toMatch(/^(?!Images|Files).*\d+ issues?$/m);
    const again = command(['start'], { DATA_DIR: dataDir });
    await again.ready();
    expect(again.stdout()).not.toContain('upgraded');
  });
});
