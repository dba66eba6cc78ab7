import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/exports';
import type { Page } from 'playwright-core';
import { callPattern } from './calls.ts';

/** A table that begins to come and then neither goes on nor ends. */
export interface PartialTable {
  /** The connection breaks. */
  breakOff(): void;
  close(): void;
}

/**
 * Gives an export's call the first lines of a table, headings included, and no end.
 * @param total how many rows it says will come
 */
export async function servePartialTable(
  page: Page,
  endpoint: { readonly path: string },
  { lines, total }: { readonly lines: number; readonly total: number },
): Promise<PartialTable> {
  const answers: ServerResponse[] = [];
  const server = createServer((_, answer) => {
    answers.push(answer);
    answer.writeHead(200, { 'content-type': 'text/csv; charset=utf-8', [TOTAL_ROWS_HEADER]: String(total) });
    answer.write('a,b,c\r\n'.repeat(lines));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await page.route(callPattern(endpoint), (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
  const breakOff = () => {
    for (const answer of answers) answer.destroy();
  };
  return {
    breakOff,
    close: () => {
      breakOff();
      server.close();
    },
  };
}
