import { crc32, deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GREY_WITHOUT_INTERLACE = [8, 0, 0, 0, 0];

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Creates a real PNG image that darkens from left to right. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const line = [0, ...Array.from({ length: width }, (_, x) => 255 - Math.floor((x * 256) / width))];
  const lines = Buffer.from(Array.from({ length: height }, () => line).flat());
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([header, Buffer.from(GREY_WITHOUT_INTERLACE)])),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * The picture URLs in imported records, on this host (like those of stored images) and on another host. Neither
 * picture exists.
 */
const PICTURES = /^https?:\/\/(pictures\.example\.in|[^/]+\/pictures)\//;

/**
 * Serves the pictures of imported records as images of 300 by 200 pixels, or as 404 for URLs that contain `broken`.
 * @returns the requested paths, in order
 */
export async function servePictures(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route(PICTURES, async (route) => {
    const { pathname } = new URL(route.request().url());
    requested.push(pathname.replace(/^\/pictures/, ''));
    if (pathname.includes('broken')) await route.fulfill({ status: 404, body: '' });
    else await route.fulfill({ contentType: 'image/png', body: pngOf(300, 200) });
  });
  return requested;
}
