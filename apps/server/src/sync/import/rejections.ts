import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { Rejection } from './read-record.ts';

/** Beside the files that are imported. */
export const REJECTED_FILE = 'rejected.ndjson';
/** While it is written. */
const partOf = (path: string): string => join(dirname(path), `.${REJECTED_FILE}.part`);

/**
 * FOLDER/rejected.ndjson: the rejected records, one a line. A file beside it is opened before anything is imported, so that
 * a folder that cannot be written to fails at once, and takes its place at the end: a link of that name is replaced and not followed.
 * A dry run writes it too. Removed when nothing is rejected.
 */
export class RejectedFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #count = 0;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** @throws StartError when it cannot be written */
  static async open(folder: string): Promise<RejectedFile> {
    const path = join(folder, REJECTED_FILE);
    try {
      if ((await lstat(path).catch(() => null))?.isDirectory()) throw new Error(`${path} is a folder`);
      await rm(partOf(path), { force: true });
      return new RejectedFile(path, await open(partOf(path), 'wx'));
    } catch (error) {
      throw new StartError(`${path} cannot be written, and rejected records are written there.`, {
        cause: error,
      });
    }
  }

  async write(rejections: readonly Rejection[]): Promise<void> {
    if (rejections.length === 0) return;
    this.#count += rejections.length;
    const lines = rejections.map(({ file, line, index, id, reason, fields }) =>
      JSON.stringify({ file, line, index, id, reason, fields }),
    );
    try {
      await this.#handle.appendFile(`${lines.join('\n')}\n`);
    } catch (error) {
      throw new StartError(`${this.path} cannot be written; the import was stopped.`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
    if (this.#count > 0) return rename(partOf(this.path), this.path);
    await rm(partOf(this.path), { force: true });
    await rm(this.path, { force: true });
  }
}
