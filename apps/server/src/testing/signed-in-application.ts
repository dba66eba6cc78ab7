import { afterAll, beforeAll } from 'vitest';
import type { FileDatabase } from './file-database.ts';
import {
  type Answer,
  createTestApplication,
  type Sent,
  type TestApplication,
  type TestApplicationOptions,
} from './test-application.ts';

type Method = Parameters<TestApplication['call']>[0];

/** An application, and an administrator who is signed in to it. */
export interface SignedInApplication extends FileDatabase {
  /** What it takes for the present moment. */
  readonly clock: TestApplication['clock'];
  /** A call of the administrator's. */
  call(method: Method, path: string, sent?: Omit<Sent, 'token'>): Promise<Answer>;
  /** As `call`, with a body alone. */
  send(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** Time goes on, and somebody signs in again. */
  goTo(moment: string): Promise<void>;
}

/** For the tests of the file that calls this: an application on a database of its own, dropped after the last of them. */
export function signedInApplication(options?: TestApplicationOptions): SignedInApplication {
  let test: TestApplication;
  let token: string;
  beforeAll(async () => {
    test = await createTestApplication(options);
    token = await test.signIn();
  });
  afterAll(() => test.drop());
  return {
    get database() {
      return test.database;
    },
    get clock() {
      return test.clock;
    },
    call: (method, path, sent) => test.call(method, path, { ...sent, token }),
    send: (method, path, body) => test.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
    goTo: async (moment) => {
      test.clock.now = new Date(moment);
      token = await test.signIn();
    },
  };
}
