import * as z from 'zod/mini';
import { documented } from './documented.ts';
import { addIssue, type Wire, withFastEncoder } from './wire.ts';

/** A file in a form: a Blob in a browser and on the server alike. */
export interface FileContent {
  /** In bytes. */
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

const isFileContent = (value: unknown): value is FileContent =>
  typeof value === 'object' && value !== null && 'size' in value && 'arrayBuffer' in value;

/** The file of a form; it travels as it is. */
export const fileContent: Wire<FileContent> = withFastEncoder(
  z.codec(documented(z.any(), { type: 'string', format: 'binary' }), z.custom<FileContent>(), {
    decode: (value, context) => {
      if (value === undefined) return addIssue(context, value, 'is required');
      return isFileContent(value) ? value : addIssue(context, value, 'must be a file');
    },
    encode: (value) => value,
  }) as Wire<FileContent>,
  (value) => value,
);
