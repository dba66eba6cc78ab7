import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '../../start-error.ts';
import { fileDatabase } from '../../testing/file-database.ts';
import { openDataKeys } from './data-keys.ts';

const test = fileDatabase();
const PLACE = { table: 'mechanics', id: '65f000000000000000000001', column: 'bank_upi_id' };
let folder: string;

/** Returns the SQL block in docs/operations.md that begins with this text. */
async function documented(words: string): Promise<string> {
  const page = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  return (
    page
      .split('```sql\n')
      .find((block) => block.startsWith(words))
      ?.split('```')[0] ?? 'not documented'
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-keys-'));
});
beforeEach(async () => {
  await test.database.pool.query(await documented('DELETE FROM data_keys'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open = (dataKey: Buffer | null, dataDir = folder) => openDataKeys(test.database, { dataKey, dataDir });
const failureOf = (opening: Promise<unknown>) => opening.then(() => null).catch((error: unknown) => error);

describe('[PRIV-01] the data keys of a database', () => {
  it('come from DATA_KEY on every node, and are never stored in the database', async () => {
    const secret = randomBytes(32);
    const [one, other] = await Promise.all([open(secret), open(secret)]);
    const stored = await test.database.transaction((client) => one.encrypt(client, 'asha@upi', PLACE));
    expect(await other.decrypt(stored, PLACE)).toBe('asha@upi');
    await expect(other.decrypt(stored, { ...PLACE, id: 'x' })).rejects.toThrow('cannot be decrypted');
    await expect(other.decrypt('asha@upi', PLACE)).rejects.toThrow('no known key');
    const { rows } = await test.database.pool.query('SELECT row_to_json(k)::text AS row FROM data_keys AS k');
    expect(rows).toHaveLength(1);
    for (const text of [secret.toString('base64'), secret.toString('hex')])
      expect(String(rows[0].row)).not.toContain(text);
  });

  it('are replaced with the documented statements, which also remove the links of the chains', async () => {
    await open(randomBytes(32));
    await test.database.pool.query(await documented('DELETE FROM data_keys'));
    await test.database.pool.query(await documented('ALTER TABLE chain_links'));
    await open(randomBytes(32));
    expect((await test.database.pool.query('SELECT FROM chain_links')).rowCount).toBe(0);
  });

  it('prevent startup with a one-line error when DATA_KEY does not match', async () => {
    await open(randomBytes(32));
    const failure = await failureOf(open(randomBytes(32)));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/^StartError: DATA_KEY does not match the data[^\n]+\.$/);
  });

  it('are in a file that only the operating system account can read and that only the first start creates', async () => {
    const [one, other] = await Promise.all([open(null), open(null)]);
    const path = join(folder, 'data-key');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    const stored = await test.database.transaction((client) => one.encrypt(client, 'asha@upi', PLACE));
    expect(await other.decrypt(stored, PLACE)).toBe('asha@upi');
    const elsewhere = join(folder, 'elsewhere');
    expect(String(await failureOf(open(null, elsewhere)))).toMatch(
      /The key file \S+data-key is missing or does not match the data[^\n]+\.$/,
    );
    expect(await failureOf(stat(elsewhere))).toMatchObject({ code: 'ENOENT' });
  });
});
