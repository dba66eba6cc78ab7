import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings.ts';
import { addSecurityHeaders } from './headers.ts';
import { addWeb } from './web.ts';

const YEAR = 'public, max-age=31536000, immutable';
const FILES = {
  'index.html': '<!doctype html><title>Wayside</title>',
  'theme.js': 'theme()',
  'assets/main-abc123.js': 'main()',
  'assets/main-abc123.js.br': 'compressed',
  'assets/main-abc123.js.gz': 'compressed too',
  '.stamp': 'of what it was built',
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-web-'));
  // An installation may be anywhere, even below a folder of this name.
  const root = join(folder, 'assets/dist');
  await mkdir(join(root, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(root, name), content);
  app = Fastify();
  await addSecurityHeaders(app, readSettings({}));
  await addWeb(app, root);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('[SECU-01] the built web app', () => {
  it('is cached for a year if its file name changes with the content, and otherwise not', async () => {
    expect((await get('/assets/main-abc123.js')).headers['cache-control']).toBe(YEAR);
    for (const url of ['/', '/index.html', '/theme.js', '/bookings', '/bookings?page=2', '/nowhere/at/all'])
      expect((await get(url)).headers['cache-control'], url).toBe('no-cache');
    for (const url of ['/assets/gone-abc123.js', '/api/v1/nowhere', '/assets/../assets/gone.js'])
      expect((await get(url)).headers['cache-control'], url).toBe('no-store');
  });

  it('has a policy that forbids everything on an asset opened as a page, and the full policy on pages', async () => {
    const policyOf = async (url: string) => (await get(url)).headers['content-security-policy'];
    expect(await policyOf('/assets/main-abc123.js')).toBe("default-src 'none'; frame-ancestors 'none'");
    for (const url of ['/', '/bookings', '/theme.js'])
      expect(await policyOf(url), url).toMatch(/script-src 'self';/);
  });

  it('has the same cache headers for conditional, range, compressed and HEAD requests', async () => {
    const { headers } = await get('/assets/main-abc123.js');
    const again = await get('/assets/main-abc123.js', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.headers['cache-control']]).toEqual([304, YEAR]);
    const part = await get('/assets/main-abc123.js', { range: 'bytes=0-1' });
    expect([part.statusCode, part.headers['cache-control']]).toEqual([206, YEAR]);
    const small = await get('/assets/main-abc123.js', { 'accept-encoding': 'br' });
    expect([small.body, small.headers['content-encoding'], small.headers['cache-control']]).toEqual([
      'compressed',
      'br',
      YEAR,
    ]);
    const head = await app.inject({ method: 'HEAD', url: '/' });
    expect([head.statusCode, head.headers['cache-control']]).toEqual([200, 'no-cache']);
    const unsatisfiable = await get('/', { range: 'bytes=99999-' });
    expect([unsatisfiable.statusCode, unsatisfiable.headers['cache-control']]).toEqual([416, 'no-store']);
  });

  it('[API-14] returns JSON to a script that requests a missing file', async () => {
    for (const [url, headers] of [
      ['/assets/gone.js', {}],
      ['/gone', { accept: 'application/json' }],
      ['/api/v1/gone', { accept: 'text/html' }],
    ] as const) {
      const response = await get(url, headers);
      expect(response.statusCode, url).toBe(404);
      expect(response.json()).toMatchObject({
        ...{ status: false, code: 'nothing_here', message: expect.any(String) },
        requestId: expect.any(String),
      });
    }
  });

  it('does not serve internal files of the build or files outside its folder', async () => {
    await writeFile(join(folder, 'secret'), 'a secret');
    const places = [
      '/.stamp',
      '/..%2f..%2fsecret',
      '/assets/..%2f..%2f..%2fsecret',
      '/%2e%2e/%2e%2e/secret',
      '/..\\..\\secret',
    ];
    for (const url of places) {
      const { statusCode, body } = await get(url);
      expect(statusCode, url).toBeLessThan(500);
      expect(body, url).not.toMatch(/a secret|of what it was built/);
    }
  });
});
