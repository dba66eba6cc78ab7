import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

const web = 'https://backoffice.example.test';
let test: ImageApplication;

beforeAll(async () => {
  test = await createImageApplication({ env: { CORS_ORIGINS: `http://127.0.0.1:8080, ${web}/` } });
});
afterAll(() => test.drop());

const preflight = (origin: string) =>
  test.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/user/allusers',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'content-type,token',
    },
  });

describe('[SECU-01, RUN-05] a web application on another origin', () => {
  it.each(['/admin/ownprofile', '/nowhere'])('may read every response of %s, including errors', async (path) => {
    const { headers } = await test.call('GET', path, { headers: { origin: web } });
    expect(headers['access-control-allow-origin']).toBe(web);
    expect(headers['access-control-expose-headers']).toContain('retry-after');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers.vary).toMatch(/origin/i);
  });

  it('can send the token and use every method', async () => {
    const { statusCode, headers } = await preflight(web);
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(web);
    expect(headers['access-control-allow-headers']).toBe('token, content-type, if-match, last-event-id');
    expect(headers['access-control-allow-methods']).toBe('GET, POST, PUT, PATCH, DELETE');
  });

  it('can show documents with signed links', async () => {
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#446688' } });
    const { status, headers } = await test.show(await test.uploaded(await picture.png().toBuffer(), 'document'));
    expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin']);
  });

  it.each(['https://elsewhere.example.test', `${web}.evil.test`, 'null'])(
    'is not allowed when its origin is %s',
    async (origin) => {
      const { headers } = await test.call('GET', '/admin/ownprofile', { headers: { origin } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect((await preflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});
