import { streamLiveChanges } from '@wayside/contract/live';
import type { Page } from 'playwright-core';

/** A request and the number of bytes transferred, including headers. */
export interface Transfer {
  readonly path: string;
  readonly type: string;
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly bytes: number;
}

/** The default timeout of the browser tests, in milliseconds. */
const patienceMs = 30_000;
const codeTypes = ['Script', 'Stylesheet'];

/**
 * Counts the bytes that a page transfers from now on, starting with an empty cache.
 * @returns a function that waits for pending requests and returns all finished transfers
 */
export async function countTransfers(page: Page): Promise<() => Promise<Transfer[]>> {
  const devtools = await page.context().newCDPSession(page);
  const underWay = new Map<string, Omit<Transfer, 'bytes'>>();
  const ended: Transfer[] = [];
  let document: string | undefined;
  devtools.on('Network.requestWillBeSent', ({ requestId, loaderId, request, wallTime, type = 'Other' }) => {
    const { protocol, pathname } = new URL(request.url);
    // The browser may never report the failure of requests from a document that the page has left.
    if (type === 'Document') {
      document = loaderId;
      underWay.clear();
    }
    if (document !== undefined && loaderId !== document) return;
    // The stream of changes never ends.
    const isCounted = protocol.startsWith('http') && !pathname.endsWith(streamLiveChanges.path);
    if (isCounted) underWay.set(requestId, { path: pathname, type, sentAt: wallTime * 1000 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = underWay.get(requestId);
    if (request) ended.push({ ...request, bytes: encodedDataLength });
    underWay.delete(requestId);
  });
  devtools.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  return async () => {
    // Makes a round trip to the page, after which the events of finished requests have arrived.
    const deadline = Date.now() + patienceMs;
    while (underWay.size > 0) {
      if (Date.now() > deadline)
        throw new Error(`still under way: ${[...underWay.values()].map(({ path }) => path)}`);
      await devtools.send('Network.getCookies');
    }
    return [...ended];
  };
}

/** Returns the total bytes of JavaScript and CSS. */
export function codeBytes(transfers: readonly Transfer[]): number {
  return transfers.filter(({ type }) => codeTypes.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Lists the transfers as readable lines, largest first. */
export function formatTransfers(transfers: readonly Transfer[]): string {
  const lines = [...transfers]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, type, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${type} ${path}`);
  return `${transfers.length} requests, ${(codeBytes(transfers) / 1000).toFixed(1)} kB of code\n${lines.join('\n')}`;
}
