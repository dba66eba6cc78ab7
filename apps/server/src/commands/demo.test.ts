import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type DemoContext, run } from './demo.ts';

let test: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'wayside-demo-'));
});
afterAll(async () => {
  await test.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
});

function context(databaseUrl: string | null = null): DemoContext {
  const sink = { write: (text: string) => said.push(text) };
  const settings = {
    databaseUrl,
    dataDir,
    objectStorage: null,
    settlementProfiles: null,
    host: '127.0.0.1',
    port: 3000,
  };
  const { signal: stopped } = new AbortController();
  return {
    database: test.database,
    owner: test.database,
    keys: test.keys,
    settings,
    stopped,
    stdout: sink,
    stderr: sink,
  };
}

describe('[RUN-01] npm run demo', () => {
  it.each([
    [['--bookings', '99'], '--bookings must be a whole number from 100 to 16000000, not "99".'],
    [['--bookings', '1e6'], '--bookings must be a whole number from 100 to 16000000, not "1e6".'],
    [['--seed', 'x'], '--seed must be a whole number from 0 to 4294967295, not "x".'],
    [['--sead', '1'], 'npm run demo -- [--bookings N] [--seed S]'],
    [['--pace', '2'], '--pace requires --live.'],
    [['--live', '--pace', '0'], '--pace must be a whole number from 1 to 1000, not "0".'],
    [['1000'], 'npm run demo -- [--bookings N] [--seed S]'],
  ])('rejects %j with an explanation', async (args, sentence) => {
    await expect(run(args, context())).rejects.toThrow(sentence);
    expect((await test.database.pool.query('SELECT 1 FROM users')).rowCount).toBe(0);
  });

  it('creates the demo data, prints progress and counts, accepts the same demo again and rejects a different one', async () => {
    expect(await run(['--bookings', '200', '--seed', '5'], context())).toBe(0);
    expect(said.join('')).toMatch(/100 %\nFilled in \d+\.\d s: .*201 bookings, .* payments, .*\.\n$/s);
    said.length = 0;
    expect(await run(['--bookings', '200', '--seed', '5'], context())).toBe(0);
    expect(said.join('')).toBe('This demo already exists (200 bookings, seed 5); nothing was added.\n');
    await expect(run(['--seed', '5'], context())).rejects.toThrow(
      `This database already contains demo data (200 bookings, seed 5); nothing was added. To start over, stop Wayside and remove ${dataDir}`,
    );
  });

  it('creates one demo when it runs twice concurrently, and the second run ends when the demo is complete', async () => {
    const own = await createTestDatabase();
    const both = { ...context(), database: own.database, owner: own.database, keys: own.keys };
    const settlements = async () => (await own.database.pool.query('SELECT FROM settlement_files')).rowCount;
    const atTheEnd = await Promise.all(
      [1, 2].map(async () => {
        await run(['--bookings', '200', '--seed', '5'], both);
        return settlements();
      }),
    );
    const all = await settlements();
    expect(all).toBeGreaterThan(0);
    expect(atTheEnd).toEqual([all, all]);
    expect(said.filter((text) => text.startsWith('Filled in'))).toHaveLength(1);
    expect(said.at(-1)).toBe('This demo already exists (200 bookings, seed 5); nothing was added.\n');
    await own.drop();
  });

  it('[MECH-07] draws the images of its records', async () => {
    const { rows } = await test.database.pool.query<{ reference: string; size: number }>(
      `SELECT DISTINCT reference, byte_size AS size FROM files JOIN (
         SELECT image FROM services UNION ALL SELECT image FROM vehicle_models UNION ALL SELECT screenshot FROM payments
         UNION ALL SELECT unnest(ARRAY[profile_photo, aadhaar_card, shop_photo]) FROM mechanics) AS held(image) ON image = reference`,
    );
    expect(rows.length).toBeGreaterThan(20);
    const stored = [
      ...(await readdir(join(dataDir, 'files/images'))),
      ...(await readdir(join(dataDir, 'files/documents'))),
    ];
    for (const { reference, size } of rows) {
      expect(stored).toContain(reference.split('/').at(-1));
      expect(size).toBeGreaterThan(0);
    }
  });

  it('does not change business records, and explains how to start again', async () => {
    await test.database.pool.query("DELETE FROM business_settings WHERE name = 'demo'");
    await expect(run([], context('postgres://books.example/wayside'))).rejects.toThrow(
      'This database contains real business records, so demo data cannot be added. To start over, set DATABASE_URL to an empty database.',
    );
  });
});
