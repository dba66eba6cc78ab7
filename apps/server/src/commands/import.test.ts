import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { advisoryLocks } from '../platform/db/advisory-locks.ts';
import { connectDatabase, type Database } from '../platform/db/database.ts';
import { eventually } from '../testing/eventually.ts';
import { emptyDatabase, type ImportFiles, importFolder, makeImportFolder } from '../testing/import-run.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { testKeys } from '../testing/test-keys.ts';
import { run } from './import.ts';

let test: TestDatabase;
const id = (number: number) => `65f0${number.toString(16).padStart(20, '0')}`;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => emptyDatabase(test.database));

const folders: { remove(): Promise<void> }[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});
async function folderOf(files: ImportFiles): Promise<string> {
  const folder = await makeImportFolder(files);
  folders.push(folder);
  return folder.path;
}

/** Creates the context that the program passes to the command. */
const contextOn = async (database: Database, dataDir: string, write: (text: string) => unknown = () => true) => ({
  database,
  owner: database,
  keys: await testKeys(test.database),
  settings: { documentHosts: [], objectStorage: null, dataDir },
  log: pino({ level: 'silent' }),
  stdout: { write: () => true },
  stderr: { write },
});

const bookings = (number: number) =>
  Array.from({ length: number }, (_, at) => ({
    _id: id(at + 1),
    status: ['pending', 'completed', 'cancelled'][at % 3],
    createdAt: new Date(Date.UTC(2024, 0, 1) + at * 3_600_000).toISOString(),
    userid: id(at % 100),
  }));

describe('[IMPO-04] npm run import', () => {
  it('prints a one-line error and changes nothing', async () => {
    const empty = await folderOf({});
    await mkdir(join(empty, 'inside'));
    await writeFile(join(empty, 'file'), '');
    const blocked = await folderOf({ users: [{ _id: id(1) }] });
    await mkdir(join(blocked, 'rejected.ndjson'));
    const odd = await folderOf({});
    await mkdir(join(odd, 'users.json'));
    for (const [words, sentence] of [
      [[], 'Say which folder to import: npm run import -- FOLDER [--dry-run]'],
      [['a', 'b'], 'Say which folder to import'],
      [['--dry'], 'Say which folder to import'],
      [[join(empty, 'gone')], /^The folder .*gone does not exist\.$/],
      [[join(empty, 'file')], /file is not a folder\.$/],
      [[empty], /^Nothing to import in .*: it contains none of configs\.json, users\.json/],
      [[odd], /It has the folder users\.json\.$/],
      [[blocked], /rejected\.ndjson cannot be written/],
    ] as const)
      await expect(importFolder(test.database, ...words)).rejects.toThrow(sentence);
    const { rows } = await test.database.pool.query('SELECT * FROM users');
    expect(rows).toEqual([]);
  });

  it('reports that the database is unavailable', async () => {
    const away = connectDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1, log: pino({ level: 'silent' }) });
    const folder = await folderOf({ users: [{ _id: id(1) }] });
    const imported = run([folder], await contextOn(away, folder));
    await expect(imported).rejects.toThrow('The connection to the database was lost; run the same import again');
    await away.close();
  });

  it('[IMPO-03] rewrites rejected.ndjson and removes it when nothing is rejected', async () => {
    const folder = await folderOf({ users: [{ _id: 'x' }, { _id: 'y' }] });
    expect(await importFolder(test.database, folder)).toMatchObject({
      code: 2,
      rejected: [{ line: 1 }, { line: 2 }],
    });
    await writeFile(join(folder, 'users.json'), '[{"_id":"x"}]');
    expect(await importFolder(test.database, folder)).toMatchObject({ code: 2, rejected: [{ line: 1, index: 0 }] });
    await writeFile(join(folder, 'users.json'), JSON.stringify([{ _id: id(1) }]));
    expect(await importFolder(test.database, folder)).toMatchObject({ code: 0, rejected: null });
  });

  it.each([[[]], [['--dry-run']]])(
    '[IMPO-03] replaces or removes a symbolic link named rejected.ndjson without changing its target, with the arguments %j',
    async (words) => {
      const folder = await folderOf({ users: [{ _id: 'x' }] });
      const other = join(await folderOf({ other: 'precious' }), 'other.json');
      const link = join(folder, 'rejected.ndjson');
      for (const [users, isRejected] of [
        ['[{"_id":"x"}]', true],
        ['[]', false],
      ] as const) {
        await symlink(other, link);
        await writeFile(join(folder, 'users.json'), users);
        expect((await importFolder(test.database, folder, ...words)).rejected !== null).toBe(isRejected);
        expect(await readFile(other, 'utf8')).toBe('precious');
        expect(await readdir(folder)).toEqual(isRejected ? ['rejected.ndjson', 'users.json'] : ['users.json']);
        await rm(link, { force: true });
      }
    },
  );

  it('[TOUGH-04] escapes control characters in a file name', async () => {
    const folder = await folderOf({ 'a\u001b[2J.users': [{ _id: id(1) }], 'b\n\u202e': [] });
    const { stdout, stderr } = await importFolder(test.database, folder);
    expect(stdout).toContain('b\\u000a\\u202e.json was not read');
    expect(stderr).toBe('a\\u001b[2J.users.json: 1 records, done\n');
  });

  it('[TOUGH-04] reads files with the names that export tools give them', async () => {
    const folder = await folderOf({});
    const lines = (...ids: number[]) => ids.map((number) => JSON.stringify({ _id: id(number) })).join('\n');
    await writeFile(join(folder, 'Users.json'), lines(1));
    await writeFile(join(folder, 'market.db.mechanics.json'), lines(2, 3));
    await writeFile(join(folder, 'services.json.gz'), gzipSync(lines(4)));
    await writeFile(join(folder, 'Parts.NDJSON'), gzipSync(lines(5)));
    await writeFile(join(folder, 'companies.jsonl.gz'), gzipSync(lines(6)));
    await writeFile(join(folder, '.DS_Store'), 'system');
    const imported = await importFolder(test.database, folder, '--dry-run');
    expect(imported.stderr).toMatch(/^Users\.json: 1 records, done$/m);
    expect(imported.stdout).not.toContain('was not read');
    for (const [collection, read] of [
      ['users', 1],
      ['mechanics', 2],
      ['services', 1],
      ['parts', 1],
      ['companies', 1],
    ] as const)
      expect(imported.counts(collection)[0], collection).toBe(read);
  });

  it('[TOUGH-04] lists each file that it does not read, and exits with code 2', async () => {
    const folder = await folderOf({ users: [{ _id: id(1) }], userz: [{ _id: id(2) }] });
    await writeFile(join(folder, 'Users.json.gz'), gzipSync('[]'));
    await writeFile(join(folder, 'bookings.bson'), '');
    for (const name of ['images', 'payments.json']) await mkdir(join(folder, name));
    await symlink(tmpdir(), join(folder, 'parts.json'));
    const { code, stdout, counts, rejected } = await importFolder(test.database, folder);
    expect({ code, read: counts('users')[0], rejected }).toEqual({ code: 2, read: 1, rejected: null });
    expect(
      stdout
        .split('\n')
        .filter((line) => line.includes('was not read'))
        .sort(),
    ).toEqual([
      'Users.json.gz was not read: users.json was read for users.',
      'bookings.bson was not read: only .json, .ndjson and .jsonl are read, also as .gz.',
      'images was not read: it is a folder.',
      'parts.json was not read: it is a folder.',
      'payments.json was not read: it is a folder.',
      'userz.json was not read: "userz" is no collection.',
    ]);
    const other = await folderOf({ userz: [] });
    await expect(importFolder(test.database, other)).rejects.toThrow(/Nothing to import .* It has userz\.json\.$/);
  });

  it.each([
    ['no gzip file', Buffer.from('[]')],
    ['half a gzip file', gzipSync('[]'.padEnd(100)).subarray(0, 20)],
  ])('[TOUGH-04] reports the error in %s', async (_, bytes) => {
    const folder = await folderOf({});
    await writeFile(join(folder, 'users.json.gz'), bytes);
    await expect(importFolder(test.database, folder)).rejects.toThrow(
      /users\.json\.gz cannot be unpacked: users\.json\.gz is damaged or not a gzip file\.$/,
    );
  });

  it('shows plain lines without a terminal, and ends with a table', async () => {
    const folder = await folderOf({ bookings: bookings(1000), users: [{ _id: id(0) }] });
    const { stdout, stderr } = await importFolder(test.database, folder);
    expect(stderr).toBe('users.json: 1 records, done\nbookings.json: 1,000 records, done\n');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'collection  read   new  changed  same  rejected',
      'users          1     1        0     0         0',
      'bookings    1000  1000        0     0         0',
    ]);
  });

  it('waits for another import to end', async () => {
    const folder = await folderOf({ users: [{ _id: id(1) }] });
    const other = await test.database.pool.connect();
    await other.query('SELECT pg_advisory_lock($1)', [advisoryLocks.filling]);
    let said = '';
    const context = await contextOn(test.database, folder, (text) => (said += text));
    const waiting = run([folder], context);
    try {
      await eventually('the second import waits', () => said !== '');
      expect(said).toBe('Another import is running; this one begins when it has ended.\n');
      expect((await other.query('SELECT * FROM users')).rows).toEqual([]);
    } finally {
      await other.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.filling]);
      other.release();
    }
    expect(await waiting).toBe(0);
    expect((await test.database.pool.query('SELECT * FROM users')).rows).toHaveLength(1);
  });
});
