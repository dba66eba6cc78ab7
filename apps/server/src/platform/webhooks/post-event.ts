import { lookup, Resolver } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { isPublicAddress } from '../../public-address.ts';

const DNS_TIMEOUT_MS = 3_000;

export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Error for an address in a private network (HOOK-03). */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';

  constructor(host: string, address: string) {
    super(`${host === address ? host : `${host} is ${address}, which`} is not an address of the public Internet`);
  }
}

/**
 * Resolves a name by DNS without the thread pool, which a name server that does not respond would fill; then by the
 * hosts file.
 * @throws if there is no address
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const responses = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
  if (found.length > 0) return found;
  const codes = responses.map((response) => (response.status === 'rejected' ? String(response.reason?.code) : ''));
  if (codes.some((code) => code !== 'ENOTFOUND' && code !== 'ENODATA'))
    throw responses.find((response) => response.status === 'rejected')?.reason;
  return (await lookup(host, { all: true })).map(({ address }) => address);
};

/**
 * Creates a `lookup` that connects only to addresses it has checked, so that a name whose address changes is harmless
 * (HOOK-03).
 */
export function checkedLookup(resolve: ResolveHost, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, { all }, done) => {
    const response = async () => {
      const addresses = await resolve(host);
      for (const address of addresses) if (!isAllowed(address)) throw new PrivateAddress(host, address);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    response().then(
      (found) => {
        const [first] = found;
        if (!first) done(Object.assign(new Error(`${host} has no address`), { code: 'ENODATA' }), []);
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

export const allowedAddress =
  (allowsPrivate: boolean) =>
  (address: string): boolean =>
    allowsPrivate || isPublicAddress(address);

export const INCOMPLETE = 'The connection was closed before the response was complete.';

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the host cannot be resolved.',
  ENODATA: 'The name of the host has no address.',
  ETIMEOUT: 'The name servers do not respond.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: INCOMPLETE,
  EPIPE: INCOMPLETE,
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network of the host cannot be reached.',
  ETIMEDOUT: 'The host does not respond.',
  HPE_HEADER_OVERFLOW: 'The headers of the response are too long.',
};

/** Returns a readable description of a failed attempt. */
export function describeAttemptError(error: unknown): string {
  if (error instanceof PrivateAddress) return `Not sent: ${error.message}.`;
  if (error instanceof AggregateError) return describeAttemptError(error.errors[0]);
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  const known = SENTENCES[code];
  if (known) return known;
  if (/CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code)) return `The encrypted connection failed: ${code}.`;
  if (code.startsWith('HPE_')) return `The response is not HTTP: ${code}.`;
  return `The delivery failed: ${code || message}.`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after failed attempts (HOOK-03). */
const RETRY_DELAYS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
/** Spreads out retries. */
const JITTER = 0.1;

/**
 * Returns when to retry; null after the last attempt. @param attempts number of failed attempts so far @param random
 * from 0 to 1
 */
export function nextAttemptAt(attempts: number, now: Date, random = Math.random()): Date | null {
  const pauseMs = RETRY_DELAYS_MS[attempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs * (1 + JITTER * random));
}

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 65_536;
const MAX_SHOWN_CHARACTERS = 1_000;

export interface PostedEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface Attempt {
  readonly isSuccess: boolean;
  /** Null if there was no response. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Null if the attempt succeeded. */
  readonly error: string | null;
  /** The beginning of the response, which is untrusted text. */
  readonly answer: string | null;
}

export interface PostOptions {
  readonly allowsPrivate: boolean;
  readonly resolve?: ResolveHost;
  /** Time limit for resolving, connecting and receiving the complete response. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Posts an event on a new connection to an allowed address. Follows no redirects, limits the size of the response,
 * and never throws (HOOK-03).
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
    const timer = setTimeout(
      () => end(`No complete response arrived within ${timeoutMs / 1000} seconds.`),
      timeoutMs,
    );
    const stop = () => end('The program stopped during the attempt.');
    signal?.addEventListener('abort', stop);
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    let request: http.ClientRequest | null = null;
    // Node does not call `lookup` for an IP address.
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
        if (bytes <= MAX_RESPONSE_BYTES) parts.push(part);
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
  return `The response was ${statusCode}${isRedirect ? '; redirects are not followed' : ''}.`;
}

/** Returns the beginning of a response without NUL bytes. */
function shownText(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * MAX_SHOWN_CHARACTERS)).replaceAll('\0', '');
  return Array.from(text).slice(0, MAX_SHOWN_CHARACTERS).join('');
}
