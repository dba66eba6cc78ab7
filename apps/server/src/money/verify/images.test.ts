import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedNames } from '../../platform/files/image-reference.ts';
import { createDiskStore } from '../../platform/files/image-store.ts';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { images } from './files.ts';

let test: ImageApplication;
let picture: Buffer;

const YESTERDAY = new Date(Date.now() - 86_400_000);
const MECHANIC = '65f0000000000000000000a1';

beforeAll(async () => {
  test = await createImageApplication({ now: YESTERDAY });
  picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});
afterAll(() => test.drop());

const store = () => createDiskStore(join(test.dataDir, 'files'));
beforeEach(async () => {
  for await (const { name } of store().list()) await store().remove(name);
  await test.database.pool.query('TRUNCATE files, mechanics CASCADE');
});

const verify = () => verifyIntegrity(test.database, [images], test.settings);
const leave = async (name: string, at: Date) => {
  await store().put(name, Buffer.from('x'));
  await utimes(join(test.dataDir, 'files', name), at, at);
};

describe('[SECU-05] the integrity check of images', () => {
  it('accepts images with a row, a file and a thumbnail', async () => {
    await test.uploaded(picture);
    await test.uploaded(picture, 'document');
    expect(await verify()).toEqual({
      isValid: true,
      lines: ['Images: 2 images, each with its row and its files'],
      issues: [],
    });
  });

  it('reports a missing file and a missing thumbnail', async () => {
    const { whole, thumbnail } = storedNames(await test.uploaded(picture));
    await store().remove(thumbnail);
    expect((await verify()).issues).toEqual([`${thumbnail}: its row exists, its file does not`]);
    await store().remove(whole);
    const { isValid, lines } = await verify();
    expect(isValid).toBe(false);
    expect(lines).toEqual([
      'Images: 1 image, 2 issues',
      `  ${whole}: its row exists, its file does not`,
      `  ${thumbnail}: its row exists, its file does not`,
    ]);
  });

  it('reports a file without a row unless it is recent enough to be an upload in progress', async () => {
    const orphan = `documents/${'a'.repeat(32)}.webp`;
    await leave(orphan, YESTERDAY);
    await leave(`documents/${'b'.repeat(32)}.webp`, new Date());
    await writeFile(join(test.dataDir, 'files/documents/c.webp.part'), '');
    await utimes(join(test.dataDir, 'files/documents/c.webp.part'), YESTERDAY, YESTERDAY);
    expect((await verify()).issues.toSorted()).toEqual([
      `${orphan}: a file without a row`,
      'documents/c.webp.part: a file without a row',
    ]);
  });

  it('reports a record that refers to a missing image, and ignores images of other hosts', async () => {
    await test.database.pool.query(
      `INSERT INTO mechanics (id, name, aadhaar_card, shop_photo) VALUES ($1, 'Irfan', $2, 'https://example.in/files/images/a.webp')`,
      [MECHANIC, `/files/documents/${'d'.repeat(32)}.webp`],
    );
    const { isValid, issues } = await verify();
    expect(isValid).toBe(false);
    expect(issues).toEqual([`mechanics ${MECHANIC}: its aadhaar_card is an image that does not exist`]);
  });
});

describe('[PRIV-05] the integrity check of images on a live system', () => {
  /** Runs `change` after the check has listed the files and before it reads their rows. */
  async function verifyAround(change: () => Promise<unknown>) {
    const issues: string[] = [];
    await test.database.transaction(async (client) => {
      const query = client.query.bind(client);
      let isChanged = false;
      const between = async (...values: Parameters<typeof query>) => {
        if (!isChanged) {
          isChanged = true;
          await change();
        }
        return query(...values);
      };
      for await (const issue of images.findIssues({
        client: Object.assign(Object.create(client), { query: between }),
        settings: test.settings,
        keys: test.keys,
      }))
        issues.push(issue);
    });
    return issues;
  }

  it('accepts an image that is uploaded during a run of any length', async () => {
    const issues = await verifyAround(async () => {
      for (const name of Object.values(storedNames(await test.uploaded(picture))))
        await utimes(join(test.dataDir, 'files', name), YESTERDAY, YESTERDAY);
    });
    expect(issues).toEqual([]);
  });

  it('accepts an image that is removed during the run', async () => {
    const reference = await test.uploaded(picture);
    const issues = await verifyAround(async () => {
      for (const name of Object.values(storedNames(reference))) await store().remove(name);
      await test.database.pool.query('DELETE FROM files WHERE reference = $1', [reference]);
    });
    expect(issues).toEqual([]);
  });

  it('accepts an image while its removal is in progress', async () => {
    const reference = await test.uploaded(picture);
    const removing = await test.database.pool.connect();
    await removing.query('BEGIN');
    await removing.query('SELECT FROM files WHERE reference = $1 FOR UPDATE', [reference]);
    for (const name of Object.values(storedNames(reference))) await store().remove(name);
    expect(await verifyAround(async () => undefined)).toEqual([]);
    await removing.query('ROLLBACK');
    removing.release();
    // Simulates a removal that was rolled back after the bytes were deleted.
    expect(await verifyAround(async () => undefined)).toHaveLength(2);
  });
});
