import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { syncDirectory } from '../../data-directory.ts';
import { StartError } from '../../start-error.ts';
import {
  createStreamEncrypter,
  DamagedEncryption,
  decryptWith,
  isEncrypted,
  readIdentities,
  WrongIdentity,
} from './age-encryption.ts';

/**
 * The newest format that this program reads. Version 1 contains rows; version 2 contains a dump, which older programs
 * reject.
 */
export const ARCHIVE_VERSION = 2;
export const ROWS_VERSION = 1;

/* The header of a backup. A backup consists of gzipped lines of JSON: the header; for each table its name, then its
   rows, about a thousand per line; for each file its path, then its bytes; the end. Values are text in PostgreSQL's
   format. The backup of a database server contains pg_dump's output in pieces instead of tables. If BACKUP_RECIPIENT
   is set, the backup is encrypted with age. */

export const headerSchema = z.object({
  format: z.literal('wayside-backup'),
  version: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  /** The timestamps of the migrations, oldest first. */
  migrations: z.array(z.number()),
  /** The major version of the server that was dumped; missing for a backup with rows. */
  dumpOf: z.optional(z.number()),
});

export type ArchiveHeader = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
export const rowsSchema = z.array(z.array(z.string().nullable()));
/** The start of a dump in custom format. */
const dumpSchema = z.object({ dump: z.literal('pg_dump') });
export const fileSchema = z.object({ file: z.string() });
export const bytesSchema = z.object({ bytes: z.base64() });

export const partSchema = z.union([rowsSchema, tableSchema, bytesSchema, fileSchema, dumpSchema]);

/** The last line: the expected content. */
export const endSchema = z.object({
  /** A backup with a dump also has these counts, for comparison after a restore. */
  tables: z.record(z.string(), z.object({ rows: z.number(), checksum: z.string() })),
  /** Last values; null for an unused sequence. */
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number(),
  /** A checksum of all bytes before this line. */
  sha256: z.string(),
});

export type ArchiveEnd = z.infer<typeof endSchema>;

const WRITE_FAILURES: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file system takes no file of that size',
  ENAMETOOLONG: 'its name is too long',
};

/** Checks that a backup can be written to `path`. @throws StartError with the reason if not */
export async function requireWritablePath(path: string): Promise<void> {
  const folder = await stat(dirname(path)).catch((error: NodeJS.ErrnoException) => failWith(path, error));
  if (!folder.isDirectory()) throw unwritableError(path, 'its folder is a file');
  const existing = await stat(path).catch(() => null);
  if (existing === null || existing.isFile()) return;
  throw unwritableError(path, existing.isDirectory() ? 'it is a folder' : 'it is no ordinary file');
}

/**
 * Writes a backup to a temporary file next to `path`, readable only by this account, and renames it after fsync.
 * @param parts yields the lines' values and returns the end without its checksum @param recipient an age public key;
 *   null for no encryption @returns the size in bytes @throws StartError if the path is not writable
 */
export async function writeArchive(
  path: string,
  parts: AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>>,
  recipient: string | null,
): Promise<number> {
  const encrypt = recipient === null ? null : await createStreamEncrypter(recipient);
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`;
  const removeDraft = () => rmSync(draft, { force: true });
  // Removes the temporary file even if a signal ends the process.
  process.once('exit', removeDraft);
  const lines = Readable.from(withChecksum(parts), { objectMode: true, highWaterMark: 2 });
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    if (encrypt === null) await pipeline(lines, createGzip({ level: 4 }), target);
    else await pipeline(lines, createGzip({ level: 4 }), encrypt, target);
    await rename(draft, path);
    await syncDirectory(dirname(path));
    return target.bytesWritten;
  } catch (error) {
    removeDraft();
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    failWith(path, error as NodeJS.ErrnoException);
  } finally {
    process.removeListener('exit', removeDraft);
  }
}

async function* withChecksum(parts: AsyncGenerator<unknown, Omit<ArchiveEnd, 'sha256'>>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let next = await parts.next();
  for (; next.done !== true; next = await parts.next()) {
    const line = `${JSON.stringify(next.value)}\n`;
    hash.update(line);
    yield line;
  }
  yield `${JSON.stringify({ ...next.value, sha256: hash.digest('hex') })}\n`;
}

function failWith(path: string, error: NodeJS.ErrnoException): never {
  const reason = WRITE_FAILURES[error.code ?? ''];
  if (reason === undefined) throw error;
  throw unwritableError(path, reason, error);
}

function unwritableError(path: string, reason: string, cause?: Error): StartError {
  return new StartError(`The backup ${basename(path)} cannot be written to ${dirname(path)}: ${reason}.`, {
    cause,
  });
}

const NEW_LINE = 10;
/** Much longer than any line of a backup. It limits the memory used for a file that is not a backup. */
const MAX_LINE_BYTES = 200_000_000;

const READ_FAILURES: Record<string, string> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'it does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** A backup and its private keys, if it is encrypted. */
export interface ArchiveFile {
  readonly path: string;
  readonly identities: readonly string[];
}

/**
 * Opens a backup and, if it is encrypted, reads the private keys. @param keyFile a file written by "age-keygen"
 * @throws StartError if a key is needed but missing
 */
export async function openArchive(path: string, keyFile: string | null): Promise<ArchiveFile> {
  if (!(await isEncrypted(path))) return { path, identities: [] };
  if (keyFile === null)
    throw new StartError(
      `The backup ${path} is encrypted: pass the file with its private key, npm run restore -- FILE --identity KEY_FILE; nothing was changed.`,
    );
  return { path, identities: await readIdentities(keyFile) };
}

/** A backup that was read to its end and is intact. */
export interface InspectedArchive {
  readonly header: ArchiveHeader;
  readonly end: ArchiveEnd;
}

/** Reads a backup to its end. @throws StartError if it is unreadable, damaged, from a newer Wayside or not a backup */
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
  if (header === null || last === null) throw notABackupError(path);
  const end = endSchema.safeParse(parseJson(last));
  if (!end.success || end.data.sha256 !== hash.digest('hex')) throw damagedError(path);
  return { header, end: end.data };
}

/** Yields the lines between the header and the end. */
export async function* archiveParts(file: ArchiveFile): AsyncGenerator<z.infer<typeof partSchema>> {
  let previous: Buffer | null = null;
  let isHeader = true;
  for await (const line of linesOf(file)) {
    if (previous !== null && !isHeader) {
      const part = partSchema.safeParse(parseJson(previous));
      if (!part.success) throw damagedError(file.path);
      yield part.data;
    }
    isHeader = previous === null;
    previous = line;
  }
}

export function damagedError(path: string): StartError {
  return new StartError(`The backup ${path} is damaged or incomplete; nothing was changed.`);
}

function notABackupError(path: string): StartError {
  return new StartError(`${path} is not a backup of Wayside; nothing was changed.`);
}

function readHeader(path: string, line: Buffer): ArchiveHeader {
  const header = headerSchema.safeParse(parseJson(line));
  const version = z.object({ format: z.literal('wayside-backup'), version: z.number() }).safeParse(parseJson(line));
  if (!version.success) throw notABackupError(path);
  if (version.data.version > ARCHIVE_VERSION)
    throw new StartError(`The backup ${path} was made by a newer release: restore it with that release.`);
  if (!header.success) throw damagedError(path);
  return header.data;
}

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

function unreadable({ path }: ArchiveFile, error: NodeJS.ErrnoException): Error {
  if (error instanceof DamagedEncryption) return damagedError(path);
  if (error instanceof WrongIdentity)
    return new StartError(
      `The backup ${path} is encrypted for a key that is not in the key file; nothing was changed.`,
      { cause: error },
    );
  const reason = READ_FAILURES[error.code ?? ''];
  if (reason !== undefined) return new StartError(`${path} cannot be read: ${reason}.`, { cause: error });
  if (!error.code?.startsWith('Z_')) return error;
  // The file is not in gzip format.
  return error.message === 'incorrect header check' ? notABackupError(path) : damagedError(path);
}

async function* linesOf({ path, identities }: ArchiveFile): AsyncGenerator<Buffer> {
  const text = createGunzip();
  const stored = createReadStream(path);
  const source = identities.length === 0 ? stored : Readable.from(decryptWith(identities, stored));
  // The loop below throws the errors of all streams.
  void pipeline(source, text).catch(() => undefined);
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
    if (size > MAX_LINE_BYTES) throw notABackupError(path);
  }
  if (size > 0) yield Buffer.concat(partial);
}
