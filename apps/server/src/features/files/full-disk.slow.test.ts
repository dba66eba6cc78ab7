import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';
import { type SmallDisk, smallDisk } from '../../testing/small-disk.ts';

const mounted = smallDisk(8);
let disk: SmallDisk;
let test: ImageApplication;
let picture: Buffer;

beforeAll(async () => {
  if (typeof mounted === 'string') return;
  disk = mounted;
  test = await createImageApplication({ env: { DATA_DIR: disk.path } });
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
beforeEach(({ skip }) => {
  if (typeof mounted === 'string') skip(mounted);
});
afterAll(async () => {
  if (typeof mounted === 'string') return;
  await test.drop();
  disk.remove();
});

it('[OWN-12] an upload on a full disk is rejected with the cause, leaves no partial file, and succeeds when there is space', async () => {
  expect((await test.upload(picture)).status).toBe(200);
  const files = () => readdirSync(join(disk.path, 'files', 'images')).length;
  const before = files();
  disk.fill();
  for (let count = 0; count < 3; count += 1)
    expect(await test.upload(picture)).toEqual({
      status: 503,
      body: {
        status: false,
        message: 'The disk for uploaded files is full. Nothing was saved. Free some space, then try again.',
      },
    });
  expect(files()).toBe(before);
  expect(test.logged().match(/"cause":"files_disk_full"/g)).toHaveLength(1);
  expect((await test.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  disk.free();
  expect((await test.upload(picture)).status).toBe(200);
});
