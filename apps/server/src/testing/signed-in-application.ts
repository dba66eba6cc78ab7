import { afterAll, beforeAll } from 'vitest';
import {
  createTestApplication,
  type RequestOptions,
  type TestApplication,
  type TestApplicationOptions,
} from './test-application.ts';

type Method = Parameters<TestApplication['call']>[0];

/** Creates an application with a signed-in administrator, for the tests of a file. */
export function signedInApplication(options?: TestApplicationOptions) {
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
    /** Sends a request with the administrator's session. */
    call: (method: Method, path: string, sent?: Omit<RequestOptions, 'token'>) =>
      test.call(method, path, { ...sent, token }),
    send: (method: Method, path: string, body?: unknown) =>
      test.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
    /** Sets the clock and signs in again. */
    goTo: async (time: string): Promise<void> => {
      test.clock.now = new Date(time);
      token = await test.signIn();
    },
  };
}
