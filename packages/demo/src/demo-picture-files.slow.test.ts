import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStore } from '../../../apps/server/src/platform/files/image-store.ts';
import { createTestDatabase, type TestDatabase } from '../../../apps/server/src/testing/test-database.ts';
import { DEMO_PICTURES, drawDemoPictures, writeDemoPictureRows } from './demo-picture-files.ts';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'wayside-pictures-'));
});
afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = (reference: string) => reference.slice('/files/'.length);

describe('demo images', () => {
  it('are not drawn without demo data', async () => {
    expect(await drawDemoPictures(test.database, createDiskStore(join(folder, 'none')))).toBe(0);
  });

  it('[RUN-04] are drawn once on each node if its store does not contain them', async () => {
    await test.database.pool.query(
      `INSERT INTO sos_services (id, image) SELECT lpad(number::text, 24, '0'), image
       FROM unnest($1::text[]) WITH ORDINALITY AS pictures(image, number)`,
      [DEMO_PICTURES.map(({ reference }) => reference)],
    );
    await test.database.transaction((client) => writeDemoPictureRows(client, new Date()));
    for (const node of ['one', 'two']) {
      const store = createDiskStore(join(folder, node));
      expect(await drawDemoPictures(test.database, store)).toBe(DEMO_PICTURES.length);
      expect(await drawDemoPictures(test.database, store)).toBe(0);
    }
  });

  it('are not drawn again after they are deleted', async () => {
    const [picture] = DEMO_PICTURES;
    const store = createDiskStore(join(folder, 'three'));
    await test.database.pool.query('DELETE FROM files WHERE reference = $1', [picture?.reference]);
    expect(await drawDemoPictures(test.database, store)).toBe(DEMO_PICTURES.length - 1);
    expect(await store.get(nameOf(picture?.reference ?? ''))).toBeNull();
  });

  it('have the size recorded in their rows and visible content', async () => {
    const store = createDiskStore(join(folder, 'one'));
    for (const { reference, width, height } of DEMO_PICTURES) {
      const image = sharp((await store.get(nameOf(reference))) ?? Buffer.alloc(0));
      expect(await image.metadata()).toMatchObject({ format: 'webp', width, height });
      const { channels } = await image.stats();
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
    }
  });

  it('have unique references', () => {
    expect(new Set(DEMO_PICTURES.map(({ reference }) => reference)).size).toBe(DEMO_PICTURES.length);
  });
});
