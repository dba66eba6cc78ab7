import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { describeAttemptError, INCOMPLETE } from './attempt-error.ts';
import { allowedAddress, checkedLookup, PrivateAddress, type ResolveHost, resolveHost } from './resolve-host.ts';

const TIMEOUT_MS = 15_000;
/** More of an answer is not read. */
const MAX_ANSWER_BYTES = 65_536;
const MAX_SHOWN_CHARACTERS = 1_000;

/** What is posted, and where. */
export interface PostedEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** How an attempt ended. */
export interface Attempt {
  readonly isSuccess: boolean;
  /** Null where no answer came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why it failed, in words; null for a success. */
  readonly error: string | null;
  /** The beginning of the answer: untrusted text. */
  readonly answer: string | null;
}

export interface PostOptions {
  readonly allowsPrivate: boolean;
  readonly resolve?: ResolveHost;
  /** For the whole answer, from resolving the name to the last byte. */
  readonly timeoutMs?: number;
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
}

/**
 * Posts an event on a connection of its own. It follows no redirect, reads a bounded part of the answer, and connects to
 * no address that is not allowed (HOOK-03). It never throws.
 */
export function postEvent(event: PostedEvent, options: PostOptions): Promise<Attempt> {
  const { allowsPrivate, resolve = resolveHost, timeoutMs = TIMEOUT_MS, signal } = options;
  const begunAt = performance.now();
  const url = new URL(event.url);
  const isAllowed = allowedAddress(allowsPrivate);
  return new Promise((done) => {
    let answer: IncomingMessage | null = null;
    const parts: Buffer[] = [];
    const end = (error: string | null) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      request?.destroy();
      const statusCode = answer?.statusCode ?? null;
      const isSuccess = error === null && statusCode !== null && statusCode >= 200 && statusCode < 300;
      done({
        isSuccess,
        statusCode,
        durationMs: Math.round(performance.now() - begunAt),
        error: isSuccess ? null : (error ?? describeStatus(statusCode)),
        answer: parts.length === 0 ? null : shownText(Buffer.concat(parts)),
      });
    };
    const timer = setTimeout(() => end(`No complete answer came within ${timeoutMs / 1000} seconds.`), timeoutMs);
    const stop = () => end('The program stopped during the attempt.');
    signal?.addEventListener('abort', stop);
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    let request: http.ClientRequest | null = null;
    // `lookup` is not called for an address.
    if (isIP(literal) !== 0 && !isAllowed(literal)) {
      end(describeAttemptError(new PrivateAddress(literal, literal)));
      return;
    }
    request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      lookup: checkedLookup(resolve, isAllowed),
      headers: { ...event.headers, 'content-length': Buffer.byteLength(event.body) },
    });
    request.on('error', (error) => end(describeAttemptError(error)));
    request.on('response', (response) => {
      answer = response;
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes <= MAX_ANSWER_BYTES) parts.push(part);
        else end(null);
      });
      response.on('end', () => end(null));
      response.on('error', () => end(INCOMPLETE));
      response.on('close', () => end(INCOMPLETE));
    });
    request.end(event.body);
  });
}

function describeStatus(statusCode: number | null): string {
  const isRedirect = statusCode !== null && statusCode >= 300 && statusCode < 400;
  return `The answer was ${statusCode}${isRedirect ? '; redirects are not followed' : ''}.`;
}

/** The beginning of an answer without what a database cannot store. */
function shownText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * MAX_SHOWN_CHARACTERS)).replaceAll('\0', '');
  return Array.from(text).slice(0, MAX_SHOWN_CHARACTERS).join('');
}
