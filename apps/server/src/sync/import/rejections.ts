import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import type { Rejection } from './read-record.ts';

/** Beside the files that are imported. */
export const REJECTED_FILE = 'rejected.ndjson';

/**
 * FOLDER/rejected.ndjson: the rejected records, one a line. Opened before anything is imported, so that
 * a folder that cannot be written to fails at once; a dry run writes it too. Removed when nothing is rejected.
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
      return new RejectedFile(path, await open(path, 'w'));
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
    if (this.#count === 0) await rm(this.path, { force: true });
  }
}
