import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as age from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countWrongCounters, dataDigest } from '../testing/data-digest.ts';
import { startDatabaseProxy } from '../testing/database-proxy.ts';
import { openTestServer, systemBinaries, type TestServer } from '../testing/database-server.ts';
import { startObjectStorage, type TestObjectStorage } from '../testing/object-storage.ts';
import { fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { withDatabase } from '../testing/test-database-names.ts';
import { DATA_KEY } from '../testing/test-keys.ts';

const SIGNED_OUT = [
  'counters',
  'sessions',
  'login_attempts',
  'live_changes',
  'business_settings',
  'activity',
  'activity_head',
  'chain_links',
];
const SERVER_SKIP_REASON = 'there is no PostgreSQL server with pg_dump here: install postgresql';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const searchPath = process.env['PATH'];

const hasServer = (await systemBinaries(null)) !== null;

let server: TestServer;
let source: TestObjectStorage;
let target: TestObjectStorage;
const programs = programsUnderTest();
let folder: string;
let archive: string;
let keyFile: string;
let recipient: string;

/** Returns the settings of a program that uses a database of the server. */
const settingsOf = (database: string, storage: TestObjectStorage) => ({
  DATABASE_URL: withDatabase(server.connectionString, database),
  DATA_KEY,
  DATA_DIR: join(folder, 'data'),
  ...storage.env,
});

const command = (args: string[], environment: Record<string, string>) => programs.start(environment, args);
const run = async (args: string[], environment: Record<string, string>) => {
  const { code, stdout, stderr } = await programs.run(args, environment);
  return { code, stdout, stderr: stderr.trim() };
};

async function create(database: string): Promise<void> {
  const client = await connect('postgres');
  await client.query(`CREATE DATABASE ${database}`);
  await client.end();
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: withDatabase(server.connectionString, database) });
  await client.connect();
  return client;
}

beforeAll(async () => {
  if (!hasServer) return;
  server = await openTestServer({ WAYSIDE_TEST_DATABASE: 'server' });
  [source, target] = [await startObjectStorage(), await startObjectStorage()];
  folder = programs.path();
  archive = join(folder, 'one.backup');
  keyFile = join(folder, 'key.txt');
  const identity = await age.generateX25519Identity();
  recipient = await age.identityToRecipient(identity);
  await writeFile(keyFile, `# created: today\n# public key: ${recipient}\n${identity}\n`, { mode: 0o600 });
  await create('source');
  const program = command(['start'], { ...settingsOf('source', source), DEMO: 'on' });
  await program.ready();
  expect(await program.stop()).toBe(0);
}, 300_000);
beforeEach(({ skip }) => skip(!hasServer, SERVER_SKIP_REASON));
afterAll(async () => {
  if (!hasServer) return;
  await Promise.all([source.stop(), target.stop(), server.stop()]);
});

describe('[OPER-06] npm run backup with DATABASE_URL', { timeout: 300_000 }, () => {
  it('writes the database and images to one encrypted file without a terminal, and reports the age of the file', async () => {
    const began = Date.now() / 1000;
    const { code, stdout, stderr } = await run(['backup', archive], {
      ...settingsOf('source', source),
      BACKUP_RECIPIENT: recipient,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^Backed up [\d,]+ rows and [1-9][\d,]* files in [\d,]+ bytes: \S+one\.backup\nIt is encrypted/,
    );
    const bytes = await readFile(archive);
    expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    const client = await connect('source');
    const { rows } = await client.query(
      "SELECT value::float8 AS at FROM business_settings WHERE name = 'backed_up_at'",
    );
    await client.end();
    expect(rows[0].at).toBeGreaterThan(began);
    expect(rows[0].at).toBeLessThan(Date.now() / 1000);
    const program = command(['start'], { ...settingsOf('source', source), METRICS_PORT: '0' });
    await program.ready();
    const address = /"address":"([^"]+)"/.exec(program.stdout())?.[1] ?? '';
    const age = Number(/^wayside_backup_age_seconds (\S+)$/m.exec(await (await fetch(address)).text())?.[1]);
    expect(age).toBeGreaterThan(0);
    expect(age).toBeLessThan(Date.now() / 1000 - began);
  });

  it('runs with the command in the systemd unit of the timer', async () => {
    const unit = await readFile(join(ROOT, 'deploy/systemd/wayside-backup.service'), 'utf8');
    const [, line = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
    const child = spawn('/bin/sh', ['-c', line.replaceAll('%%', '%')], {
      cwd: ROOT,
      env: { PATH: searchPath, HOME: folder, STATE_DIRECTORY: folder, ...settingsOf('source', source) },
      stdio: 'ignore',
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    const made = (await readdir(folder)).filter((name) => /^wayside-\d{4}-\d\d-\d\d\.backup$/.test(name));
    expect(made.length).toBe(1);
  });

  it('can be restored to an empty database, machine and object storage, where every check passes and users can sign in', async () => {
    await create('restored');
    const environment = settingsOf('restored', target);
    const restored = await run(['restore', archive, '--identity', keyFile], environment);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^Restored [\d,]+ rows and [1-9][\d,]* files from the backup of \S+Z\. /);
    const [before, after] = [await connect('source'), await connect('restored')];
    expect(await dataDigest(after, SIGNED_OUT)).toEqual(await dataDigest(before, SIGNED_OUT));
    expect(await countWrongCounters(after)).toBe(0);
    await Promise.all([before.end(), after.end()]);
    const verified = await run(['verify'], environment);
    expect({ code: verified.code, stdout: verified.stdout }).toMatchObject({ code: 0 });
    const program = command(['start'], environment);
    const token = await fetchToken(await program.ready(), PASSWORD);
    expect(token).not.toBe('');
  });

  it('rejects a restore into a database that has tables, without the key, with another key, or from a damaged file', async () => {
    const environment = settingsOf('source', target);
    expect((await run(['restore', archive, '--identity', keyFile], environment)).stderr).toBe(
      'The database at DATABASE_URL is not empty: create a new one for the restore; nothing was changed.',
    );
    await create('empty');
    const empty = settingsOf('empty', target);
    expect((await run(['restore', archive], empty)).stderr).toBe(
      `The backup ${archive} is encrypted: pass the file with its private key, npm run restore -- FILE --identity KEY_FILE; nothing was changed.`,
    );
    const other = join(folder, 'other.txt');
    await writeFile(other, `${await age.generateX25519Identity()}\n`);
    expect((await run(['restore', archive, '--identity', other], empty)).stderr).toBe(
      `The backup ${archive} is encrypted for a key that is not in the key file; nothing was changed.`,
    );
    await writeFile(other, 'no key\n');
    expect((await run(['restore', archive, '--identity', other], empty)).stderr).toBe(
      `${other} contains no age private key (AGE-SECRET-KEY-…); nothing was changed.`,
    );
    const damaged = join(folder, 'damaged.backup');
    const bytes = await readFile(archive);
    await writeFile(damaged, bytes);
    await truncate(damaged, bytes.length - 1000);
    expect((await run(['restore', damaged, '--identity', keyFile], empty)).stderr).toBe(
      `The backup ${damaged} is damaged or incomplete; nothing was changed.`,
    );
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(damaged, bytes);
    expect((await run(['restore', damaged, '--identity', keyFile], empty)).stderr).toBe(
      `The backup ${damaged} is damaged or incomplete; nothing was changed.`,
    );
    const embedded = await run(['restore', archive, '--identity', keyFile], { DATA_DIR: join(folder, 'embedded') });
    expect(embedded.stderr).toContain(
      'was made from a database server: restore it with DATABASE_URL set to an empty database',
    );
    const client = await connect('empty');
    expect((await client.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).rowCount).toBe(
      0,
    );
    await client.end();
  });

  it('also encrypts an embedded database whose images are in object storage, and restores both on another machine', async () => {
    const here = { DATA_DIR: join(folder, 'here'), BACKUP_RECIPIENT: recipient, ...source.env };
    const there = { DATA_DIR: join(folder, 'there'), ...target.env };
    const path = join(folder, 'embedded.backup');
    const program = command(['start'], { ...here, DEMO: 'on' });
    await program.ready();
    const made = await run(['backup', path], here);
    expect(made.stdout).toMatch(/^Backed up [\d,]+ rows and [1-9][\d,]* files in/);
    expect((await run(['restore', path], there)).stderr).toContain(
      'is encrypted: pass the file with its private key',
    );
    const restored = await run(['restore', path, '--identity', keyFile], there);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    await cp(join(here.DATA_DIR, 'data-key'), join(there.DATA_DIR, 'data-key'));
    expect(await run(['verify'], there)).toMatchObject({ code: 0 });
  });

  it.each([
    ['no key', 'hello', 'BACKUP_RECIPIENT must be an age public key, which begins with age1.'],
    [
      'a private key',
      `AGE-SECRET-KEY-1${'Q'.repeat(58)}`,
      'BACKUP_RECIPIENT must be an age public key, which begins with age1.',
    ],
    [
      'a key with a typing error',
      `age1${'q'.repeat(58)}`,
      'BACKUP_RECIPIENT must be an age public key, as printed by "age-keygen"; its checksum is wrong.',
    ],
  ])(
    'prints a one-line error when BACKUP_RECIPIENT is %s, and the server does not start either',
    async (_what, given, sentence) => {
      const path = join(folder, 'never.backup');
      const environment = { ...settingsOf('source', source), BACKUP_RECIPIENT: given };
      expect(await run(['backup', path], environment)).toEqual({ code: 1, stdout: '', stderr: sentence });
      expect(await run(['start'], environment)).toEqual({ code: 1, stdout: '', stderr: sentence });
      expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
    },
  );

  it('prints a one-line error and leaves no file when the connection is cut or the images cannot be read', async () => {
    const path = join(folder, 'cut.backup');
    const left = async () => (await readdir(folder)).filter((name) => name.startsWith('cut'));
    source.failWith = 403;
    const environment = settingsOf('source', source);
    expect((await run(['backup', path], environment)).stderr).toBe(
      'The images cannot be read, so there is no backup.',
    );
    expect(await left()).toEqual([]);
    source.failWith = null;
    const proxy = await startDatabaseProxy(environment.DATABASE_URL);
    const cutting = command(['backup', path], { ...environment, DATABASE_URL: proxy.connectionString });
    const requests = source.requests.length;
    // The backup sends the images before the dump.
    while (source.requests.length < requests + 5) await new Promise((resolve) => setImmediate(resolve));
    await proxy.cut();
    expect(await cutting.ended()).toBe(1);
    expect(cutting.stderr().trim().split('\n').at(-1)).toBe(
      'The connection to the database was lost, so there is no backup; try again.',
    );
    expect(await left()).toEqual([]);
  });

  it('prints a one-line error and leaves no file when the disk is full', async ({ skip }) => {
    const disk = smallDisk(1);
    if (typeof disk === 'string') return skip(disk);
    try {
      disk.fill();
      const { code, stderr } = await run(['backup', join(disk.path, 'one.backup')], {
        ...settingsOf('source', source),
        BACKUP_RECIPIENT: recipient,
      });
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `The backup one.backup cannot be written to ${disk.path}: the disk is full.`,
      });
      expect(await readdir(disk.path)).toEqual(['ballast']);
    } finally {
      disk.remove();
    }
  });
});
