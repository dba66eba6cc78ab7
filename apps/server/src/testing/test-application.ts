import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Role } from '@wayside/contract/roles';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { encoderOf, SCHEMA_MISMATCH } from '@wayside/contract/wire/wire';
import { ObjectId } from 'bson';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { type AppParts, buildApp } from '../app.ts';
import type { Database } from '../platform/db/database.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { readSettings, type Settings } from '../settings.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { DATA_KEY, testKeys } from './test-keys.ts';
import { withoutSentences } from './without-sentences.ts';

export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>;
  /** Parsed JSON, or text. */
  // biome-ignore lint/suspicious/noExplicitAny: each test decides what to expect of the response
  readonly body: any;
}

/** Options of a test request. */
export interface RequestOptions {
  readonly token?: string;
  readonly query?: Record<string, string>;
  /** Text is sent unchanged; other values are sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The IP address of the client. */
  readonly address?: string;
}

/** The application with its own database. */
export interface TestApplication extends TestDatabase {
  readonly app: FastifyInstance;
  readonly settings: Settings;
  /** The application's clock, which a test can set. */
  readonly clock: { now: Date };
  /**
   * Sends a request to a path under /api/v1. The returned body omits `requestId`, `code` and `params`, which are
   * checked here (LANG-02).
   */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    sent?: RequestOptions,
  ): Promise<TestResponse>;
  /** Creates an administrator with a session and returns its token. The role is owner unless another one is given. */
  signIn(role?: Role): Promise<string>;
  /** Opens another session of an administrator and returns its token. */
  signInAs(id: string): Promise<string>;
  /** Returns the log so far. */
  logged(): string;
}

/** Options of an application under test that differ from the defaults. */
export interface TestApplicationOptions extends Pick<AppParts, 'requestTimeoutMs'> {
  readonly env?: Record<string, string>;
  readonly now?: Date;
  /** Creates the metrics that count the application's requests. */
  readonly metrics?: (database: Database) => Metrics;
}

/** Encodes the body of a call as the API expects it. */
export function encodeBody<B>(
  { path, body }: Pick<Endpoint<unknown, unknown, B>, 'path' | 'body'>,
  values: B,
): object {
  if (body === null) throw new Error(`${path} takes no body`);
  return Object(encoderOf(body)(values));
}

/** Creates an application; the test file drops it in afterAll. */
export async function createTestApplication(options: TestApplicationOptions = {}): Promise<TestApplication> {
  const test = await createTestDatabase();
  // The first erasure creates this folder.
  const dataDir = join(tmpdir(), `wayside-application-${randomBytes(6).toString('hex')}`);
  const settings = readSettings({ CHECK_ANSWERS: 'on', DATA_KEY, DATA_DIR: dataDir, ...options.env });
  const keys = await testKeys(test.program);
  const clock = { now: options.now ?? new Date() };
  const lines: string[] = [];
  const screen = new Writable({
    write: (chunk, _encoding, done) => done(void lines.push(String(chunk)) as undefined),
  });
  const log = pino({ level: 'trace' }, screen);
  // As at start-up, the owner role prepares the database and the server's role uses it.
  await migrateDatabase(test.database, settings);
  const { requestTimeoutMs, metrics } = options;
  const app = await buildApp({
    settings,
    database: test.program,
    keys,
    log,
    now: () => clock.now,
    metrics: metrics?.(test.program) ?? null,
    ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
  });
  return {
    ...test,
    keys,
    app,
    settings,
    clock,
    logged: () => lines.join(''),
    call: async (method, path, { token, query, body, headers, address } = {}) => {
      const response = await app.inject({
        method,
        url: `/api/v1${path}`,
        ...(query ? { query } : {}),
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(address ? { remoteAddress: address } : {}),
        headers: { 'content-type': 'application/json', ...(token ? { token } : {}), ...headers },
      });
      if (response.statusCode === 500 && lines.some((line) => line.includes(SCHEMA_MISMATCH)))
        throw new Error(lines.findLast((line) => line.includes(SCHEMA_MISMATCH)));
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const content: unknown = isJson ? response.json() : response.body;
      return {
        status: response.statusCode,
        headers: response.headers,
        body: withoutSentences(withoutRequestId(response.headers, content)),
      };
    },
    signIn: (role = 'owner') => openSession(test, { role, now: clock.now, hours: settings.sessionHours }),
    signInAs: (id) => openSessionOf(test, { id, now: clock.now, hours: settings.sessionHours }),
    drop: async () => {
      await app.close();
      await test.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Checks that an error contains the id of its request (OPER-04), and removes the id from what tests compare. */
export function withoutRequestId(headers: TestResponse['headers'], body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('status' in body) || body.status !== false) return body;
  const { requestId, ...rest } = body as { requestId?: unknown };
  if (requestId === undefined || requestId !== headers['x-request-id'])
    throw new Error(`the error does not have the id of its request: ${JSON.stringify(body)}`);
  return rest;
}

/** The hash of a password that no test knows. */
const UNKNOWN_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$sz/onEZIKdG3kwdm+h/gAg$0/9CqQKEKtrdLECG2OTZEyyrWJdQzxrvFjZ4WFkZcRA';

async function openSession(
  { database }: TestDatabase,
  { role, now, hours }: { readonly role: Role; readonly now: Date; readonly hours: number },
): Promise<string> {
  const id = new ObjectId().toHexString();
  await database.pool.query(
    `INSERT INTO admins (id, email, email_key, name, password_hash, role)
       VALUES ($1, $1 || '@example.com', $1 || '@example.com', 'Test', $3, $2)`,
    [id, role, UNKNOWN_PASSWORD_HASH],
  );
  return openSessionOf({ database }, { id, now, hours });
}

async function openSessionOf(
  { database }: Pick<TestDatabase, 'database'>,
  { id, now, hours }: { readonly id: string; readonly now: Date; readonly hours: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await database.pool.query(
    `INSERT INTO sessions (token_hash, admin_id, created_at, expires_at, proved_at)
     VALUES ($1, $2, $3, $3::timestamptz + $4 * interval '1 hour', $3)`,
    [createHash('sha256').update(token).digest(), id, now, hours],
  );
  return token;
}
