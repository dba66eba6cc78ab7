import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { MAX_IMAGE_BYTES } from '@wayside/contract/files';
import {
  allowedAddress,
  checkedLookup,
  describeAttemptError,
  PrivateAddress,
  type ResolveHost,
  resolveHost,
} from '../../platform/webhooks/post-event.ts';

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 3;

/** A document that could not be fetched. The message is readable and contains no address. */
export class FetchError extends Error {
  override readonly name = 'FetchError';
}

export interface FetchOptions {
  /** Whether private networks and loopback are also allowed, for tests. */
  readonly allowsPrivate: boolean;
  readonly resolve?: ResolveHost;
  /** Time limit for the complete response, from resolving the name to the last byte. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

/**
 * Reads a document from another host (FILE-04). Accepts up to 5 MB from checked addresses and follows redirects only
 * within the same host.
 * @throws FetchError with the reason
 */
export async function fetchDocument(address: string, options: FetchOptions): Promise<Buffer> {
  const { timeoutMs = TIMEOUT_MS } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, options.signal]);
  try {
    return await followRedirects(new URL(address), { ...options, signal });
  } catch (error) {
    if (error instanceof FetchError) throw error;
    if (timeout.aborted) throw new FetchError(`No complete response arrived within ${timeoutMs / 1000} seconds.`);
    throw new FetchError(describeAttemptError(error).replace(/^Not sent: /, 'Not asked: '));
  }
}

async function followRedirects(first: URL, options: FetchOptions): Promise<Buffer> {
  let url: URL = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await ask(url, options);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBody(response);
      if (statusCode < 300 || statusCode >= 400 || headers.location === undefined)
        throw new FetchError(`The response was ${statusCode}.`);
      url = sameHost(url, headers.location);
    } finally {
      response.destroy();
    }
  }
  throw new FetchError(`There were more than ${MAX_REDIRECTS} redirects.`);
}

function sameHost(from: URL, location: string): URL {
  const to = URL.canParse(location, from.href) ? new URL(location, from) : null;
  if (to?.host !== from.host || to.protocol !== from.protocol)
    throw new FetchError('The response redirects to another host, which is not allowed.');
  return to;
}

async function ask(
  url: URL,
  { allowsPrivate, resolve = resolveHost, signal }: FetchOptions,
): Promise<IncomingMessage> {
  const isAllowed = allowedAddress(allowsPrivate);
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Node does not call `lookup` for an IP address.
  if (isIP(literal) !== 0 && !isAllowed(literal)) throw new PrivateAddress(literal, literal);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    agent: false,
    signal,
    lookup: checkedLookup(resolve, isAllowed),
    headers: { accept: 'image/*', 'user-agent': 'wayside-documents' },
  });
  // Handles errors even after the response has started.
  request.on('error', () => undefined);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new FetchError('The document is larger than 5 MB.');
  if (Number(response.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) throw tooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_IMAGE_BYTES) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
