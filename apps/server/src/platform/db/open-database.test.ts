import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartError } from '../../start-error.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { buildProgram, databaseSettings, startProgram } from '../../testing/program.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './open-database.ts';

const password = 'hunter2-hunter2';
let database: TestDatabase;

beforeAll(async () => {
  buildProgram();
  database = await createTestDatabase();
}, 300_000);

afterAll(() => database.drop());

/** Returns the address of the test's database with some parts replaced. */
const changed = (parts: Partial<URL>) => Object.assign(new URL(database.connectionString), parts).href;

const open = (databaseUrl: string, databaseUrlDirect: string | null = null) => {
  const others = { migrationDatabaseUrl: null, databasePool: null, dataDir: '/nowhere' };
  return openDatabase({ databaseUrl, databaseUrlDirect, ...others }, pino({ level: 'silent' }), {
    purpose: 'serve',
  });
};

const bad: [string, () => string, RegExp][] = [
  ['is no address', () => `postgres://u:${password}@a:99999/x`, /must be an address such as/],
  ['has a wrong password', () => changed({ password }), /user or password that .* refuses/],
  ['has an unknown user', () => changed({ username: 'nobody-here' }), /user or password that .* refuses/],
  ['has no password', () => changed({ password: '' }), /no password, and .* asks for one/],
  ['names a missing database', () => changed({ pathname: '/gone' }), /does not exist on .*: gone/],
  ['names an unknown host', () => `postgres://u:${password}@nowhere.invalid/x`, /not known: nowhere\.invalid/],
  ['leads nowhere', () => `postgres://u:${password}@127.0.0.1:1/x`, /127\.0\.0\.1:1, where no database/],
  ['leads nowhere twice', () => `postgres://u:${password}@127.0.0.1:1,127.0.0.1:2/x`, /No host .*127\.0\.0\.1:2/],
  ['wants encryption', () => changed({ search: '?sslmode=require' }), /encrypted connection, and .* offers none/],
];

describe('[RUN-02] a DATABASE_URL', () => {
  it.each(bad)(
    'is rejected with a one-line error that omits the password when it %s',
    async (_what, url, sentence) => {
      const error = await open(url()).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartError);
      expect(String(error)).toMatch(sentence);
      expect(String(error)).toMatch(/^StartError: [^\n]*DATABASE_URL[^\n]+\.$/);
      expect(String(error)).not.toContain(password);
    },
  );

  it('ends the program with exit code 1 and prints only the error message when it is rejected', async () => {
    const program = startProgram(databaseSettings(changed({ password }), '/nowhere'));
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^DATABASE_URL has a user or password that [^\n]+ refuses\.\n$/);
  });

  it('[OPER-07] ends the program with exit code 1 and a one-line error when there is neither object storage nor FILES_SHARED', async () => {
    const program = startProgram({ DATABASE_URL: database.connectionString });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^DATABASE_URL needs object storage [^\n]+FILES_SHARED=on[^\n]+\.\n$/);
  });

  it('[OPER-01] ends the program with exit code 1 and a one-line error when the server accepts connections but does not respond', async () => {
    const proxy = await startDatabaseProxy(database.connectionString);
    proxy.stall('all');
    const program = startProgram(databaseSettings(proxy.connectionString, '/nowhere'));
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^DATABASE_URL points to 127\.0\.0\.1:\d+, which does not respond\.\n$/);
    await proxy.cut();
  });

  it('is rejected when the database is read-only', async () => {
    const name = new URL(database.connectionString).pathname.slice(1);
    await database.database.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await expect(open(database.connectionString)).rejects.toThrow(
      /^DATABASE_URL leads to .*, which cannot be written/,
    );
  });
});
