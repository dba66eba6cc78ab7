import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SettingsError } from '../../settings.ts';
import { StartError } from '../../start-error.ts';

const INTRODUCTION = 'age-encryption.org/v1\n';
const IDENTITY = /^AGE-SECRET-KEY-/;

/** Checks BACKUP_RECIPIENT completely; reading the settings checks only its format. @throws SettingsError */
export async function requireRecipient(recipient: string): Promise<void> {
  await encrypterFor(recipient);
}

async function encrypterFor(recipient: string) {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new SettingsError(
      'BACKUP_RECIPIENT must be an age public key, as printed by "age-keygen"; its checksum is wrong.',
      { cause: error },
    );
  }
  return encrypter;
}

/**
 * Returns a function that encrypts a stream to an age public key (OPER-06). @throws SettingsError for an unusable key
 */
export async function createStreamEncrypter(
  recipient: string,
): Promise<(source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>> {
  const encrypter = await encrypterFor(recipient);
  return async function* (source) {
    yield* Readable.fromWeb((await encrypter.encrypt(webStream(source))) as Parameters<typeof Readable.fromWeb>[0]);
  };
}

/** Checks whether a file is encrypted; false for a missing or unreadable file. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (file === null) return false;
  try {
    const start = Buffer.alloc(INTRODUCTION.length);
    await file.read(start, 0, start.length, 0);
    return start.toString() === INTRODUCTION;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}

/**
 * Reads the private keys from a file written by "age-keygen". @throws StartError if there are none or the file cannot
 * be read
 */
export async function readIdentities(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The key file ${path} cannot be read; nothing was changed.`, { cause: error });
  });
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => IDENTITY.test(line));
  if (identities.length === 0)
    throw new StartError(`${path} contains no age private key (AGE-SECRET-KEY-…); nothing was changed.`);
  return identities;
}

/** Thrown if the data is encrypted to other keys. */
export class WrongIdentity extends Error {}

/** Thrown if the bytes were changed or are incomplete. */
export class DamagedEncryption extends Error {}

/** Decrypts a stream and authenticates each piece. @throws WrongIdentity, DamagedEncryption */
export async function* decryptWith(
  identities: readonly string[],
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch (error) {
    throw new StartError('A private key in the key file has an invalid checksum; nothing was changed.', {
      cause: error,
    });
  }
  try {
    const plain = await decrypter.decrypt(webStream(source));
    yield* Readable.fromWeb(plain as Parameters<typeof Readable.fromWeb>[0]);
  } catch (error) {
    // The error comes from the file system, not from the decryption.
    if (!(error instanceof Error) || 'syscall' in error) throw error;
    const isOther = /no identity matched/.test(error.message);
    throw isOther ? new WrongIdentity('', { cause: error }) : new DamagedEncryption('', { cause: error });
  }
}

const webStream = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: true, highWaterMark: 2 })) as ReadableStream<Uint8Array>;
