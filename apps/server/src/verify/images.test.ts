import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { diskStore } from '../files/disk-store.ts';
import { storedNames } from '../files/image-reference.ts';
import { createImageApplication, type ImageApplication } from '../testing/image-application.ts';
import { proveAll } from './check-integrity.ts';
import { images } from './images.ts';

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

const store = () => diskStore(join(test.dataDir, 'files'));
beforeEach(async () => {
  for await (const { name } of store().list()) await store().remove(name);
  await test.database.pool.query('TRUNCATE files, mechanics CASCADE');
});

async function verify() {
  const lines: string[] = [];
  const options = { settings: test.settings, tell: (line: string) => void lines.push(line.trim()) };
  return { isWhole: await proveAll(test.database, [images], options), lines };
}
const leave = async (name: string, at: Date) => {
  await store().put(name, Buffer.from('x'));
  await utimes(join(test.dataDir, 'files', name), at, at);
};

describe('[SECU-05] the images', () => {
  it('are whole when each has its row, its file and its thumbnail', async () => {
    await test.uploaded(picture);
    await test.uploaded(picture, 'document');
    expect(await verify()).toEqual({
      isWhole: true,
      lines: ['Images: 2 images, each with its row and its files'],
    });
  });

  it('are named where a file or a thumbnail is gone', async () => {
    const { whole, thumbnail } = storedNames(await test.uploaded(picture));
    await store().remove(thumbnail);
    expect((await verify()).lines.slice(1)).toEqual([`${thumbnail}: its row is there, its file is not`]);
    await store().remove(whole);
    const { isWhole, lines } = await verify();
    expect(isWhole).toBe(false);
    expect(lines).toEqual([
      'Images: 1 image, 2 problems',
      `${whole}: its row is there, its file is not`,
      `${thumbnail}: its row is there, its file is not`,
    ]);
  });

  it('are named where a file belongs to nothing, but not while it may be uploaded', async () => {
    const orphan = `documents/${'a'.repeat(32)}.webp`;
    await leave(orphan, YESTERDAY);
    await leave(`documents/${'b'.repeat(32)}.webp`, new Date());
    await writeFile(join(test.dataDir, 'files/documents/c.webp.part'), '');
    await utimes(join(test.dataDir, 'files/documents/c.webp.part'), YESTERDAY, YESTERDAY);
    expect((await verify()).lines.slice(1).toSorted()).toEqual([
      `${orphan}: a file without a row`,
      'documents/c.webp.part: a file without a row',
    ]);
  });

  it('are named where a record shows one that is not there; an image elsewhere is none of ours', async () => {
    await test.database.pool.query(
      `INSERT INTO mechanics (id, name, aadhaar_card, shop_photo) VALUES ($1, 'Irfan', $2, 'https://example.in/files/images/a.webp')`,
      [MECHANIC, `/files/documents/${'d'.repeat(32)}.webp`],
    );
    const { isWhole, lines } = await verify();
    expect(isWhole).toBe(false);
    expect(lines.slice(1)).toEqual([`mechanics ${MECHANIC}: its aadhaar_card is an image that is not here`]);
  });
});

describe('[PRIV-05] on a live system', () => {
  /** What `change` does happens after the files were listed and before their rows are read. */
  async function verifyAround(change: () => Promise<unknown>) {
    const lines: string[] = [];
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
      for await (const problem of images.prove({
        client: Object.assign(Object.create(client), { query: between }),
        settings: test.settings,
      }))
        lines.push(problem);
    });
    return lines;
  }

  it('an image that was uploaded meanwhile is no problem, however long the run takes', async () => {
    const seen = await verifyAround(async () => {
      for (const name of Object.values(storedNames(await test.uploaded(picture))))
        await utimes(join(test.dataDir, 'files', name), YESTERDAY, YESTERDAY);
    });
    expect(seen).toEqual([]);
  });

  it('an image that was removed meanwhile is no problem', async () => {
    const reference = await test.uploaded(picture);
    const seen = await verifyAround(async () => {
      for (const name of Object.values(storedNames(reference))) await store().remove(name);
      await test.database.pool.query('DELETE FROM files WHERE reference = $1', [reference]);
    });
    expect(seen).toEqual([]);
  });

  it('an image that is just being removed is no problem', async () => {
    const reference = await test.uploaded(picture);
    const removing = await test.database.pool.connect();
    await removing.query('BEGIN');
    await removing.query('SELECT FROM files WHERE reference = $1 FOR UPDATE', [reference]);
    for (const name of Object.values(storedNames(reference))) await store().remove(name);
    expect(await verifyAround(async () => undefined)).toEqual([]);
    await removing.query('ROLLBACK');
    removing.release();
    // It was not removed after all, and its bytes are gone.
    expect(await verifyAround(async () => undefined)).toHaveLength(2);
  });
});
