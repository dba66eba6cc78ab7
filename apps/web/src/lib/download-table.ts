import { TOTAL_ROWS_HEADER } from '@wayside/contract/exports';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { type CallInput, fetchAnswer } from './api.ts';
import { saveFile } from './save-file.ts';

const LINE_FEED = 10;
const NAME = /filename="([^"]+)"/;

export interface Download {
  /** Without its ending; the server's own name, which has the day where the business is, goes first. */
  readonly fileName: string;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Fetches a table as it streams in and hands it to the browser as a file.
 * @returns the name of the file
 * @throws ApiError, and whatever aborts it
 */
export async function downloadTable<P, Q>(
  endpoint: Endpoint<P, Q, null, string>,
  { fileName, onProgress, ...input }: CallInput<P, Q, null> & Download,
): Promise<string> {
  const response = await fetchAnswer(endpoint, input);
  const rows = Number(response.headers.get(TOTAL_ROWS_HEADER) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value);
    for (const byte of read.value) if (byte === LINE_FEED) lines += 1;
    // A text cell may hold line feeds: more lines than rows are still not more than all.
    if (rows > 0) onProgress(Math.min(1, lines / (rows + 1)));
  }
  const name = NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? `${fileName}.csv`;
  saveFile(new Blob(parts, { type: 'text/csv' }), name);
  return name;
}
