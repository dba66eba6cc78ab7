import { beginTotp, confirmTotp } from '@wayside/contract/two-factor';
import { TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { callApi } from './api-call.ts';
import type { Application } from './application.ts';
import { openSession } from './session.ts';

const STEP_MS = 30_000;

/**
 * Returns the code that an authenticator app shows. @param aheadSteps how many steps of 30 seconds its clock is ahead
 */
export const codeOf = (secret: string, aheadSteps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + aheadSteps * STEP_MS });

/** Sets up an authenticator app without a browser. @returns its secret and the recovery codes */
export async function setUpTotp(
  application: Application,
  credentials: { email: string; password: string },
): Promise<{ secret: string; recoveryCodes: readonly string[] }> {
  const token = await openSession(application, credentials);
  const { secret } = await callApi(application, token, beginTotp);
  // Uses the code of an earlier step, so that the test can use the current one.
  const { recoveryCodes } = await callApi(application, token, confirmTotp, { body: { code: codeOf(secret, -1) } });
  return { secret, recoveryCodes };
}

/** A virtual authenticator that creates passkeys and signs without user interaction. */
export interface VirtualAuthenticator {
  /** Deletes every passkey, simulating a browser on another device. */
  forget(): Promise<void>;
}

/** Adds a virtual authenticator to a page through the DevTools protocol. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return { forget: () => session.send('WebAuthn.clearCredentials', { authenticatorId }).then(() => undefined) };
}

/** Returns the application's URL with a host name, because browsers bind no passkey to an IP address. */
export const namedUrl = ({ url }: Application): string => url.replace('127.0.0.1', 'localhost');
