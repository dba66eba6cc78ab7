import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { thumbnailOf } from '@wayside/contract/files';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { checkImageStore } from '../../platform/files/files.ts';
import { createObjectStore } from '../../platform/files/object-store.ts';
import { readSettings } from '../../settings.ts';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';
import { startObjectStorage, type TestObjectStorage } from '../../testing/object-storage.ts';

let storage: TestObjectStorage;
let test: ImageApplication;
let picture: Buffer;

beforeAll(async () => {
  storage = await startObjectStorage();
  test = await createImageApplication({ env: storage.env });
  picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await test.drop();
  await storage.stop();
});
afterEach(() => {
  storage.failWith = null;
});

const settingsWith = (env: Record<string, string>) => readSettings({ ...storage.env, ...env });

describe('[FILE-03] images in object storage', () => {
  it('are written, read and deleted only there', async () => {
    const url = await test.uploaded(picture);
    const name = url.replace('/files', '');
    expect(storage.requests).toContain(`PUT ${name}`);
    expect(existsSync(join(test.dataDir, 'files'))).toBe(false);
    const shown = await test.show(url);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 30 });
    expect(shown.headers['cache-control']).toContain('immutable');
    expect((await test.show(thumbnailOf(url))).status).toBe(200);
    expect((await test.remove(url)).status).toBe(200);
    expect(storage.requests).toContain(`DELETE ${name}`);
    expect((await test.show(url)).status).toBe(404);
    expect((await test.remove(url)).status).toBe(200);
  });

  it('[RUN-04] are served by every node, including documents with a link from another node', async () => {
    const { database } = test;
    const other = await buildApp({
      settings: test.settings,
      database,
      keys: test.keys,
      log: pino({ level: 'silent' }),
    });
    const [image, document] = [await test.uploaded(picture), await test.uploaded(picture, 'document')];
    for (const url of [image, document]) expect((await other.inject({ url })).statusCode).toBe(200);
    const forged = document.replace(/signature=.*/, 'signature=x');
    expect((await other.inject({ url: forged })).statusCode).toBe(403);
    await other.close();
  });

  it('are listed over several responses, each image with its write time', async () => {
    if (test.settings.objectStorage === null) throw new Error('it has no object storage');
    const store = createObjectStore(test.settings.objectStorage, 3);
    const names = [0, 1, 2, 3, 4, 5, 6].flatMap((index) =>
      ['images', 'documents'].map((folder) => `${folder}/${String(index).padStart(32, '0')}.webp`),
    );
    for (const name of [...names, 'external/a.webp']) await store.put(name, Buffer.from('x'));
    const found: string[] = [];
    for await (const { name, writtenAt } of store.list()) {
      found.push(name);
      expect(writtenAt.getTime()).toBeGreaterThan(Date.now() - 600_000);
    }
    expect(found).toEqual(expect.arrayContaining(names));
    expect(found).not.toContain('external/a.webp');
    expect(new Set(found).size).toBe(found.length);
    for (const name of names) await store.remove(name);
    expect(await store.has(names[0] ?? '')).toBe(false);
  });

  it('return 503 with a message while the storage fails, and all other calls still work', async () => {
    const url = await test.uploaded(picture);
    storage.failWith = 500;
    const rejected = await test.upload(picture);
    expect(rejected).toMatchObject({
      status: 503,
      body: { status: false, message: 'The image could not be stored. Please try again shortly.' },
    });
    const unread = await test.show(url);
    expect([unread.status, unread.message]).toEqual([
      503,
      'The image cannot be reached. Please try again shortly.',
    ]);
    expect(unread.headers['retry-after']).toBe('10');
    expect((await test.call('GET', '/admin/ownprofile', { token: test.token })).status).toBe(200);
    expect((await test.remove(url)).status).toBe(503);
    storage.failWith = null;
    expect((await test.show(url)).status).toBe(200);
    expect((await test.remove(url)).status).toBe(200);
    expect(test.logged()).not.toMatch(/Signature=|S3RVER/);
  });
});

describe('[RUN-02] the settings of object storage', () => {
  const log = pino({ level: 'silent' });
  it('are accepted when they are valid', async () => {
    await expect(checkImageStore(test.settings, log)).resolves.toBeUndefined();
  });

  it.each([
    [{ S3_BUCKET: 'another' }, 'S3_BUCKET must be a bucket that exists, and is "another".'],
    [
      { S3_SECRET_ACCESS_KEY: 'wrong' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be allowed to use the bucket: the storage refuses them.',
    ],
    [
      { S3_REGION: 'eu-west-1' },
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be allowed to use the bucket: the storage refuses them.',
    ],
  ])('prevent startup with a one-line error: %j', async (env, sentence) => {
    await expect(checkImageStore(settingsWith(env), log)).rejects.toThrow(sentence);
  });

  it('do not prevent startup when the storage is unreachable', async () => {
    await expect(
      checkImageStore(settingsWith({ S3_ENDPOINT: 'http://127.0.0.1:9' }), log),
    ).resolves.toBeUndefined();
    storage.failWith = 503;
    await expect(checkImageStore(test.settings, log)).resolves.toBeUndefined();
  });
});
