import { toggleUserBlock } from '@wayside/contract/users';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { runNextBatch } from '../platform/jobs/run-jobs.ts';
import { createTestApplication, type TestApplication } from './test-application.ts';

type Body = Record<string, unknown>;

const userId = (number: number) => `65f0000000000000000a${String(number).padStart(4, '0')}`;
const mechanicId = (number: number) => `65f0000000000000000b${String(number).padStart(4, '0')}`;

/** Customers 1 to 250; every fifth is already blocked. */
export const USERS = 250;
export const FREE = 200;

/** Creates an application for the tests of jobs; each test has 250 customers and three mechanics. */
export function jobsUnderTest() {
  let test: TestApplication;
  let token: string;
  let key = 0;

  beforeAll(async () => {
    test = await createTestApplication();
    token = await test.signIn();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    const { pool } = test.database;
    await pool.query('TRUNCATE users, mechanics, jobs, job_rows, selections, imported_records CASCADE');
    await pool.query(
      `INSERT INTO users (id, name, phone, is_blocked, created_at)
       SELECT '65f0000000000000000a' || lpad(n::text, 4, '0'), 'Customer ' || n, '98765' || lpad(n::text, 5, '0'), n % 5 = 0,
         '2026-02-01T10:00:00Z'::timestamptz + n * interval '1 minute' FROM generate_series(1, ${USERS}) AS n`,
    );
    await pool.query(
      `INSERT INTO mechanics (id, name, status, is_blocked, created_at)
       SELECT '65f0000000000000000b' || lpad(n::text, 4, '0'), 'Mechanic ' || n, (ARRAY['approved', 'pending', 'approved'])[n],
         n = 3, '2026-02-01T10:00:00Z' FROM generate_series(1, 3) AS n`,
    );
  });

  const tools = {
    get test() {
      return test;
    },
    get token() {
      return token;
    },
    userId,
    mechanicId,
    parts: () => ({ database: test.program, log: pino({ level: 'silent' }), now: () => test.clock.now }),
    post: (path: string, body: Body = {}, by = token) => test.call('POST', `/admin${path}`, { token: by, body }),
    get: (path: string, query: Record<string, string> = {}) => test.call('GET', `/admin${path}`, { token, query }),
    count: (body: Body, list = 'users') => tools.post(`/${list}/block-jobs/count`, { action: 'block', ...body }),
    start: (body: Body, list = 'users', by = token) =>
      tools.post(`/${list}/block-jobs`, { action: 'block', key: `key ${++key}`, ...body }, by),
    jobOf: async (id: string) => (await tools.get(`/jobs/${id}`)).body.data,
    rowsOf: async (id: string, query: Record<string, string> = {}) =>
      (await tools.get(`/jobs/${id}/rows`, { limit: '100', ...query })).body,
    /** Returns the number of blocked customers. */
    blocked: async () => {
      const { rows } = await test.database.pool.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM users WHERE is_blocked',
      );
      return rows[0]?.n;
    },
    entriesOf: async (query: Record<string, string>) =>
      (await tools.get('/activity', { limit: '100', ...query })).body,
    /** Runs all jobs until they end. */
    runAll: async () => {
      while (await runNextBatch(tools.parts()));
    },
    /** Advances the clock by a second. */
    wait: () => {
      test.clock.now = new Date(test.clock.now.getTime() + 1_000);
    },
    /** Toggles a customer's block one second later. */
    toggleLater: async (number: number) => {
      tools.wait();
      await test.call('GET', toggleUserBlock.path.replace('{id}', userId(number)), { token });
    },
    addsUp: (job: Record<string, number>) =>
      expect(
        (job['done'] ?? 0) +
          (job['unchanged'] ?? 0) +
          (job['refused'] ?? 0) +
          (job['failed'] ?? 0) +
          (job['left'] ?? 0),
      ).toBe(job['total']),
  };
  return tools;
}
