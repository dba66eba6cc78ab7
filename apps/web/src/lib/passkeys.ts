import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { t } from '../languages/text.ts';
import { isModuleMissing } from './new-release.ts';

type Options = Readonly<Record<string, unknown>>;

const NUMERIC_HOST = /^(\d+\.){3}\d+$|^\[/;

/** Returns why passkeys do not work on this page; null if they do. */
export function passkeyUnavailableReason(): string | null {
  // Browsers bind a passkey to a host name.
  if (NUMERIC_HOST.test(location.hostname)) return t('Passkeys need a host name; this page has an IP address.');
  if (!window.isSecureContext) return t('Passkeys need an address that begins with https.');
  return 'PublicKeyCredential' in window ? null : t('This browser has no passkeys.');
}

/** Returns a message that explains why the browser provided no passkey. */
export function passkeyFailure(error: unknown, whenCancelled: string): string {
  if (isModuleMissing(error)) return t('The code for passkeys could not be loaded. Reload the page.');
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('This device already has a passkey for your account.');
  return name === 'NotAllowedError' || name === 'AbortError'
    ? whenCancelled
    : t('The browser could not use a passkey.');
}

const hasChallenge = (options: unknown): options is { readonly challenge: string } =>
  typeof options === 'object' &&
  options !== null &&
  'challenge' in options &&
  typeof options.challenge === 'string';

const isRequest = (options: unknown): options is PublicKeyCredentialRequestOptionsJSON => hasChallenge(options);

const isCreation = (options: unknown): options is PublicKeyCredentialCreationOptionsJSON =>
  hasChallenge(options) && 'rp' in options && 'user' in options && 'pubKeyCredParams' in options;

const unreadableOptionsError = () => new Error('The server returned no passkey options');

/** Signs in with a passkey. Rejects with the browser's error. */
export async function signWithPasskey(options: Options): Promise<Options> {
  if (!isRequest(options)) throw unreadableOptionsError();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options })) };
}

/** Creates a passkey. Rejects with the browser's error. */
export async function createPasskey(options: Options): Promise<Options> {
  if (!isCreation(options)) throw unreadableOptionsError();
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON: options })) };
}
