import { Secret, TOTP } from 'otpauth';
import { setAdminPassword } from '../features/session/set-admin-password.ts';
import type { TestApplication, TestResponse } from './test-application.ts';

/** Returns the code that an authenticator app shows at a time. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** An administrator who signs in with a password, and the calls that two-factor tests repeat. */
export class TwoFactorAccount {
  readonly email: string;
  readonly password = 'correct horse battery';
  /** The client address of requests unless a test gives another one; the login throttle counts by address. */
  address = '203.0.113.7';
  readonly #test: TestApplication;

  constructor(test: TestApplication, email: string) {
    this.#test = test;
    this.email = email;
  }

  /** Creates the administrator, or resets the password. */
  async create(): Promise<this> {
    await setAdminPassword(this.#test.database, { email: this.email, password: this.password });
    return this;
  }

  logIn(origin?: string): Promise<TestResponse> {
    const { email, password, address } = this;
    const headers = origin === undefined ? {} : { origin };
    return this.#test.call('POST', '/admin/login', { body: { email, password }, address, headers });
  }

  /** Signs in without a second factor and returns the token. */
  async signIn(): Promise<string> {
    return String((await this.logIn()).body.token);
  }

  /** Sends the correct password and returns the challenge for the second factor. */
  async challenge(): Promise<string> {
    return String((await this.logIn()).body.challenge);
  }

  second(challenge: string, code: unknown, address = this.address): Promise<TestResponse> {
    return this.#test.call('POST', '/admin/login/second', { body: { challenge, code }, address });
  }

  /** Sets up an authenticator app. @returns its secret and the recovery codes */
  async addTotp(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { body } = await this.#test.call('POST', '/admin/two-factor/totp', { token });
    const code = this.codeOf(body.secret);
    const confirmed = await this.#test.call('POST', '/admin/two-factor/totp/confirm', { token, body: { code } });
    return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
  }

  /** Returns the current code. @param aheadSeconds how far the clock of the app is ahead */
  codeOf(secret: string, aheadSeconds = 0): string {
    return totpCode(secret, new Date(this.#test.clock.now.getTime() + aheadSeconds * 1000));
  }
}
