import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { run } from './key.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => test.database.pool.query('TRUNCATE service_keys CASCADE'));

async function key(...words: string[]): Promise<string[]> {
  let said = '';
  const stdout = { write: (text: string) => (said += text) };
  expect(await run(words, { database: test.database, stdout })).toBe(0);
  return said.trimEnd().split('\n');
}

const entries = async () =>
  (
    await test.database.pool.query<{ action: string }>("SELECT action FROM activity WHERE entity = 'service_key'")
  ).rows
    .map(({ action }) => action)
    .slice(-1);

describe('[SYNC-06] npm run key', () => {
  it('prints a new key alone on its last line, and stores nothing that grants access', async () => {
    const lines = await key('create', 'Main app', '--scope', 'bookings, payments', '--days', '30');
    const made = lines.at(-1) ?? '';
    expect(made).toMatch(/^wsk_[A-Za-z0-9_-]{43}$/);
    expect(lines[0]).toMatch(/^The service key Main app has the scopes bookings, payments and expires \d{4}-/);
    const { rows } = await test.database.pool.query('SELECT to_jsonb(k)::text AS row FROM service_keys AS k');
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(made.slice(14));
    expect(await entries()).toEqual(['created']);
  });

  it('lists keys by prefix', async () => {
    expect(await key('list')).toEqual(['There is no service key.']);
    const made = (await key('create', 'app', '--scope', 'changes')).at(-1) ?? '';
    expect(await key('list')).toEqual([
      `${made.slice(0, 12)}…  valid  app  changes  never expires  last used never`,
    ]);
  });

  it('revokes all keys with a name, or one key by its prefix', async () => {
    const [first] = [(await key('create', 'app', '--scope', 'bookings')).at(-1) ?? ''];
    await key('create', 'app', '--scope', 'bookings');
    await expect(key('create', 'app', '--scope', 'bookings')).rejects.toThrow(
      'There are already two valid keys named app.',
    );
    expect(await key('revoke', first.slice(0, 12))).toEqual(['1 key revoked.']);
    expect(await entries()).toEqual(['revoked']);
    await key('create', 'app', '--scope', 'bookings');
    expect(await key('revoke', 'app')).toEqual(['2 keys revoked.']);
    expect(await key('revoke', 'app')).toEqual(['It was already revoked.']);
    await expect(key('revoke', 'nobody')).rejects.toThrow('There is no service key named "nobody".');
  });

  it.each([
    [[]],
    [['create']],
    [['create', 'app']],
    [['create', 'app', 'more', '--scope', 'bookings']],
    [['create', 'app', '--scope', 'everything']],
    [['create', 'app', '--scope', '']],
    [['create', ' ', '--scope', 'bookings']],
    [['create', 'x'.repeat(61), '--scope', 'bookings']],
    [['create', 'app', '--scope', 'bookings', '--days', '0']],
    [['create', 'app', '--scope', 'bookings', '--days', '1.5']],
    [['create', 'app', '--scope', 'bookings', '--unknown', '1']],
    [['list', 'app']],
    [['revoke']],
    [['rotate', 'app']],
  ])('rejects %j with a list of valid values', async (words) => {
    await expect(key(...words)).rejects.toThrow('npm run key -- create NAME --scope bookings,payments [--days N]');
    expect((await test.database.pool.query('SELECT FROM service_keys')).rowCount).toBe(0);
  });
});
