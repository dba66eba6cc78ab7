import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Options = Readonly<Record<string, unknown>>;

const NUMERIC_HOST = /^(\d+\.){3}\d+$|^\[/;

/** Why passkeys do not work here at all; null where they do. */
export function passkeyObstacle(): string | null {
  // Browsers bind a passkey to a name.
  if (NUMERIC_HOST.test(location.hostname))
    return 'Passkeys work at an address with a name, not with numbers: open this page at its name, on this machine at localhost.';
  if (!window.isSecureContext) return 'Passkeys need an address that begins with https.';
  return 'PublicKeyCredential' in window ? null : 'This browser has no passkeys.';
}

/** Why the browser gave no passkey, in a sentence. */
export function passkeyFailure(error: unknown, whenRefused: string): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'There is a passkey of yours on this device already.';
  return name === 'NotAllowedError' || name === 'AbortError' ? whenRefused : 'The browser could not use a passkey.';
}

/** Asks the browser to sign with a passkey; its library loads with the first one. Rejects with the browser's error. */
export async function signWithPasskey(options: Options): Promise<Options> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // The options are passed from one half of the library to the other.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}

/** Asks the browser to make a passkey. Rejects with the browser's error. */
export async function makePasskey(options: Options): Promise<Options> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}
