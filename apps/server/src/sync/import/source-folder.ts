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

export interface SourceFile {
  readonly definition: RecordDefinition;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') throw new StartError(`There is no folder ${folder}.`, { cause: error });
    if (code === 'ENOTDIR') throw new StartError(`${folder} is not a folder.`, { cause: error });
    throw new StartError(`The folder ${folder} cannot be read.`, { cause: error });
  }
}

async function sizeOf(path: string): Promise<number> {
  const cannotBeRead = `${path} cannot be read.`;
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new StartError(`${path} is not a file.`);
    await access(path, constants.R_OK);
    return found.size;
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(cannotBeRead, { cause: error });
  }
}

/** A file that was not read, and why (TOUGH-04). */
export interface UnreadFile {
  readonly name: string;
  readonly reason: string;
}

export interface SourceFolder {
  /** In the order in which they are applied: configuration and people first. */
  readonly files: readonly SourceFile[];
  readonly unread: readonly UnreadFile[];
}

/** `users.json`, `Users.json`, `db.users.json`, `users.json.gz`, `users.ndjson`, `users.jsonl`. */
const SOURCE_NAME = /^(?:.*\.)?(?<collection>[^.]+)\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;
/** Files that operating systems put into every folder. */
const SYSTEM_FILE = /^(\..*|thumbs\.db|desktop\.ini)$/i;

const collectionOf = (name: string): string | null =>
  SOURCE_NAME.exec(name)?.groups?.['collection']?.toLowerCase() ?? null;

function reasonUnread(name: string, read: readonly SourceFile[]): string {
  const collection = collectionOf(name);
  if (collection === null) return 'only .json, .ndjson and .jsonl are read, also as .gz';
  const instead = read.find(({ definition }) => definition.collection === collection);
  return instead ? `${instead.name} was read for ${collection}` : `"${collection}" is no collection`;
}

/**
 * The files of a folder that are collections, under the names that tools give them (TOUGH-04); of several files of one collection the shortest name.
 * @throws StartError when there is none, or one that cannot be read
 */
export async function findSourceFiles(folder: string): Promise<SourceFolder> {
  const entries = (await entriesIn(folder)).filter(({ name }) => name !== REJECTED_FILE && !SYSTEM_FILE.test(name));
  const names = entries.map(({ name }) => name).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const files: SourceFile[] = [];
  for (const definition of orderedCollections) {
    const name = names.find((candidate) => collectionOf(candidate) === definition.collection);
    if (name === undefined) continue;
    const path = join(folder, name);
    files.push({ definition, name, path, bytes: await sizeOf(path) });
  }
  const read = new Set(files.map(({ name }) => name));
  const unread = entries
    .filter((entry) => !read.has(entry.name) && !entry.isDirectory())
    .map(({ name }) => ({ name, reason: reasonUnread(name, files) }));
  if (files.length > 0) return { files, unread };
  const known = orderedCollections.map(({ collection }) => `${collection}.json`).join(', ');
  const others = unread.length === 0 ? '' : ` It has ${unread.map(({ name }) => name).join(', ')}.`;
  throw new StartError(`There is nothing to import in ${folder}: it has none of ${known}.${others}`);
}

async function* bytesOf({ path }: SourceFile, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** The content of a file, unpacked. */
function contentOf(file: SourceFile, onBytes: (count: number) => void): AsyncIterable<Buffer> {
  const bytes = bytesOf(file, onBytes);
  // The reader of the result gets the errors.
  return /\.gz$/i.test(file.name)
    ? pipeline(bytes, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : bytes;
}

function readError({ path, name }: SourceFile, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('syscall' in error && error.syscall === 'read')
    return new StartError(`${path} cannot be read.`, { cause: error });
  const isPacked = 'code' in error && String(error.code).startsWith('Z_');
  return isPacked
    ? new StartError(`${path} cannot be unpacked: ${name} is damaged or no gzip file.`, { cause: error })
    : error;
}

/** Reads a file's documents in constant memory. @param onBytes called with how many bytes were read @throws StartError when it cannot be read */
export async function* readParts(file: SourceFile, onBytes: (count: number) => void): AsyncGenerator<SourcePart> {
  const splitter = new DocumentSplitter();
  try {
    for await (const chunk of contentOf(file, onBytes)) yield* splitter.push(chunk);
  } catch (error) {
    throw readError(file, error);
  }
  yield* splitter.end();
}
