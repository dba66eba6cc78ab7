import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import {
  createTestApplication,
  type TestApplication,
  type TestApplicationOptions,
  type TestResponse,
} from './test-application.ts';

/** An application for the tests of a file. Calls use the owner's token unless another one is given. */
export interface FileApplication extends TestApplication {
  /** The owner's token. */
  readonly token: string;
  get(path: string, query?: Record<string, string>, token?: string): Promise<TestResponse>;
  send(
    method: Parameters<TestApplication['call']>[0],
    path: string,
    body?: unknown,
    token?: string,
  ): Promise<TestResponse>;
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** Sets the clock and signs the owner in again. */
  goTo(time: Date): Promise<void>;
  /** Returns the activity entries that match a filter, newest first. */
  activity(query: Record<string, string>): Promise<TestResponse['body']>;
}

/** Creates an application with its own database before the tests of a file, and drops it after the last one. */
export function fileApplication(options?: TestApplicationOptions): FileApplication {
  let test: TestApplication;
  let owner: string;
  const get: FileApplication['get'] = (path, query, token = owner) =>
    test.call('GET', path, { token, ...(query && { query }) });
  beforeAll(async () => {
    test = await createTestApplication(options);
    owner = await test.signIn();
  });
  afterAll(() => test.drop());
  return {
    get app() {
      return test.app;
    },
    get settings() {
      return test.settings;
    },
    get clock() {
      return test.clock;
    },
    get database() {
      return test.database;
    },
    get program() {
      return test.program;
    },
    get keys() {
      return test.keys;
    },
    get connectionString() {
      return test.connectionString;
    },
    get token() {
      return owner;
    },
    drop: () => test.drop(),
    call: (...request) => test.call(...request),
    signIn: (role) => test.signIn(role),
    signInAs: (id) => test.signInAs(id),
    logged: () => test.logged(),
    get,
    send: (method, path, body, token = owner) =>
      test.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
    sql: (text, values) => test.database.pool.query(text, values),
    goTo: async (time) => {
      test.clock.now = time;
      owner = await test.signIn();
    },
    activity: async (query) => (await get('/admin/activity', query)).body.data,
  };
}
