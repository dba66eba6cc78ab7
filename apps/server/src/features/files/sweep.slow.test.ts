import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '../../context.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { type Files, openFiles } from '../../platform/files/files.ts';
import { IMAGE_COLUMNS } from '../../platform/files/image-reference.ts';
import { sweepImages } from '../../platform/files/remove-images.ts';
import { erasePerson } from '../../sync/erasure/erase-person.ts';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

let test: ImageApplication;
let picture: Buffer;
let surroundings: Pick<AppContext, 'database' | 'files' | 'log' | 'now'>;

const NOW = new Date('2026-03-01T10:00:00Z');
const HOUR_MS = 3_600_000;
const MECHANIC = '65f0000000000000000000a1';
const OTHER_MECHANIC = '65f0000000000000000000a2';
const CUSTOMER = '65f0000000000000000000b1';
const PAYMENT = '65f0000000000000000000c1';

beforeAll(async () => {
  test = await createImageApplication({ now: NOW, env: { SESSION_HOURS: '168' } });
  picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
  const { database, keys, settings } = test;
  const now = () => test.clock.now;
  surroundings = { database, log: pino({ level: 'silent' }), now, files: openFiles({ settings, keys, now }) };
});
afterAll(() => test.drop());
beforeEach(async () => {
  test.clock.now = NOW;
  await test.database.pool.query('TRUNCATE files, mechanics, users, vehicle_models CASCADE');
});

const passHours = (hours: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + hours * HOUR_MS);
};
const plainPath = (url: string) => url.split('?')[0] ?? '';
const stored = async () => {
  const folders = await Promise.all(
    ['images', 'documents'].map((folder) => readdir(join(test.dataDir, 'files', folder)).catch(() => [])),
  );
  return folders.flat();
};
const isThere = async (url: string) => {
  const name = plainPath(url).split('/').at(-1) ?? '';
  const { rowCount } = await test.database.pool.query('SELECT FROM files WHERE reference = $1', [plainPath(url)]);
  const names = (await stored()).filter((file) => file.startsWith(name.slice(0, 32)));
  expect([rowCount, names.length], 'a row and its files go together').toSatisfy(
    ([rows, files]) => (rows === 1 && files === 2) || (rows === 0 && files === 0),
  );
  return rowCount === 1;
};
const show = (image: string, id = '65f0000000000000000000d1') =>
  test.database.pool.query(
    `INSERT INTO vehicle_models (id, company_name, image) VALUES ($2, 'Tata', $1) ON CONFLICT (id) DO UPDATE SET image = $1`,
    [image, id],
  );
const hide = () => test.database.pool.query('UPDATE vehicle_models SET image = NULL');
/** Returns a store that fails while a flag is set. */
const withStoreAway = (isAway: () => boolean): Files => ({
  ...surroundings.files,
  store: {
    ...surroundings.files.store,
    remove: (name) => (isAway() ? Promise.reject(new Error('away')) : surroundings.files.store.remove(name)),
  },
});

describe('[FILE-02] the sweep of unused images', () => {
  it('ends its transaction on time when the store is slow, and continues in another transaction', async () => {
    for (let made = 0; made < 3; made += 1) await test.uploaded(picture);
    passHours(24.1);
    const { store } = surroundings.files;
    const clock = performance.now.bind(performance);
    let passedMs = 0;
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passedMs);
    const remove = (name: string) => {
      passedMs += 2_000;
      return store.remove(name);
    };
    let removals = 0;
    const transaction: typeof surroundings.database.transaction = (work) =>
      surroundings.database.transaction(async (client) => {
        const before = passedMs;
        const result = await work(client);
        removals += passedMs > before ? 1 : 0;
        return result;
      });
    try {
      const files = { ...surroundings.files, store: { ...store, remove } };
      const database = { ...surroundings.database, transaction };
      expect(await sweepImages({ ...surroundings, database, files })).toBe(3);
    } finally {
      watch.mockRestore();
    }
    expect([removals, await stored()]).toEqual([3, []]);
  });

  it('removes an image that was never saved, but only after one day', async () => {
    const url = await test.uploaded(picture);
    passHours(23.9);
    expect(await sweepImages(surroundings)).toBe(0);
    expect(await isThere(url)).toBe(true);
    passHours(0.2);
    expect(await sweepImages(surroundings)).toBe(1);
    expect(await isThere(url)).toBe(false);
  });

  it('keeps an image while a record refers to it and for one day afterwards', async () => {
    const url = await test.uploaded(picture);
    await show(url);
    passHours(100);
    await sweepImages(surroundings);
    await hide();
    await sweepImages(surroundings);
    passHours(23);
    await sweepImages(surroundings);
    expect(await isThere(url)).toBe(true);
    passHours(2);
    await sweepImages(surroundings);
    expect(await isThere(url)).toBe(false);
  });

  it('keeps an image that was saved in a record since the last sweep', async () => {
    const url = await test.uploaded(picture);
    passHours(25);
    await show(url);
    expect(await sweepImages(surroundings)).toBe(0);
    expect(await isThere(url)).toBe(true);
  });

  it('continues after a full batch and after an image that it cannot remove, and retries that image', async () => {
    for (let count = 0; count < 45; count += 1) await test.uploaded(picture);
    passHours(25);
    let calls = 0;
    const files = withStoreAway(() => {
      calls += 1;
      return calls % 10 === 0;
    });
    const removed = await sweepImages({ ...surroundings, files });
    expect(removed).toBeGreaterThan(30);
    expect(removed).toBeLessThan(45);
    expect(await sweepImages(surroundings)).toBe(45 - removed);
    expect((await test.database.pool.query('SELECT FROM files')).rowCount).toBe(0);
  });

  it('removes a row whose files do not exist', async () => {
    const url = await test.uploaded(picture);
    await surroundings.files.store.remove(url.slice('/files/'.length));
    await surroundings.files.store.remove(url.slice('/files/'.length).replace('.webp', '-thumbnail.webp'));
    passHours(25);
    expect(await sweepImages(surroundings)).toBe(1);
  });

  it('removes a file left incomplete by a power failure', async () => {
    await test.uploaded(picture);
    const left = join(test.dataDir, 'files/images', `${'a'.repeat(32)}.webp.12345678.part`);
    await writeFile(left, 'RIFF');
    await utimes(left, NOW, NOW);
    passHours(25);
    await sweepImages(surroundings);
    expect((await stored()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('[RUN-04] runs on one node at a time', async () => {
    await test.uploaded(picture);
    passHours(25);
    await test.database.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.imageSweep]);
      expect(await sweepImages(surroundings)).toBe(0);
    });
    const counts = await Promise.all([sweepImages(surroundings), sweepImages(surroundings)]);
    expect(counts.toSorted()).toEqual([0, 1]);
  });

  it('checks every column that can contain an image', async () => {
    const { rows } = await test.database.pool.query<{ table: string; column: string }>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'text' AND column_name ~ 'image|photo|picture|screenshot|card|logo|icon'`,
    );
    const found = rows.map(({ table, column }) => `${table}.${column}`);
    expect(found.toSorted()).toEqual(IMAGE_COLUMNS.map((names) => names.join('.')).toSorted());
  });
});

describe('[USER-06, MECH-13] erasing a person', () => {
  const hire = (id: string, photo: string, card: string) =>
    test.database.pool.query(
      `INSERT INTO mechanics (id, name, status, profile_photo, aadhaar_card) VALUES ($1, 'Irfan', 'approve', $2, $3)`,
      [id, plainPath(photo), plainPath(card)],
    );
  const erase = (id: string) => test.call('DELETE', `/mechanic/deletemechnic/${id}`, { token: test.token });

  it('removes the documents of a mechanic immediately, except those that another record refers to', async () => {
    const [photo, card] = [await test.uploaded(picture, 'document'), await test.uploaded(picture, 'document')];
    await hire(MECHANIC, photo, card);
    await hire(OTHER_MECHANIC, photo, 'https://example.in/card.png');
    expect((await erase(MECHANIC)).status).toBe(200);
    expect([await isThere(photo), await isThere(card)]).toEqual([true, false]);
    expect((await test.show(card)).status).toBe(404);
    expect((await erase(OTHER_MECHANIC)).status).toBe(200);
    expect(await isThere(photo)).toBe(false);
  });

  it('removes the screenshots of a customer', async () => {
    const screenshot = await test.uploaded(picture, 'document');
    await test.database.pool.query(`INSERT INTO users (id, name) VALUES ($1, 'Ravi')`, [CUSTOMER]);
    await test.database.pool.query(
      `INSERT INTO payments (id, customer_id, amount_paise, status, screenshot) VALUES ($1, $2, 100, 'paid', $3)`,
      [PAYMENT, CUSTOMER, plainPath(screenshot)],
    );
    await test.call('DELETE', `/user/deleteuser/${CUSTOMER}`, { token: test.token });
    expect(await isThere(screenshot)).toBe(false);
  });

  it('succeeds while the store fails, and the next sweep removes the images without waiting a day', async () => {
    const card = await test.uploaded(picture, 'document');
    await hire(MECHANIC, card, card);
    const actor = { id: null, email: null, address: null, requestId: null };
    const { settings } = test;
    await erasePerson(
      { ...surroundings, settings, actor, files: withStoreAway(() => true) },
      'mechanics',
      MECHANIC,
    );
    expect(await isThere(card)).toBe(true);
    await sweepImages(surroundings);
    expect(await isThere(card)).toBe(false);
  });

  it('keeps their images when it is rolled back', async () => {
    const card = await test.uploaded(picture, 'document');
    await hire(MECHANIC, card, card);
    expect((await erase('65f00000000000000000dead')).status).toBe(404);
    passHours(1);
    await sweepImages(surroundings);
    expect(await isThere(card)).toBe(true);
  });
});
