import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Whether a request bears a right AWS signature of version 4, as Amazon describes it; s3rver does not look. */
export function isRightlySigned(request: IncomingMessage, secret: string, region: string): boolean {
  const { method = '', url = '', headers } = request;
  const authorization = /Credential=\w+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  const [, scope = '', names = '', signature] = authorization ?? [];
  const [day = ''] = scope.split('/');
  if (scope !== `${day}/${region}/s3/aws4_request` || !names.split(';').includes('x-amz-content-sha256'))
    return false;
  const { pathname, searchParams } = new URL(url, 'http://storage');
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, pathname, query.join('&'), signed.join(''), names, headers['x-amz-content-sha256']];
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash(canonical.join('\n'))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex') === signature;
}
