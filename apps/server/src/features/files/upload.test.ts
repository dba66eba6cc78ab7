import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_IMAGE_BYTES, thumbnailOf } from '@wayside/contract/files';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

let test: ImageApplication;
let picture: Buffer;

const square = (side: number, background = '#0b6b66') =>
  sharp({ create: { width: side, height: side, channels: 3, background } });

/** The same image with bytes behind its end, which every decoder ignores. */
const padded = (image: Buffer, size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);

beforeAll(async () => {
  test = await createImageApplication();
  picture = await square(300).png().toBuffer();
});
afterAll(() => test.drop());

describe('[FILE-01] an upload', () => {
  it.each(['/file/single', '/api/v1/file/single'])(
    'to %s answers the URL of an image that everybody can read',
    async (path) => {
      const { status, body } = await test.upload(picture, { path });
      expect(status).toBe(200);
      expect(body).toEqual({ status: true, data: expect.stringMatching(/^\/files\/images\/[0-9a-f]{32}\.webp$/) });
      const shown = await test.show(body.data ?? '');
      expect(shown.status).toBe(200);
      expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 300 });
    },
  );

  it('has a small form for lists, whose URL follows from its own', async () => {
    const url = await test.uploaded(await square(1000).jpeg().toBuffer());
    expect(thumbnailOf(url)).not.toBe(url);
    const { width, height } = await sharp((await test.show(thumbnailOf(url))).bytes).metadata();
    expect([width, height]).toEqual([128, 128]);
    expect(thumbnailOf('https://example.in/a.png')).toBe('https://example.in/a.png');
  });

  it('is in the table of files, with who brought it', async () => {
    const url = await test.uploaded(picture, 'image');
    const { rows } = await test.database.pool.query(
      `SELECT purpose, width, height, byte_size > 0 AS "hasSize", uploaded_by IS NOT NULL AS "hasUploader", created_at AS at
       FROM files WHERE reference = $1`,
      [url],
    );
    expect(rows).toEqual([
      { purpose: 'image', width: 300, height: 300, hasSize: true, hasUploader: true, at: expect.any(Date) },
    ]);
  });

  it('lies in the data directory whole or not at all', async () => {
    await test.uploaded(picture);
    const names = await readdir(join(test.dataDir, 'files/images'));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[0-9a-f]{32}(-thumbnail)?\.webp$/.test(name))).toEqual([]);
  });

  it('[SECU-03] wants a session, and reads nothing without one', async () => {
    const { status, body } = await test.upload(picture, { token: null });
    expect(status).toBe(401);
    expect(body).toEqual({ status: false, message: 'Please sign in.' });
  });
});

describe('[FILE-01] what is sent wrongly', () => {
  it('as another field is 400 with the field', async () => {
    const { status, body } = await test.upload(picture, { field: 'image' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field: 'Image', message: 'is required' }] });
  });

  it('for another purpose is 400', async () => {
    expect((await test.upload(picture, { purpose: 'fun' })).body).toMatchObject({ errors: [{ field: 'purpose' }] });
  });

  it('as text instead of a file is 400', async () => {
    const form = new FormData();
    form.append('Image', 'https://example.in/a.png');
    const { status, body } = await test.send(form);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'Image', message: 'must be a file' }]);
  });

  it('as two files is 400', async () => {
    const form = new FormData();
    for (const name of ['a.png', 'b.png']) form.append('Image', new Blob([picture]), name);
    const { status, body } = await test.send(form);
    expect(status).toBe(400);
    expect(body.message).toBe('The form must hold one file, not several.');
  });

  it.each([
    ['JSON', 'application/json', '{"Image":"a"}', 415],
    ['bytes', 'image/png', 'x', 415],
    ['nothing', '', '', 415],
    ['a form without a boundary', 'multipart/form-data', 'x', 400],
    [
      'a form that ends too early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="Image"; filename="a"\r\n\r\nabc',
      400,
    ],
    ['an empty form', 'multipart/form-data; boundary=x', '', 400],
    [
      'a form with a polluting name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
      400,
    ],
  ])('as %s is refused in words', async (_, type, payload, status) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/file/single',
      headers: { ...(type === '' ? {} : { 'content-type': type }), token: test.token },
      payload,
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ status: false, message: expect.stringMatching(/^[A-Z].+\.$|required/) });
    expect(answer.body).not.toMatch(/FST_|busboy|Multipart:/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('to a call that takes JSON is still 415', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/admin/login',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    });
    expect(answer.statusCode).toBe(415);
  });
});

describe('[FILE-03] 5 MB', () => {
  it('to the byte are taken, one byte more is 413 and says so', async () => {
    expect((await test.upload(padded(picture, MAX_IMAGE_BYTES))).status).toBe(200);
    const { status, body } = await test.upload(padded(picture, MAX_IMAGE_BYTES + 1));
    expect(status).toBe(413);
    expect(body).toEqual({ status: false, message: 'The file is too large: 5 MB (5,242,880 bytes) at most.' });
  });

  it('and far more is refused to a real client that sends it all', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const address = test.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const form = new FormData();
    form.append('Image', new Blob([padded(picture, 40_000_000)]), 'a.png');
    const answer = await fetch(`http://127.0.0.1:${port}/file/single`, {
      method: 'POST',
      headers: { token: test.token },
      body: form,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ status: false });
    const strange = await fetch(`http://127.0.0.1:${port}/file/single`, { method: 'POST', body: form });
    expect(strange.status).toBe(401);
  });
});
