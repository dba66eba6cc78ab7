import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { callProgram, fetchToken } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';

const programs = programsUnderTest();
let dataDir: string;
let backup: string;
let record: string;

beforeAll(() => {
  [dataDir, backup, record] = [
    programs.path('data'),
    programs.path('before.backup'),
    programs.path('data/erasures.ndjson'),
  ];
});

async function start() {
  const program = programs.start();
  const address = await program.ready();
  const headers = { token: await fetchToken(address, PASSWORD) };
  return {
    program,
    call: (method: string, path: string) => callProgram(address, [method, path], headers),
  };
}
const command = async (...words: string[]) => (await programs.run(words)).code;

/** Returns the names of people and the problem texts of their bookings. */
async function personal(ids: readonly string[]): Promise<(string | null)[]> {
  const client = await connectTo(dataDir);
  const { rows } = await client.query<{ text: string | null }>(
    `SELECT name AS text FROM users WHERE id = ANY ($1) UNION ALL SELECT name FROM mechanics WHERE id = ANY ($1)
     UNION ALL SELECT DISTINCT problem FROM bookings WHERE customer_id = ANY ($1) AND kind = 'emergency'`,
    [ids],
  );
  await client.end();
  return rows.map(({ text }) => text);
}

describe('[PRIV-06] a backup made before an erasure', { timeout: 300_000 }, () => {
  const people: string[] = [];

  it('does not contain the erasure record, and a restore keeps that record and repeats the erasures', async () => {
    const first = await start();
    expect(await command('demo', '--bookings', '500')).toBe(0);
    const client = await connectTo(dataDir);
    const found = await client.query<{ id: string }>(
      `(SELECT customer_id AS id FROM bookings AS b JOIN users AS u ON u.id = customer_id AND u.record_state = 'full'
        WHERE problem IS NOT NULL LIMIT 1)
       UNION ALL (SELECT m.id FROM mechanics AS m JOIN mechanic_balances AS s ON s.mechanic_id = m.id
        WHERE record_state = 'full' AND balance_paise > 0 AND bank_account_number IS NOT NULL LIMIT 1)`,
    );
    await client.end();
    people.push(...found.rows.map(({ id }) => id));
    expect(people).toHaveLength(2);
    const [customer, mechanic] = people;
    const before = await personal(people);
    expect(before.every((text) => text !== null)).toBe(true);
    expect(await command('backup', backup)).toBe(0);
    expect((await first.call('DELETE', `/user/deleteuser/${customer}`)).status).toBe(200);
    expect((await first.call('DELETE', `/mechanic/deletemechnic/${mechanic}`)).status).toBe(200);
    const after = await personal(people);
    expect(after.every((text) => text === null)).toBe(true);
    const remembered = await readFile(record, 'utf8');
    for (const id of people) expect(remembered).toContain(id);
    expect(await first.program.stop()).toBe(0);
    expect(gunzipSync(await readFile(backup)).toString()).not.toContain('erasures.ndjson');

    expect(await command('restore', backup)).toBe(0);
    expect(await readFile(record, 'utf8')).toBe(remembered);
    expect(await readdir(dataDir)).toContain('erasures.ndjson');
    const restored = await start();
    expect(await personal(people)).toEqual(after);
    expect((await restored.call('GET', `/admin/users/${customer}`)).status).toBe(404);
    const owed = await restored.call('GET', '/admin/payouts/erasures?limit=100');
    const kept = owed.body.data.find(({ _id }: { _id: string }) => _id === mechanic);
    expect(before).toContain(kept?.name);
    const log = await restored.call('GET', `/admin/activity?entity=user&id=${customer}`);
    expect(log.body.data[0]).toMatchObject({ action: 'deleted', entityName: null });
    expect(await restored.program.stop()).toBe(0);
    expect(await command('verify')).toBe(0);
  });

  it('is restored without the erased person even if the program was killed before it recorded the erasure, because the next start completes the record', async () => {
    const { program, call } = await start();
    const client = await connectTo(dataDir);
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM users WHERE record_state = 'full' AND name IS NOT NULL ORDER BY id LIMIT 1`,
    );
    await client.end();
    const [{ id } = { id: '' }] = rows;
    expect(await command('backup', backup)).toBe(0);
    // Appending fails because the record is now a directory.
    const kept = await readFile(record, 'utf8');
    await rm(record);
    await mkdir(record);
    expect((await call('DELETE', `/user/deleteuser/${id}`)).status).toBe(200);
    await program.stop('SIGKILL');
    await rm(record, { recursive: true });
    await writeFile(record, kept);

    const next = await start();
    await eventually('the record', async () => (await readFile(record, 'utf8')).includes(id));
    expect(await next.program.stop()).toBe(0);
    expect(await command('restore', backup)).toBe(0);
    await start();
    expect(await personal([id])).toContain(null);
    expect((await personal([id])).every((text) => text === null)).toBe(true);
  });

  it('is corrected when the server starts after pg_restore: people who were erased are erased again', async () => {
    const first = await start();
    const [customer] = people;
    const client = await connectTo(dataDir);
    // The state after pg_restore: the old rows without any erasure.
    await client.query(
      `UPDATE users SET record_state = 'full', name = 'Back again', phone = '98200' WHERE id = $1`,
      [customer],
    );
    await client.query('DELETE FROM erasures WHERE person_id = $1', [customer]);
    await client.end();
    expect(await personal([customer ?? ''])).toContain('Back again');
    expect(await first.program.stop()).toBe(0);
    const next = await start();
    expect((await personal([customer ?? ''])).every((text) => text === null)).toBe(true);
    expect(next.program.stdout()).toContain('erasing people again who were erased after the backup');
  });
});
