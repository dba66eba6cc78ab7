import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../../../e2e/support/identity-provider.ts';
import { setAdminPassword } from '../features/session/set-admin-password.ts';
import { fileApplication } from './file-application.ts';
import type { TestResponse } from './test-application.ts';

export const ORIGIN = 'https://office.example.test';
const PASSWORD = 'correct horse battery';
const SIGN_IN = '/admin/login/single-sign-on';

/**
 * Creates an application with a real identity provider, for the tests of a file. At the provider, Asha has the
 * account "asha" in the group "money". @param env further settings
 */
export function singleSignOnApplication(env: Record<string, string> = {}) {
  let provider: IdentityProvider;
  const settings: Record<string, string> = {
    OIDC_NAME: 'Example ID',
    OIDC_ROLES: 'admins=owner,money=finance,desk=support',
    OIDC_ORIGINS: ORIGIN,
    ...env,
  };
  beforeAll(async () => {
    provider = await startIdentityProvider();
    Object.assign(settings, provider.environment);
    // The application must also start while the provider is down.
    provider.isDown = true;
  });
  const test = fileApplication({ env: settings });
  beforeEach(async () => {
    provider.isDown = false;
    provider.tamper = null;
    provider.forge = null;
    provider.brokenPaths.clear();
    provider.people.clear();
    provider.people.set('asha', { name: 'Asha Rao', email: 'asha@example.test', groups: ['money'] });
    await test.sql('DELETE FROM admins');
    await test.sql('TRUNCATE login_attempts');
    await test.goTo(new Date());
  });
  afterAll(() => provider.stop());

  const begin = (path = SIGN_IN, token = '') =>
    test.call('POST', path, { headers: { origin: ORIGIN }, ...(token && { token }) });
  /** @param response the provider's response to a sign-in */
  const finish = (begun: TestResponse, response: string, path = SIGN_IN, token = '') =>
    test.call('POST', `${path}/finish`, {
      body: { request: begun.body.request, response },
      ...(token && { token }),
    });
  /** Completes a sign-in at the provider, by default to open a session. */
  const go = async (subject: string, path?: string, token?: string) => {
    const begun = await begin(path, token);
    return finish(begun, await provider.visit(begun.body.address, subject), path, token);
  };
  const logIn = (email: string) => test.call('POST', '/admin/login', { body: { email, password: PASSWORD } });
  return {
    test,
    get provider() {
      return provider;
    },
    begin,
    finish,
    go,
    /** @returns the token of a session opened through the provider */
    enter: async (subject = 'asha'): Promise<string> => (await go(subject)).body.token,
    logIn,
    /** Creates an administrator with a password, and signs in. @returns the token */
    join: async (email: string, role: 'owner' | 'support' = 'owner'): Promise<string> => {
      await setAdminPassword(test.database, { email, password: PASSWORD, role });
      return (await logIn(email)).body.token;
    },
    profile: async (token: string) => (await test.get('/admin/profile', {}, token)).body.data,
    status: async (token: string) => (await test.get('/admin/profile', {}, token)).status,
    later: (seconds: number) => {
      test.clock.now = new Date(test.clock.now.getTime() + seconds * 1_000);
    },
    /** Returns the actions in the activity log about administrators, newest first. */
    actions: async (): Promise<string[]> =>
      (await test.sql(`SELECT action FROM activity WHERE entity = 'admin' ORDER BY id DESC LIMIT 5`)).rows.map(
        ({ action }) => action,
      ),
  };
}
