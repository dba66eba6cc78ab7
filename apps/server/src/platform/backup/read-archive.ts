import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { DamagedEncryption, decryptedBy, isEncrypted, readIdentities, WrongIdentity } from './age-encryption.ts';
import {
  ARCHIVE_VERSION,
  type ArchiveEnd,
  type ArchiveHeader,
  endSchema,
  headerSchema,
  partSchema,
} from './archive-format.ts';

const NEW_LINE = 10;
/** Far above the longest line of a backup; limits the memory for other files. */
const MAX_LINE_BYTES = 200_000_000;

const reasons: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** A backup and the private keys that decrypt it; none for one that is not encrypted. */
export interface ArchiveFile {
  readonly path: string;
  readonly identities: readonly string[];
}

/**
 * Looks whether a backup is encrypted, and reads the keys then.
 * @param keyFile as "age-keygen" writes it; null for none
 * @throws StartError when an encrypted backup has no key file, or that file no key
 */
export async function openArchive(path: string, keyFile: string | null): Promise<ArchiveFile> {
  if (!(await isEncrypted(path))) return { path, identities: [] };
  if (keyFile === null)
    throw new StartError(
      `The backup ${path} is encrypted: name the file of its private key, npm run restore -- FILE --identity KEY_FILE; nothing was changed.`,
    );
  return { path, identities: await readIdentities(keyFile) };
}

/** A backup that has been read completely and is intact. */
export interface InspectedArchive {
  readonly header: ArchiveHeader;
  readonly end: ArchiveEnd;
}

/**
 * Reads a backup completely, so that a damaged one is rejected before the restore starts.
 * @throws StartError when the file is unreadable, no backup, damaged or from a newer Wayside
 */
export async function inspectArchive(file: ArchiveFile, signal: AbortSignal): Promise<InspectedArchive> {
  const { path } = file;
  const hash = createHash('sha256');
  let header: ArchiveHeader | null = null;
  let last: Buffer | null = null;
  try {
    for await (const line of linesOf(file)) {
      signal.throwIfAborted();
      if (header === null) header = readHeader(path, line);
      if (last !== null) hash.update(last).update('\n');
      last = line;
    }
  } catch (error) {
    if (error instanceof StartError || signal.aborted) throw error;
    throw unreadable(file, error as NodeJS.ErrnoException);
  }
  if (header === null || last === null) throw noBackup(path);
  const end = endSchema.safeParse(jsonOf(last));
  if (!end.success || end.data.sha256 !== hash.digest('hex')) throw damaged(path);
  return { header, end: end.data };
}

/** The lines between header and end of an inspected backup. */
export async function* archiveParts(file: ArchiveFile): AsyncGenerator<z.infer<typeof partSchema>> {
  let previous: Buffer | null = null;
  let isHeader = true;
  for await (const line of linesOf(file)) {
    if (previous !== null && !isHeader) {
      const part = partSchema.safeParse(jsonOf(previous));
      if (!part.success) throw damaged(file.path);
      yield part.data;
    }
    isHeader = previous === null;
    previous = line;
  }
}

/** The error of a backup that differs from what was written. */
export function damaged(path: string): StartError {
  return new StartError(`The backup ${path} is damaged or not whole; nothing was changed.`);
}

function noBackup(path: string): StartError {
  return new StartError(`${path} is not a backup of Wayside; nothing was changed.`);
}

function readHeader(path: string, line: Buffer): ArchiveHeader {
  const header = headerSchema.safeParse(jsonOf(line));
  const version = z.object({ format: z.literal('wayside-backup'), version: z.number() }).safeParse(jsonOf(line));
  if (!version.success) throw noBackup(path);
  if (version.data.version > ARCHIVE_VERSION)
    throw new StartError(`The backup ${path} was made by a newer Wayside: restore it with that one.`);
  if (!header.success) throw damaged(path);
  return header.data;
}

function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function unreadable({ path, identities }: ArchiveFile, error: NodeJS.ErrnoException): Error {
  if (error instanceof DamagedEncryption) return damaged(path);
  if (error instanceof WrongIdentity)
    return new StartError(
      `The backup ${path} is encrypted to another key than the ${identities.length === 1 ? 'one' : 'ones'} of the key file; nothing was changed.`,
      { cause: error },
    );
  const reason = reasons[error.code ?? ''];
  if (reason !== undefined) return new StartError(`${path} cannot be read: ${reason}.`, { cause: error });
  if (!error.code?.startsWith('Z_')) return error;
  // This message means that the file is not gzip at all.
  return error.message === 'incorrect header check' ? noBackup(path) : damaged(path);
}

async function* linesOf({ path, identities }: ArchiveFile): AsyncGenerator<Buffer> {
  const text = createGunzip();
  const stored = createReadStream(path);
  const source = identities.length === 0 ? stored : Readable.from(decryptedBy(identities, stored));
  // The loop below throws the errors of all streams.
  pipeline(source, text, () => undefined);
  let partial: Buffer[] = [];
  let size = 0;
  for await (const chunk of text as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at !== -1; at = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...partial, chunk.subarray(from, at)]);
      partial = [];
      size = 0;
      from = at + 1;
    }
    partial.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > MAX_LINE_BYTES) throw noBackup(path);
  }
  if (size > 0) yield Buffer.concat(partial);
}
