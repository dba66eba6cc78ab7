import { createReadStream } from 'node:fs';
import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orderedCollections } from '../../records/collections.ts';
import type { RecordDefinition } from '../../records/define-record.ts';
import { StartError } from '../../start-error.ts';
import { DocumentSplitter } from './document-splitter.ts';
import type { SourcePart } from './source-part.ts';

const CHUNK_BYTES = 256 * 1024;

/** One file of a marketplace's data. */
export interface SourceFile {
  readonly definition: RecordDefinition;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
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

/**
 * The files of a folder that are collections, in the order in which they are applied: configuration and people first.
 * @throws StartError when there is none, or one that cannot be read
 */
export async function findSourceFiles(folder: string): Promise<SourceFile[]> {
  const names = new Set(await namesIn(folder));
  const files: SourceFile[] = [];
  for (const definition of orderedCollections) {
    const name = `${definition.collection}.json`;
    if (!names.has(name)) continue;
    const path = join(folder, name);
    files.push({ definition, name, path, bytes: await sizeOf(path) });
  }
  if (files.length > 0) return files;
  const known = orderedCollections.map(({ collection }) => `${collection}.json`).join(', ');
  throw new StartError(`There is nothing to import in ${folder}: it has none of ${known}.`);
}

/**
 * Reads a file's documents as they come; memory holds a piece of the file and one document.
 * @param onBytes called with how many bytes were read
 * @throws StartError when it cannot be read to its end
 */
export async function* readParts(file: SourceFile, onBytes: (count: number) => void): AsyncGenerator<SourcePart> {
  const splitter = new DocumentSplitter();
  const stream = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      onBytes(chunk.length);
      yield* splitter.push(chunk);
    }
  } catch (error) {
    const isOfTheFile = error instanceof Error && 'syscall' in error && error.syscall === 'read';
    throw isOfTheFile ? new StartError(`${file.path} cannot be read.`, { cause: error }) : error;
  } finally {
    stream.destroy();
  }
  yield* splitter.end();
}
