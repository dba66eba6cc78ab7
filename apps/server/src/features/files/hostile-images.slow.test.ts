import { crc32, deflateSync } from 'node:zlib';
import { thumbnailOf } from '@wayside/contract/files';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

let test: ImageApplication;

beforeAll(async () => {
  test = await createImageApplication();
});
afterAll(() => test.drop());

interface Plain {
  readonly width: number;
  readonly height: number;
  readonly background?: string;
}

const plain = ({ width, height, background = '#c03020' }: Plain) =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false });

/** Creates a picture whose left half is red and whose right half is blue. */
const twoColours = async (width: number, height: number): Promise<Buffer> =>
  plain({ width, height, background: '#ff0000' })
    .composite([
      {
        input: await plain({ width: width / 2, height, background: '#0000ff' })
          .png()
          .toBuffer(),
        left: width / 2,
        top: 0,
      },
    ])
    .png()
    .toBuffer();

const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  const typed = Buffer.concat([Buffer.from(type), data]);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
};

/** Creates a black PNG with one bit per pixel. Even a huge image compresses quickly because all bytes are zero. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

const uploaded = async (bytes: Buffer, name?: string) => {
  const { status, body } = await test.upload(bytes, name === undefined ? {} : { name });
  expect(body, String(status)).toMatchObject({ status: true });
  const shown = await test.show(body.data ?? '');
  const image = sharp(shown.bytes);
  return { shown, image, about: await image.metadata(), url: body.data ?? '' };
};

const colourAt = async (image: Sharp, left: number, top: number): Promise<number[]> => {
  const pixel = image.clone().removeAlpha().extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
};

const expectColour = (colour: readonly number[], wanted: readonly number[], tolerance = 20) => {
  for (const [index, value] of wanted.entries())
    expect(Math.abs((colour[index] ?? 0) - value), `${colour}`).toBeLessThanOrEqual(tolerance);
};

describe('[FILE-03] the upload of a valid image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'accepts %s, identified by the content and with any file name',
    async (format) => {
      const bytes = await plain({ width: 64, height: 48 }).toFormat(format).toBuffer();
      const { about, image } = await uploaded(bytes, 'innocent.html');
      expect(about).toMatchObject({ format: 'webp', width: 64, height: 48, space: 'srgb' });
      expectColour(await colourAt(image, 30, 20), [0xc0, 0x30, 0x20]);
    },
  );

  it('stores a photo rotated by EXIF upright and without metadata', async () => {
    const bytes = await sharp(await twoColours(400, 200))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ravi Kumar' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 4/1 33/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(bytes).metadata()).orientation).toBe(6);
    const { about, image, shown } = await uploaded(bytes);
    expect([about.width, about.height]).toEqual([200, 400]);
    expectColour(await colourAt(image, 100, 50), [255, 0, 0]);
    expectColour(await colourAt(image, 100, 350), [0, 0, 255]);
    expect([about.exif, about.icc, about.xmp, about.iptc, about.orientation]).toEqual(Array(5).fill(undefined));
    expect(shown.bytes.includes('Ravi')).toBe(false);
  });

  it('keeps the transparency of an image', async () => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    expect((await uploaded(bytes)).about.hasAlpha).toBe(true);
  });

  it.each(['gif', 'webp'] as const)('stores the first frame of an animated %s', async (format) => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((background) => plain({ width: 50, height: 50, background }).png().toBuffer()),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(bytes).metadata()).pages).toBe(2);
    const { about, image } = await uploaded(bytes);
    expect(about.pages ?? 1).toBe(1);
    expect(about.height).toBe(50);
    expectColour(await colourAt(image, 25, 25), [255, 0, 0]);
  });

  it('accepts an image of one pixel, and scales down an image that is 20,000 pixels wide', async () => {
    expect((await uploaded(blackPng(1, 1))).about.width).toBe(1);
    const { about, url } = await uploaded(await plain({ width: 20_000, height: 200 }).png().toBuffer());
    expect([about.width, about.height]).toEqual([2000, 20]);
    const thumbnail = await sharp((await test.show(thumbnailOf(url))).bytes).metadata();
    expect([thumbnail.width, thumbnail.height]).toEqual([128, 1]);
  });

  it('stores only the image when an HTML page is appended to it', async () => {
    const png = await plain({ width: 30, height: 30 }).png().toBuffer();
    const { shown } = await uploaded(
      Buffer.concat([png, Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]),
      'a.html',
    );
    expect(shown.bytes.includes('script')).toBe(false);
    expect(shown.bytes.includes('PK\u0003\u0004')).toBe(false);
  });

  it('removes a script from the comment of an image', async () => {
    const jpeg = await plain({ width: 30, height: 30 }).jpeg().toBuffer();
    const comment = Buffer.from('*/alert(document.domain)//<svg onload=alert(1)>');
    const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const { shown } = await uploaded(Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]));
    expect(shown.bytes.includes('alert')).toBe(false);
  });
});

describe('[FILE-03] the upload of an invalid file', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  it.each<[string, string | Buffer, string]>([
    ['a page with the name of an image', '<!doctype html><script>alert(1)</script>', 'a.png'],
    ['an SVG', SVG, 'a.svg'],
    ['an SVG with another name', `<?xml version="1.0"?>${SVG}`, 'a.png'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n', 'a.jpg'],
    ['a program', Buffer.from('7f454c4602010100', 'hex'), 'a.jpg'],
    ['text', 'hello', 'a.webp'],
    ['a TIFF', Buffer.from('49492a0008000000', 'hex'), 'a.tiff'],
    ['zeros', Buffer.alloc(5000), 'a.png'],
  ])('rejects %s with 415', async (_, bytes, name) => {
    const { status, body } = await test.upload(bytes, { name, type: 'image/png' });
    expect(status).toBe(415);
    expect(body).toEqual({
      status: false,
      message: 'This image format is not supported: use JPEG, PNG, WebP, GIF, AVIF or HEIC.',
    });
  });

  it('rejects an empty file with 400', async () => {
    expect(await test.upload('')).toMatchObject({ status: 400, body: { message: 'The file is empty.' } });
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('rejects a truncated %s with 400', async (format) => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const whole = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#000', noise } })
      .toFormat(format)
      .toBuffer();
    const { status, body } = await test.upload(whole.subarray(0, whole.length / 2));
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body.message).toBe(
      'The image is damaged or incomplete and cannot be read. Please send it again as JPEG, PNG, WebP, GIF, AVIF or HEIC.',
    );
  });

  it.each<[string, Buffer]>([
    ['the start of a JPEG alone', Buffer.from('ffd8ffe0', 'hex')],
    [
      'the start of a PNG and a page',
      Buffer.from('\u0089PNG\r\n\u001a\n<html><script>alert(1)</script>', 'latin1'),
    ],
    ['a WebP of nothing', Buffer.from('RIFF\u0004\u0000\u0000\u0000WEBP', 'latin1')],
    ['a GIF and a script', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;', 'latin1')],
  ])('rejects %s with 400', async (_, bytes) => {
    expect((await test.upload(bytes)).status).toBe(400);
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['of 400 million pixels', () => Promise.resolve(blackPng(20_000, 20_000))],
    ['of 60 million pixels', () => plain({ width: 10_000, height: 6000 }).jpeg({ quality: 1 }).toBuffer()],
    ['of 20 million pixels as AVIF', () => plain({ width: 5000, height: 4000 }).avif({ effort: 0 }).toBuffer()],
  ])('rejects a decompression bomb %s with 413, without decoding it', async (_, make) => {
    const bytes = await make();
    expect(bytes.length).toBeLessThan(1_500_000);
    const { status, body } = await test.upload(bytes);
    expect(status).toBe(413);
    expect(body.message).toMatch(/^The image has \d+ × \d+ pixels; the maximum is (50|25|16) million\.$/);
  });

  it('stores nothing', async () => {
    const { rows } = await test.database.pool.query<{ count: number }>('SELECT count(*) FROM files');
    await test.upload('hello');
    await test.upload(Buffer.from('ffd8ffe0', 'hex'));
    expect((await test.database.pool.query('SELECT count(*) FROM files')).rows).toEqual(rows);
  });
});

describe('[FILE-03, SECU-01] a served file', () => {
  it('is an image, with headers that allow nothing else and a cache time of one year', async () => {
    const { shown } = await uploaded(await plain({ width: 30, height: 30 }).png().toBuffer());
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-frame-options': 'DENY',
    });
    expect(shown.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    '/files/',
    '/files/images/',
    `/files/images/${'0'.repeat(32)}.webp`,
    `/files/images/${'0'.repeat(32)}.svg`,
    '/files/images/..%2f..%2fpostgres.password',
    '/files/images/%2e%2e%2f%2e%2e%2fconnection.json',
    '/files/wayside.lock',
    '/file/single',
  ])('returns 404 as JSON at %s, also to a browser', async (url) => {
    const response = await test.app.inject({ url, headers: { accept: 'text/html' } });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ status: false });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
