import { Secret, TOTP } from 'otpauth';
import { setAdminPassword } from '../features/session/set-admin-password.ts';
import type { Answer, TestApplication } from './test-application.ts';

/** The code that an authenticator app shows at a time. */
export const totpCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** An administrator who signs in with a password, and the calls that two-factor tests repeat. */
export class TwoFactorAccount {
  readonly email: string;
  readonly password = 'correct horse battery';
  /** Where requests come from, unless a test names another address: the throttle counts by it. */
  address = '203.0.113.7';
  readonly #test: TestApplication;

  constructor(test: TestApplication, email: string) {
    this.#test = test;
    this.email = email;
  }

  /** Creates the administrator, or sets the password again. */
  async create(): Promise<this> {
    await setAdminPassword(this.#test.database, { email: this.email, password: this.password });
    return this;
  }

  logIn(origin?: string): Promise<Answer> {
    const { email, password, address } = this;
    const headers = origin === undefined ? {} : { origin };
    return this.#test.call('POST', '/admin/login', { body: { email, password }, address, headers });
  }

  /** The token of a login without a second factor. */
  async signIn(): Promise<string> {
    return String((await this.logIn()).body.token);
  }

  /** The challenge of a right password. */
  async challenge(): Promise<string> {
    return String((await this.logIn()).body.challenge);
  }

  second(challenge: string, code: unknown, address = this.address): Promise<Answer> {
    return this.#test.call('POST', '/admin/login/second', { body: { challenge, code }, address });
  }

  /** Sets up an authenticator app. @returns its secret and the recovery codes */
  async addTotp(token: string): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { body } = await this.#test.call('POST', '/admin/two-factor/totp', { token });
    const code = this.codeOf(body.secret);
    const confirmed = await this.#test.call('POST', '/admin/two-factor/totp/confirm', { token, body: { code } });
    return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes };
  }

  /** The code of now. @param aheadSeconds how far the clock of the app is ahead */
  codeOf(secret: string, aheadSeconds = 0): string {
    return totpCode(secret, new Date(this.#test.clock.now.getTime() + aheadSeconds * 1000));
  }
}
