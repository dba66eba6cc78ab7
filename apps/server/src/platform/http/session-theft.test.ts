import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run as runAdminCommand } from '../../commands/admin.ts';
import { setAdminPassword } from '../../features/session/set-admin-password.ts';
import {
  type DocumentedOperation,
  documentedOperations,
  PUBLIC_PATHS,
  pathWith,
} from '../../testing/documented-operations.ts';
import { listenOnFreePort, parseResponses, sendRawRequest } from '../../testing/raw-exchange.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';

const EMAIL = 'asha@example.com';
const PASSWORD = 'correct horse battery';
const PROFILE = '/api/v1/admin/ownprofile';
const MINUTE_MS = 60_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

let test: TestApplication;
let port: number;
let guarded: DocumentedOperation[];
let token: string;

beforeAll(async () => {
  test = await createTestApplication();
  port = await listenOnFreePort(test.app);
  guarded = (await documentedOperations(test)).filter(({ path }) => !PUBLIC_PATHS.includes(path));
  await setAdminPassword(test.database, { email: EMAIL, password: PASSWORD });
});
afterAll(() => test.drop());

beforeEach(async () => {
  test.clock.now = new Date();
  token = await logIn();
});

async function logIn(sent: { token?: string } = {}): Promise<string> {
  const { body } = await test.call('POST', '/admin/login', { ...sent, body: { email: EMAIL, password: PASSWORD } });
  return body.token;
}

const profileStatus = async (given: string) =>
  (await test.call('GET', '/admin/ownprofile', { token: given })).status;

/** Returns the status of GET /admin/ownprofile for a request with exactly these header lines. */
async function statusOf(lines: readonly string[], path = PROFILE): Promise<number | undefined> {
  const head = [`GET ${path} HTTP/1.1`, 'host: x', 'connection: close', ...lines].join('\r\n');
  const [response] = parseResponses(await sendRawRequest(port, Buffer.from(`${head}\r\n\r\n`, 'latin1')));
  return response?.status;
}

/** Expects 401 from every call except the login, even with a valid body. */
async function expectRejectedEverywhere(stolen: string): Promise<void> {
  for (const operation of guarded) {
    const { status, body } = await test.call(operation.method, pathWith(operation), {
      token: stolen,
      ...(operation.usualBody === null ? {} : { body: operation.usualBody }),
    });
    expect(status, `${operation.method} ${operation.path}`).toBe(401);
    // A session token is not accepted as a service key either.
    const messages = ['Please sign in.', 'The header Authorization must be "Bearer" and a service key.'];
    expect(messages.map((message) => ({ status: false, message }))).toContainEqual(body);
  }
}

describe('[SECU-03] a stolen token', () => {
  it('is rejected after the logout', async () => {
    expect((await test.call('POST', '/admin/logout', { token })).status).toBe(200);
    await expectRejectedEverywhere(token);
  });

  it('is rejected after npm run admin has set a password, even the same password', async () => {
    const other = await test.signIn();
    const stdin = new PassThrough();
    stdin.end(`${PASSWORD}\n`);
    const silent = { write: () => true };
    const context = { database: test.database, stdin, stdout: silent, stderr: silent };
    expect(await runAdminCommand(['create', EMAIL], context)).toBe(0);
    await expectRejectedEverywhere(token);
    expect(await profileStatus(other)).toBe(200);
    expect(await profileStatus(await logIn())).toBe(200);
  });

  it('is rejected after its administrator is deleted', async () => {
    const leaving = await test.signIn();
    expect(await profileStatus(leaving)).toBe(200);
    await test.database.pool.query(
      'DELETE FROM admins WHERE id IN (SELECT admin_id FROM sessions WHERE token_hash = sha256($1))',
      [Buffer.from(leaving)],
    );
    await expectRejectedEverywhere(leaving);
    expect(await profileStatus(token)).toBe(200);
  });

  it('is rejected when its session ends, and rejected calls do not extend the session', async () => {
    const opened = test.clock.now.getTime();
    const end = opened + test.settings.sessionHours * 60 * MINUTE_MS;
    for (let at = opened; at < end; at += 30 * MINUTE_MS) {
      test.clock.now = new Date(at);
      expect(await statusOf([`authorization: Bearer ${token}`])).toBe(401);
      expect(await profileStatus(`${token.slice(0, -1)}~`)).toBe(401);
      expect((await test.call('POST', '/admin/login', { token, body: {} })).status).toBe(400);
    }
    test.clock.now = new Date(end);
    await expectRejectedEverywhere(token);
    test.clock.now = new Date(end - 1);
    expect(await profileStatus(token)).toBe(200);
  });

  it('is never reused for a login that sends it', async () => {
    const mine = await logIn({ token });
    expect(mine).not.toBe(token);
    await test.call('POST', '/admin/logout', { token });
    expect(await profileStatus(mine)).toBe(200);
    expect(await profileStatus(token)).toBe(401);
    const planted = 'A'.repeat(43);
    expect(await logIn({ token: planted })).not.toBe(planted);
    expect(await profileStatus(planted)).toBe(401);
  });
});

describe('[AUTH-11] the session token', () => {
  it('is read from its header in any letter case and with surrounding spaces', async () => {
    for (const line of [`token: ${token}`, `TOKEN: ${token}`, `Token:${token}`, `token: \t ${token} \t`])
      expect(await statusOf([line]), line.slice(0, 10)).toBe(200);
  });

  it('is ignored in the URL, cookies, the Authorization header and the body', async () => {
    const encoded = encodeURIComponent(token);
    for (const path of [
      `${PROFILE}?token=${encoded}`,
      `${PROFILE}?wayside_token=${encoded}&access_token=${encoded}`,
      `${PROFILE}/${encoded}`,
      `${PROFILE};token=${encoded}`,
      `http://${encoded}@x${PROFILE}`,
    ])
      expect(await statusOf([], path), path.replace(encoded, '…')).not.toBe(200);
    for (const name of [
      'authorization: Bearer ',
      'authorization: ',
      'cookie: token=',
      'cookie: wayside_token=',
      'x-token: ',
      'x-access-token: ',
      'x-auth-token: ',
      'x-forwarded-token: ',
      'proxy-authorization: Bearer ',
      'referer: http://x/?token=',
      'token-: ',
      'sec-websocket-protocol: ',
    ])
      expect(await statusOf([`${name}${token}`]), name).toBe(401);
    const { status } = await test.call('POST', '/admin/logout', { body: { token, wayside_token: token } });
    expect(status).toBe(401);
    expect(await profileStatus(token)).toBe(200);
  });

  it('is compared exactly', async () => {
    const flipped = [...token].map((letter) => {
      const upper = letter.toUpperCase();
      return letter === upper ? letter.toLowerCase() : upper;
    });
    // 256 bits fill 42 characters and two thirds of the last one, so three other characters mean the same bytes.
    const sameBytes = token.slice(0, -1) + ALPHABET[ALPHABET.indexOf(token.slice(-1)) + 1];
    expect(Buffer.from(sameBytes, 'base64url')).toEqual(Buffer.from(token, 'base64url'));
    for (const [what, given] of [
      ['upper case', token.toUpperCase()],
      ['lower case', token.toLowerCase()],
      ['the other case', flipped.join('')],
      ['one letter less', token.slice(1)],
      ['one letter more', `${token}A`],
      ['other letters of the same bytes', sameBytes],
      ['padding', `${token}=`],
      ['the other alphabet', Buffer.from(token, 'base64url').toString('base64')],
      ['hexadecimal', Buffer.from(token, 'base64url').toString('hex')],
      ['quotes', `"${token}"`],
      ['a scheme', `Bearer ${token}`],
      ['an escape', token.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
      ['space inside', `${token.slice(0, 20)} ${token.slice(20)}`],
      ['itself twice', `${token}, ${token}`],
      ['a pattern', '%'.repeat(43)],
      ['SQL', "' OR 1=1 --"],
      ['its hash', createHash('sha256').update(token).digest('base64url')],
      ['nothing', ''],
    ] as const)
      expect(await statusOf([`token: ${given}`]), what).toBe(401);
    expect(await statusOf([`token: ${token}`, `token: ${token}`])).toBe(401);
    expect(await statusOf([`token: ${token}`])).toBe(200);
  });

  it('is in no log, no table and no response except the response to the login', async () => {
    await statusOf([], `${PROFILE}?token=${token}`);
    await test.call('POST', '/admin/logout', { token });
    expect(test.logged()).not.toContain(token);
    const { rows } = await test.database.pool.query<{ row: string }>(
      'SELECT s::text AS row FROM sessions s UNION ALL SELECT a::text FROM activity a UNION ALL SELECT l::text FROM login_attempts l',
    );
    for (const { row } of rows) expect(row).not.toContain(token);
  });
});
