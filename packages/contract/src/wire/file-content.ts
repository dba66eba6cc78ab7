import * as z from 'zod/mini';
import { documented } from './documented.ts';
import type { Wire } from './wire.ts';
import { wireValue } from './wire-value.ts';

/** A file in a form: a Blob in a browser and on the server alike. */
export interface FileContent {
  /** In bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

const isFileContent = (value: unknown): value is FileContent =>
  typeof value === 'object' && value !== null && 'size' in value && 'arrayBuffer' in value;

/** The file of a form; it travels as it is. */
export const fileContent: Wire<FileContent> = wireValue(
  documented(z.any(), { type: 'string', format: 'binary' }),
  (value: unknown, fail) => {
    if (value === undefined) return fail('is required');
    return isFileContent(value) ? value : fail('must be a file');
  },
);
