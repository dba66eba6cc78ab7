import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../platform/accounts/passwords.ts';
import { processIdentity } from '../platform/db/embedded/directory-lock.ts';
import { DEMO_PASSWORD } from '../settings.ts';
import { connectTo } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { namesAtRest } from '../testing/names-at-rest.ts';
import { callProgram, fetchToken, startProgram } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';

const PASSWORD = 'a chosen password';

const { path, start } = programsUnderTest({ environment: {} });
let dataDir: string;

/** Reads the pid of the database server from its pid file. */
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number) => processIdentity(pid) !== null;
const readiness = async (address: string) => (await fetch(`${address}/readyz`)).status;

beforeAll(() => {
  dataDir = path('data');
});

describe('the server on the embedded database', { timeout: 300_000 }, () => {
  it('[RUN-01] starts and prints its address and how to sign in as the last lines; [RUN-02] drains and exits with code 0 on SIGTERM', async () => {
    // The program must start even if its folder for temporary files is missing.
    const TMPDIR = path('missing');
    const program = start({ ADMIN_EMAIL: 'asha@example.com', ADMIN_PASSWORD: PASSWORD, TMPDIR });
    const address = await program.ready();
    expect(await readiness(address)).toBe(200);
    const lines = program.stdout().trim().split('\n').slice(-2);
    expect(lines[0]).toBe(`Wayside is ready: ${address}`);
    expect(lines[1]).toBe(
      'Sign in as asha@example.com; "npm run admin -- create asha@example.com" sets a new password.',
    );
    const server = postmaster();
    expect(await program.stop('SIGTERM')).toBe(0);
    expect(isAlive(server)).toBe(false);
    expect(await namesAtRest(dataDir)).toEqual(['data-key', 'postgres', 'postgres.log', 'postgres.password']);
  });

  it('[RUN-01] rejects a second program on the same data with a one-line error and exit code 1, and stops the database that a killed program left running before it starts on the same data', async () => {
    const first = start();
    const address = await first.ready();
    const second = start();
    expect(await second.ended()).toBe(1);
    expect(second.stderr()).toBe(
      `Another Wayside is running on ${dataDir} (process ${first.pid} on ${hostname()}): stop it, or set DATA_DIR to another directory.\n`,
    );
    expect(await readiness(address)).toBe(200);

    const orphan = postmaster();
    await first.stop('SIGKILL');
    expect(isAlive(orphan)).toBe(true);
    const program = start();
    expect(await readiness(await program.ready())).toBe(200);
    expect(isAlive(orphan)).toBe(false);
    expect(await program.stop('SIGINT')).toBe(0);
  });

  it('[RUN-02] rejects data that a newer version has migrated with a one-line error', async () => {
    const newer = path('newer');
    const before = start({ DATA_DIR: newer });
    await before.ready();
    const client = await connectTo(newer);
    await client.query(
      "INSERT INTO drizzle.__drizzle_migrations (id, hash, created_at) VALUES (900, 'x', 4102444800000)",
    );
    await client.end();
    await before.stop();
    const program = start({ DATA_DIR: newer });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^The database has migration 900 \(of 2100-01-01[^\n]+\.\n$/);
  });

  it('[RUN-03] returns 503 from /readyz while its database is down, and restarts the database', async () => {
    const program = start();
    const address = await program.ready();
    const server = postmaster();
    process.kill(server, 'SIGKILL');
    await eventually('503', async () => (await readiness(address)) === 503);
    await eventually('200', async () => (await readiness(address)) === 200);
    expect(postmaster()).not.toBe(server);
    expect(await program.stop()).toBe(0);
  });

  it('[RUN-02] reports a port in use and exits with code 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const program = start({ PORT: String(port) });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(
      new RegExp(`^PORT ${port} on 127.0.0.1 is in use by another program[^\n]+\n$`),
    );
    other.close();
  });

  it('[RUN-02] reports an unusable DATA_DIR and exits with code 1', async () => {
    const file = path('a-file');
    await writeFile(file, '');
    for (const place of [file, join(file, 'below')]) {
      const program = start({ DATA_DIR: place });
      expect(await program.ended()).toBe(1);
      expect(program.stderr()).toBe(`DATA_DIR (${place}) cannot be used: a file is in the way.\n`);
    }
  });

  it('[RUN-02] reports an invalid setting or an unknown command and exits with code 1', async () => {
    const program = start({ TIME_ZONE: 'Mars' });
    expect(await program.ended()).toBe(1);
    expect(program.stderr()).toMatch(/^TIME_ZONE must [^\n]+\n$/);
    const unknown = start({}, ['strat']);
    expect(await unknown.ended()).toBe(1);
    expect(unknown.stderr()).toMatch(/^Unknown command "strat"\. Use one of start[^\n]*\n$/);
  });
});

describe('[PRIV-07] the first password', { timeout: 300_000 }, () => {
  const environment = () => ({ DATA_DIR: path('password') });
  const signIn = async (address: string, password: string) => (await fetchToken(address, password)) !== '';

  it('is not logged when it is generated; a one-time link is logged instead', async () => {
    const program = start(environment());
    const address = await program.ready();
    const [line = ''] = program.stdout().trim().split('\n').slice(-1);
    const token = /^Set the password of \S+ once, within 72 hours: (\S+)\/set-password#([\w-]{43})$/.exec(line);
    expect(token?.[1]).toBe(address);
    const body = { token: token?.[2], password: PASSWORD };
    expect((await callProgram(address, ['POST', '/admin/password-link', body])).status).toBe(200);
    expect(await signIn(address, PASSWORD)).toBe(true);
    expect(await program.stop()).toBe(0);
  });

  it('does not change when ADMIN_PASSWORD is set, and the server reports this at startup', async () => {
    const program = start({ ...environment(), ADMIN_PASSWORD: 'another password' });
    const address = await program.ready();
    expect(program.stdout()).toMatch(
      /^ADMIN_PASSWORD is not applied, .*: "npm run admin -- create admin@wayside.test" sets a password\.\nWayside is ready: /m,
    );
    expect([await signIn(address, 'another password'), await signIn(address, PASSWORD)]).toEqual([false, true]);
    expect(await program.stop()).toBe(0);
  });

  it('must differ from the demo password before the program is reachable from other machines', async () => {
    const before = start(environment());
    await before.ready();
    const client = await connectTo(environment().DATA_DIR);
    await client.query('UPDATE admins SET password_hash = $1', [await hashPassword(DEMO_PASSWORD)]);
    await client.end();
    expect(await before.stop()).toBe(0);
    const exposed = { ...environment(), HOST: '0.0.0.0', ADMIN_PASSWORD: 'another password', DEMO: 'off' };
    const rejected = start(exposed);
    expect(await rejected.ended()).toBe(1);
    expect(rejected.stderr()).toMatch(
      /^HOST 0\.0\.0\.0 makes this server reachable from other machines, and admin@wayside\.test still has the public demo password\. [^\n]+\n$/,
    );
    expect(rejected.stdout()).not.toContain('Wayside is ready');
    const words = ['admin', 'create', 'admin@wayside.test'];
    expect(await startProgram(environment(), { words, input: `${PASSWORD}\n` }).ended()).toBe(0);
    const program = start(exposed);
    expect(await signIn(await program.ready(), PASSWORD)).toBe(true);
    expect(await program.stop()).toBe(0);
  });
});

describe('[RUN-05] the server with API_HOST', { timeout: 300_000 }, () => {
  it('serves only the web app and opens no database', async () => {
    const unused = path('unused');
    const program = start({ API_HOST: 'https://api.example.com', DATA_DIR: unused });
    const address = await program.ready();
    expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject({
      apiHost: 'https://api.example.com',
    });
    expect(await readiness(address)).toBe(200);
    expect(existsSync(unused)).toBe(false);
    expect(await program.stop()).toBe(0);
  });
});
