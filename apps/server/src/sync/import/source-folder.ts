import { createReadStream, type Dirent } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { orderedCollections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { StartError } from '../../start-error.ts';
import { DocumentSplitter, type SourcePart } from './document-splitter.ts';
import { REJECTED_FILE } from './rejections.ts';

const CHUNK_BYTES = 256 * 1024;

/** Returns a file name for the terminal, with control characters written as their codes. */
const printable = (name: string): string =>
  name.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** One file of data from a marketplace. */
export interface SourceFile {
  readonly definition: RecordDefinition;
  /** The name, safe to display on a terminal. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

interface Entry {
  readonly name: string;
  /** Also true for a link to a folder. */
  readonly isFolder: boolean;
}

async function isFolder(folder: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const target = await stat(join(folder, entry.name)).catch(() => null);
  return target?.isDirectory() === true;
}

async function entriesIn(folder: string): Promise<Entry[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return await Promise.all(
      entries.map(async (entry) => ({ name: entry.name, isFolder: await isFolder(folder, entry) })),
    );
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') throw new StartError(`The folder ${folder} does not exist.`, { cause: error });
    if (code === 'ENOTDIR') throw new StartError(`${folder} is not a folder.`, { cause: error });
    throw new StartError(`The folder ${folder} cannot be read.`, { cause: error });
  }
}

async function sizeOf(path: string): Promise<number> {
  const cannotBeRead = `${printable(path)} cannot be read.`;
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new StartError(`${printable(path)} is not a file.`);
    await access(path, constants.R_OK);
    return found.size;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(cannotBeRead, { cause: error });
  }
}

/** A file or folder that was not read, with the reason (TOUGH-04). */
export interface UnreadFile {
  readonly name: string;
  readonly reason: string;
}

export interface SourceFolder {
  /** The files in the order of the import, configuration and people first. */
  readonly files: readonly SourceFile[];
  readonly unread: readonly UnreadFile[];
}

/** `users.json`, `Users.json`, `db.users.json`, `users.json.gz`, `users.ndjson`, `users.jsonl`. */
const SOURCE_NAME = /^(?:.*\.)?(?<collection>[^.]+)\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;
/** Files that operating systems add to folders. */
const SYSTEM_FILE = /^(\..*|thumbs\.db|desktop\.ini)$/i;

const collectionOf = (name: string): string | null =>
  SOURCE_NAME.exec(name)?.groups?.['collection']?.toLowerCase() ?? null;

function explainUnread({ name, isFolder }: Entry, read: readonly SourceFile[]): string {
  if (isFolder) return 'it is a folder';
  const collection = collectionOf(name);
  if (collection === null) return 'only .json, .ndjson and .jsonl are read, also as .gz';
  const instead = read.find(({ definition }) => definition.collection === collection);
  return instead ? `${instead.name} was read for ${collection}` : `"${collection}" is no collection`;
}

/**
 * Finds the files of a folder that contain collections, by the names that export tools use (TOUGH-04). If a
 * collection has several files, uses the one with the shortest name.
 * @throws StartError if there is no such file or one that cannot be read
 */
export async function findSourceFiles(folder: string): Promise<SourceFolder> {
  const entries = (await entriesIn(folder)).filter(({ name }) => name !== REJECTED_FILE && !SYSTEM_FILE.test(name));
  const named = entries.filter((entry) => !entry.isFolder).map(({ name }) => name);
  const names = named.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const files: SourceFile[] = [];
  const read = new Set<string>();
  for (const definition of orderedCollections) {
    const name = names.find((candidate) => collectionOf(candidate) === definition.collection);
    if (name === undefined) continue;
    const path = join(folder, name);
    read.add(name);
    files.push({ definition, name: printable(name), path, bytes: await sizeOf(path) });
  }
  const unread = entries
    .filter((entry) => !read.has(entry.name))
    .map((entry) => ({ name: printable(entry.name), reason: explainUnread(entry, files) }));
  if (files.length > 0) return { files, unread };
  const known = orderedCollections.map(({ collection }) => `${collection}.json`).join(', ');
  const shown = entries.map(({ name, isFolder }) => `${isFolder ? 'the folder ' : ''}${printable(name)}`);
  const others = shown.length === 0 ? '' : ` It has ${shown.join(', ')}.`;
  throw new StartError(`Nothing to import in ${folder}: it contains none of ${known}.${others}`);
}

async function* bytesOf({ path }: SourceFile, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) {
    onBytes(chunk.length);
    yield chunk;
  }
}

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/**
 * Checks whether a file is compressed, by its name or its first bytes, because some tools compress a file without
 * renaming it.
 */
async function isGzipped({ name, path }: SourceFile): Promise<boolean> {
  if (/\.gz$/i.test(name)) return true;
  for await (const start of createReadStream(path, { end: GZIP_MAGIC.length - 1 })) return GZIP_MAGIC.equals(start);
  return false;
}

/** Returns the decompressed content of a file. */
async function contentOf(file: SourceFile, onBytes: (count: number) => void): Promise<AsyncIterable<Buffer>> {
  const bytes = bytesOf(file, onBytes);
  // Errors are passed to the reader of the result.
  return (await isGzipped(file))
    ? pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : bytes;
}

function readError({ path, name }: SourceFile, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('syscall' in error && error.syscall === 'read')
    return new StartError(`${printable(path)} cannot be read.`, { cause: error });
  const isDamaged = 'code' in error && String(error.code).startsWith('Z_');
  return isDamaged
    ? new StartError(`${printable(path)} cannot be unpacked: ${name} is damaged or not a gzip file.`, {
        cause: error,
      })
    : error;
}

/**
 * Reads a file's documents in constant memory. @param onBytes called with the number of bytes read @throws StartError
 * if the file cannot be read
 */
export async function* readParts(file: SourceFile, onBytes: (count: number) => void): AsyncGenerator<SourcePart> {
  const splitter = new DocumentSplitter();
  try {
    for await (const chunk of await contentOf(file, onBytes)) yield* splitter.push(chunk);
  } catch (error) {
    throw readError(file, error);
  }
  yield* splitter.end();
}
