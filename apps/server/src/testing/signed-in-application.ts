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

/** An application with a signed-in administrator. */
export interface SignedInApplication extends FileDatabase {
  /** The clock of the application. */
  readonly clock: TestApplication['clock'];
  /** Sends a request with the administrator's session. */
  call(method: Method, path: string, sent?: Omit<Sent, 'token'>): Promise<Answer>;
  /** Like `call`, with only a body. */
  send(method: Method, path: string, body?: unknown): Promise<Answer>;
  /** Sets the clock and signs in again. */
  goTo(time: string): Promise<void>;
}

/** Creates an application with its own database for the tests of a file and drops it after the last one. */
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
    get keys() {
      return test.keys;
    },
    get clock() {
      return test.clock;
    },
    call: (method, path, sent) => test.call(method, path, { ...sent, token }),
    send: (method, path, body) => test.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
    goTo: async (time) => {
      test.clock.now = new Date(time);
      token = await test.signIn();
    },
  };
}
