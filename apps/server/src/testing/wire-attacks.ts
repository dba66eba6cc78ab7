import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** The operation under attack. */
export interface AttackTarget {
  readonly method: string;
  /** The complete path. */
  readonly path: string;
  readonly token: string;
  /** A valid JSON body; empty if the operation has none. */
  readonly body: string;
  readonly queryKeys: readonly string[];
}

/** Bytes of a malformed request. */
export interface WireAttack {
  readonly what: string;
  readonly bytes: Buffer;
  /** Whether the request is incomplete and the client closes the connection. */
  readonly isUnfinished?: boolean;
}

interface Change {
  readonly method?: string;
  readonly path?: string;
  readonly version?: string;
  readonly headers?: readonly string[];
  /** Replace the usual headers. */
  readonly allHeaders?: readonly string[];
  readonly type?: string;
  readonly body?: string | Buffer;
  /** Replaces the content-length header. */
  readonly framing?: string;
  readonly isUnfinished?: boolean;
}

type Changes = Readonly<Record<string, Change>>;

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const bomb = gzipSync(Buffer.alloc(30_000_000, ' '));
const letters = (count: number) => 'x'.repeat(count);

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
];
const UNUSUAL_METHODS = ['SEARCH', 'LOCK', 'M-SEARCH', 'PURGE', 'BREW', 'get', 'G\u0000T', letters(5_000)];

const methodAttacks: Changes = Object.fromEntries(
  [...METHODS, ...UNUSUAL_METHODS].map((method) => [`method ${method.slice(0, 20)}`, { method }]),
);

const headerAttacks: Changes = {
  'two tokens': { headers: ['token: a', 'token: b'] },
  'a token of 7 kB': { headers: [`token: ${letters(7_000)}`] },
  'a token of 40 kB': { headers: [`token: ${letters(40_000)}`] },
  'a folded token': { headers: ['token: a', ' b'] },
  'a NUL byte in a token': { headers: ['token: a\u0000b'] },
  'a token of other bytes': { headers: ['token: \u00ff\u00fe\u0080'] },
  'a header split into two': { headers: ['token: a\rset-cookie: a=b'] },
  '1,500 headers': { headers: Array.from({ length: 1_500 }, (_, index) => `a${index}: b`) },
  '3,000 headers': { headers: Array.from({ length: 3_000 }, (_, index) => `a${index}:`) },
  'no host': { allHeaders: ['connection: close'] },
  'two hosts': { headers: ['host: evil.example'] },
  'a host of nonsense': { allHeaders: ['host: a b<>"', 'connection: close'] },
  'a space before the colon': { headers: ['token : a'] },
  'no colon': { headers: ['token'] },
  'a space in a name': { headers: ['to ken: a'] },
  'an unknown expectation': { headers: ['expect: the-unexpected'] },
  'waiting for 100 Continue': { headers: ['expect: 100-continue'] },
  'an upgrade to a socket': {
    headers: ['upgrade: websocket', 'sec-websocket-key: a', 'sec-websocket-version: 13'],
  },
  'an upgrade to HTTP/2': { headers: ['upgrade: h2c', 'http2-settings: AAA'] },
  'a range': { headers: ['range: bytes=9999999-'] },
  'many ranges': {
    headers: [`range: bytes=${Array.from({ length: 500 }, (_, at) => `${at}-${at}`).join(',')}`],
  },
  'another kind of answer': { headers: ['accept: image/png', 'accept-language: \u00ff', 'accept-charset: utf-16'] },
  'no encoding at all': { headers: ['accept-encoding: *;q=0, identity;q=0'] },
  'encodings of nonsense': { headers: ['accept-encoding: ;;;q=, gzip;q=9'] },
  'conditions of nonsense': { headers: ['if-none-match: "', 'if-modified-since: never', 'if-match: *'] },
  'a cookie of 7 kB': { headers: [`cookie: token=${letters(7_000)}`] },
  'another method by header': { headers: ['x-http-method-override: DELETE', 'x-method-override: DELETE'] },
  'another address by header': { headers: ['x-original-url: /healthz', 'x-rewrite-url: /healthz'] },
  'a forwarded address of 5 kB': { headers: [`x-forwarded-for: ${randomBytes(2_500).toString('hex')}`] },
  'forwarded by nonsense': {
    headers: ['x-forwarded-proto: ;;;', 'x-forwarded-host: <script>', 'forwarded: for=";'],
  },
  'an origin elsewhere': { headers: ['origin: https://evil.example', 'access-control-request-method: POST'] },
};

const framingAttacks: Changes = {
  'a chunk of no size': { framing: 'transfer-encoding: chunked', body: 'zz\r\n{}\r\n0\r\n\r\n' },
  'a chunk of less than nothing': { framing: 'transfer-encoding: chunked', body: '-1\r\n{}\r\n0\r\n\r\n' },
  'a chunk that never ends': {
    framing: 'transfer-encoding: chunked',
    body: 'ffffffffffffffff\r\n{}',
    isUnfinished: true,
  },
  'a chunk longer than it says': { framing: 'transfer-encoding: chunked', body: '2\r\n{}x\r\n0\r\n\r\n' },
  'a chunk that says too much of itself': {
    framing: 'transfer-encoding: chunked',
    body: `2;${letters(20_000)}\r\n{}\r\n0\r\n\r\n`,
  },
  'a token behind the body': { framing: 'transfer-encoding: chunked', body: '2\r\n{}\r\n0\r\ntoken: a\r\n\r\n' },
  'too much behind the body': {
    framing: 'transfer-encoding: chunked',
    body: `2\r\n{}\r\n0\r\na: ${letters(40_000)}\r\n\r\n`,
  },
  'chunks of a byte': {
    framing: 'transfer-encoding: chunked',
    body: `${'1\r\n{\r\n'.repeat(5_000)}0\r\n\r\n`,
  },
  'chunked twice': { framing: 'transfer-encoding: chunked, chunked', body: '0\r\n\r\n' },
  'chunked, almost': { framing: 'transfer-encoding: xchunked', body: '0\r\n\r\n' },
  'chunked, with a space': { framing: 'transfer-encoding : chunked', body: '0\r\n\r\n' },
  'transferred as gzip': { framing: 'transfer-encoding: gzip', body: '{}' },
  'chunks and a length': { framing: 'transfer-encoding: chunked\r\ncontent-length: 2', body: '0\r\n\r\n' },
  'two lengths': { framing: 'content-length: 2\r\ncontent-length: 3', body: '{} ' },
  'a length below nothing': { framing: 'content-length: -2', body: '{}' },
  'a length with a sign': { framing: 'content-length: +2', body: '{}' },
  'a length in hexadecimal': { framing: 'content-length: 0x2', body: '{}' },
  'a length beyond numbers': { framing: `content-length: ${'9'.repeat(30)}`, body: '{}' },
  'a length beyond the limit': { framing: 'content-length: 99999999999', body: '{}' },
  'more than its length': { framing: 'content-length: 1', body: '{}' },
  'less than its length': { framing: 'content-length: 400', body: '{}', isUnfinished: true },
  'nothing of its length': { framing: 'content-length: 4', body: '', isUnfinished: true },
};

const contentTypeAttacks: Changes = {
  'plain text': { type: 'text/plain' },
  'a form': { type: 'application/x-www-form-urlencoded', body: 'a=1&b[__proto__]=2' },
  'many parts': { type: 'multipart/form-data; boundary=x', body: '--x\r\ncontent-disposition: form-data\r\n\r\n' },
  XML: { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  'almost JSON': { type: 'application/jsonp' },
  'another JSON': { type: 'application/merge-patch+json' },
  'two types': { type: 'application/json, text/plain' },
  'a type of nonsense': { type: ';;;=' },
  'no type': { type: '' },
  'a type of 5 kB': { type: `application/json; charset=${letters(5_000)}` },
  'another charset': { type: 'application/json; charset=utf-16' },
  'UTF-16': { type: 'application/json; charset=utf-16le', body: Buffer.from('{"a":1}', 'utf16le') },
  'a charset of other bytes': { type: 'application/json; charset=\u00ff' },
};

const encodingAttacks = (body: string): Changes => ({
  'compressed as it should not be': { headers: ['content-encoding: gzip'] },
  'well compressed': { headers: ['content-encoding: gzip'], body: gzipSync(body) },
  'a compressed bomb': { headers: ['content-encoding: gzip'], body: bomb },
  'half of what was compressed': { headers: ['content-encoding: gzip'], body: gzipSync(body).subarray(0, -6) },
  'compressed twice': { headers: ['content-encoding: gzip, gzip'], body: gzipSync(gzipSync(body)) },
  'broken brotli': { headers: ['content-encoding: br'] },
  'broken deflate': { headers: ['content-encoding: deflate'] },
  'an unknown encoding': { headers: ['content-encoding: a'] },
});

/** Bodies that do not depend on the call. */
const large: Changes = {
  '200,000 lists in each other': { body: nested('[', ']', 200_000) },
  '100,000 records in each other': { body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}` },
  '90,000 keys': { body: `{${Array.from({ length: 90_000 }, (_, at) => `"k${at}":0`).join(',')}}` },
  'a megabyte of text': { body: `{"a":"${letters(1_000_000)}"}` },
  'a megabyte of escapes': { body: `{"a":"${'\\ud800'.repeat(170_000)}"}` },
};

const bodyAttacks = (body: string): Changes => ({
  nothing: { body: '' },
  'a list': { body: '[]' },
  'a text': { body: '"a"' },
  'half of it': { body: body.slice(0, -1) },
  'two of it': { body: `${body} ${body}` },
  'everything twice': { body: `${body.slice(0, -1)},${body.slice(1)}`.replace('{,', '{').replace(',}', '}') },
  'a comment': { body: `${body}//` },
  'no number': { body: '{"a":NaN}' },
  'a number of 5,000 digits': { body: `{"a":${'9'.repeat(5_000)},"b":-1e-999,"c":1e999}` },
  'bytes that are no text': { body: Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]) },
  'a NUL byte': { body: '{"a":"\u0000"}' },
  'a byte order mark': { body: `\ufeff${body}` },
  'a prototype': { body: '{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}}}' },
  'a constructor': { body: '{"constructor":{"prototype":{"admin":true}}}' },
  ...large,
});

const queryAttacks = (path: string, queryKeys: readonly string[]): Changes => ({
  'a prototype asked for': { path: `${path}?__proto__[a]=1&constructor[prototype][a]=1&__proto__=1` },
  'broken escapes': { path: `${path}?%&%zz=%ff&=&&&` },
  '2,000 keys': { path: `${path}?${Array.from({ length: 2_000 }, (_, at) => `a${at}`).join('&')}` },
  'a key of 8 kB': { path: `${path}?${letters(8_000)}=1` },
  'a NUL byte asked for': { path: `${path}?a=%00` },
  'a question in a question': { path: `${path}???a=1?#b` },
  ...Object.fromEntries(
    queryKeys.flatMap((key) =>
      [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[$gt]=`, `${key}[__proto__]=1`, `${key}`, `${key}=%ed%a0%80`].map(
        (query) => [`?${query}`, { path: `${path}?${query}` }],
      ),
    ),
  ),
});

const pathAttacks = (path: string): Changes => ({
  'a slash more': { path: `${path}/` },
  'two slashes': { path: `/${path}` },
  'a slash in disguise': { path: path.replace('/api', '/api%2f') },
  'the other slash': { path: path.replaceAll('/', '\\') },
  'a way up and down again': { path: `/x/..${path}` },
  'a way up in disguise': { path: `/x/%2e%2e${path}` },
  'another case': { path: path.toUpperCase() },
  'a NUL byte at the end': { path: `${path}%00` },
  'a line feed': { path: `${path}%0d%0aset-cookie:%20a=b` },
  'a raw tab': { path: `${path}\t` },
  'a bad escape': { path: `${path}%zz` },
  'broken UTF-8': { path: `${path}%c0%80` },
  'parameters of a path': { path: `${path};a=b` },
  '8 kB more': { path: `${path}${letters(8_000)}` },
  '8 kB below': { path: `${path}${'/x'.repeat(4_000)}` },
  '40 kB more': { path: `${path}${letters(40_000)}` },
  'the whole of another address': { path: `http://evil.example${path}` },
  'no address': { path: '*' },
  'no slash': { path: 'api' },
});

const versionAttacks: Changes = {
  'HTTP/9.9': { version: 'HTTP/9.9' },
  'HTTP/2': { version: 'HTTP/2.0' },
  'no version': { version: '' },
  'another protocol': { version: 'RTSP/1.0' },
};

function buildRequest(target: AttackTarget, { isUnfinished, ...change }: Change): Omit<WireAttack, 'what'> {
  const body = Buffer.from(change.body ?? target.body);
  const headers = change.allHeaders ?? ['host: wayside.test', 'connection: close', `token: ${target.token}`];
  const type = change.type ?? 'application/json';
  const isBodied = body.length > 0 || change.framing !== undefined;
  const lines = [
    `${change.method ?? target.method} ${change.path ?? target.path} ${change.version ?? 'HTTP/1.1'}`,
    ...headers,
    ...(change.headers ?? []),
    ...(isBodied ? [`content-type: ${type}`, change.framing ?? `content-length: ${body.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return { bytes: Buffer.concat([head, body]), ...(isUnfinished ? { isUnfinished } : {}) };
}

/** Sends several requests at once, the last of which closes the connection. */
function pipelinedAttacks(target: AttackTarget): WireAttack[] {
  const one = buildRequest(target, {}).bytes;
  const keptAlive = Buffer.from(
    one.toString('latin1').replace('connection: close', 'connection: keep-alive'),
    'latin1',
  );
  return [
    { what: 'three at once', bytes: Buffer.concat([keptAlive, keptAlive, one]) },
    { what: 'one and then nonsense', bytes: Buffer.concat([keptAlive, Buffer.from('NONSENSE\r\n\r\n')]) },
    {
      what: 'lines that end in half',
      bytes: Buffer.from(one.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    },
    { what: 'empty lines before', bytes: Buffer.concat([Buffer.from('\r\n\r\n'), one]) },
  ];
}

/**
 * Returns every attack on the way a call is sent, which does not depend on the call itself.
 * @param isWanted selects attacks by their index; only these are built, because some have a megabyte
 */
export function makeWireAttacks(
  target: AttackTarget,
  isWanted: (place: number) => boolean = () => true,
): WireAttack[] {
  // The server ignores input that a call does not define. If nothing reads the body, the connection may close before
  // the test can see the response.
  const bodies =
    target.body === ''
      ? {}
      : { ...contentTypeAttacks, ...encodingAttacks(target.body), ...bodyAttacks(target.body) };
  const changes: Changes = {
    ...methodAttacks,
    ...headerAttacks,
    ...framingAttacks,
    ...bodies,
    ...queryAttacks(target.path, target.queryKeys),
    ...pathAttacks(target.path),
    ...versionAttacks,
  };
  const entries = Object.entries(changes);
  return [
    ...entries
      .filter((_, place) => isWanted(place))
      .map(([what, change]) => ({ what, ...buildRequest(target, change) })),
    ...pipelinedAttacks(target).filter((_, place) => isWanted(entries.length + place)),
  ];
}
