import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_IMAGE_BYTES, thumbnailOf } from '@wayside/contract/files';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

let test: ImageApplication;
let picture: Buffer;

const square = (side: number, background = '#0b6b66') =>
  sharp({ create: { width: side, height: side, channels: 3, background } });

/** Appends bytes after the end of the image data, which every decoder ignores. */
const padded = (image: Buffer, size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);

beforeAll(async () => {
  test = await createImageApplication();
  picture = await square(300).png().toBuffer();
});
afterAll(() => test.drop());

describe('[FILE-01] an upload', () => {
  it.each(['/file/single', '/api/v1/file/single'])(
    'returns the URL of an image that is readable without a session: %s',
    async (path) => {
      const { status, body } = await test.upload(picture, { path });
      expect(status).toBe(200);
      expect(body).toEqual({ status: true, data: expect.stringMatching(/^\/files\/images\/[0-9a-f]{32}\.webp$/) });
      const shown = await test.show(body.data ?? '');
      expect(shown.status).toBe(200);
      expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 300 });
    },
  );

  it('has a thumbnail with a URL derived from the URL of the image', async () => {
    const url = await test.uploaded(await square(1000).jpeg().toBuffer());
    expect(thumbnailOf(url)).not.toBe(url);
    const { width, height } = await sharp((await test.show(thumbnailOf(url))).bytes).metadata();
    expect([width, height]).toEqual([128, 128]);
    expect(thumbnailOf('https://example.in/a.png')).toBe('https://example.in/a.png');
  });

  it('is recorded in the files table with the id of the administrator who uploaded it', async () => {
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

  it('is stored in the data directory completely or not at all', async () => {
    await test.uploaded(picture);
    const names = await readdir(join(test.dataDir, 'files/images'));
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[0-9a-f]{32}(-thumbnail)?\.webp$/.test(name))).toEqual([]);
  });

  it('[SECU-03] requires a session, and does not read the file without one', async () => {
    const { status, body } = await test.upload(picture, { token: null });
    expect(status).toBe(401);
    expect(body).toEqual({ status: false, message: 'Please sign in.' });
  });
});

describe('[FILE-01] a malformed upload', () => {
  it('returns 400 for a file in another field, and names the field', async () => {
    const { status, body } = await test.upload(picture, { field: 'image' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ field: 'Image', message: 'is required' }] });
  });

  it('returns 400 for an unknown purpose', async () => {
    expect((await test.upload(picture, { purpose: 'fun' })).body).toMatchObject({ errors: [{ field: 'purpose' }] });
  });

  it('returns 400 for text instead of a file', async () => {
    const form = new FormData();
    form.append('Image', 'https://example.in/a.png');
    const { status, body } = await test.send(form);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'Image', message: 'must be a file' }]);
  });

  it('returns 400 for two files', async () => {
    const form = new FormData();
    for (const name of ['a.png', 'b.png']) form.append('Image', new Blob([picture]), name);
    const { status, body } = await test.send(form);
    expect(status).toBe(400);
    expect(body.message).toBe('The form must contain exactly one file.');
  });

  it.each([
    ['JSON', 'application/json', '{"Image":"a"}', 415],
    ['nothing', '', '', 415],
    ['a form without a boundary', 'multipart/form-data', 'x', 400],
    [
      'a form that ends too early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="Image"; filename="a"\r\n\r\nabc',
      400,
    ],
    [
      'a form with a polluting name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\na\r\n--x--\r\n',
      400,
    ],
  ])('is rejected with a message when it is %s', async (_, type, payload, status) => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/file/single',
      headers: { ...(type === '' ? {} : { 'content-type': type }), token: test.token },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({
      status: false,
      message: expect.stringMatching(/^[A-Z].+\.$|required/),
    });
    expect(response.body).not.toMatch(/FST_|busboy|Multipart:/);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('returns 415 for a call that accepts JSON', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/admin/login',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    });
    expect(response.statusCode).toBe(415);
  });
});

describe('[TOUGH-05] an upload of a photo from a phone', () => {
  const jpeg = () => square(200, '#c03020').jpeg().toBuffer();
  /** Replaces all brands of the file by one that declares only that the file contains images. */
  const rebranded = (avif: Buffer, brand: string): Buffer => {
    const bytes = Buffer.from(avif);
    for (let at = 8; at < bytes.readUInt32BE(0); at += 4) if (at !== 12) bytes.write(brand, at, 'latin1');
    return bytes;
  };
  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG without its last two bytes', async () => (await jpeg()).subarray(0, -2)],
    [
      'a JPEG with a film behind it',
      async () => Buffer.concat([await jpeg(), Buffer.from('MotionPhoto_Data\0\0\0\x18ftypmp42')]),
    ],
    ['a CMYK JPEG', () => square(200, '#c03020').toColourspace('cmyk').jpeg().toBuffer()],
    ['a 16-bit PNG', () => square(200, '#c03020').toColourspace('rgb16').png().toBuffer()],
    ['an AVIF', () => square(200, '#c03020').avif().toBuffer()],
    ['an AVIF of the brand mif1', async () => rebranded(await square(200, '#c03020').avif().toBuffer(), 'mif1')],
    ['an AVIF of the brand msf1', async () => rebranded(await square(200, '#c03020').avif().toBuffer(), 'msf1')],
  ])('accepts %s', async (_, make) => {
    const url = await test.uploaded(await make());
    const image = sharp((await test.show(url)).bytes);
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 200, height: 200, space: 'srgb' });
    const { channels } = await image.stats();
    const wanted = [0xc0, 0x30, 0x20];
    // CMYK can represent fewer colours than a screen, so compare with a tolerance.
    for (const [at, value] of wanted.entries())
      expect(Math.abs((channels[at]?.mean ?? 0) - value)).toBeLessThan(40);
  });

  it.each([
    [20, 200],
    [2000, 200],
    [60_000, 400],
  ])('accepts a JPEG without its last %i bytes if its last rows exist: %i', async (missing, status) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 400, height: 300, channels: 3, background: '#888', noise } as const;
    const whole = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
    expect((await test.upload(whole.subarray(0, -missing))).status).toBe(status);
  });

  it('accepts a HEIC photo, and applies the camera’s orientation', async () => {
    const photo = await readFile(new URL('../../testing/turned-photo.heic', import.meta.url));
    const { bytes } = await test.show(await test.uploaded(photo));
    const image = sharp(bytes);
    expect(await image.metadata()).toMatchObject({ format: 'webp', width: 48, height: 64 });
    const side = async (left: number) =>
      [...(await image.clone().extract({ left, top: 30, width: 1, height: 1 }).raw().toBuffer())].map(
        (value) => value > 128,
      );
    // The stored picture has a red upper half and a blue lower half, and is rotated to the right.
    expect([await side(8), await side(40)]).toEqual([
      [false, false, true],
      [true, false, false],
    ]);
  });

  it.each<[string, () => Promise<Buffer>]>([
    [
      'half of a HEIC photo',
      async () => (await readFile(new URL('../../testing/turned-photo.heic', import.meta.url))).subarray(0, 700),
    ],
    [
      'half of a JPEG',
      async () => {
        const whole = await jpeg();
        return whole.subarray(0, whole.length / 2);
      },
    ],
  ])('rejects %s and lists the accepted formats', async (_, make) => {
    const { status, body } = await test.upload(await make());
    expect(status).toBe(400);
    expect(body.message).toBe(
      'The image is damaged or incomplete and cannot be read. Please send it again as JPEG, PNG, WebP, GIF, AVIF or HEIC.',
    );
  });
});

describe('[FILE-03] the upload limit of 5 MB', () => {
  it('accepts a file of exactly the limit and rejects one more byte with 413', async () => {
    expect((await test.upload(padded(picture, MAX_IMAGE_BYTES))).status).toBe(200);
    const { status, body } = await test.upload(padded(picture, MAX_IMAGE_BYTES + 1));
    expect(status).toBe(413);
    expect(body).toEqual({ status: false, message: 'The file is too large: 5 MB (5,242,880 bytes) at most.' });
  });

  it('returns 413 to a client that sends a much larger file', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const address = test.app.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const form = new FormData();
    form.append('Image', new Blob([padded(picture, 40_000_000)]), 'a.png');
    const response = await fetch(`http://127.0.0.1:${port}/file/single`, {
      method: 'POST',
      headers: { token: test.token },
      body: form,
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ status: false });
    const strange = await fetch(`http://127.0.0.1:${port}/file/single`, { method: 'POST', body: form });
    expect(strange.status).toBe(401);
  });
});
