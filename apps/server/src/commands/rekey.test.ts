import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { advisoryLocks } from '../platform/db/advisory-locks.ts';
import { connectTo } from '../testing/data-digest.ts';
import { eventually } from '../testing/eventually.ts';
import { callProgram, fetchToken, type Program } from '../testing/program.ts';
import { PASSWORD, programsUnderTest } from '../testing/programs-under-test.ts';

const programs = programsUnderTest();
const MECHANICS = 10_000;
const ONE = '0'.repeat(23).concat('1');

const start = () => programs.start();
const rekey = () => programs.start({}, ['rekey']);
const keyFile = () => readFile(programs.path('data/data-key'), 'utf8');

/** Returns the number of values by the id of their key; `plain` counts the values that are not encrypted. */
async function valuesByKey(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ key: string; count: number }>(
    `SELECT coalesce(substring(bank_upi_id FROM '^v1:([0-9a-f]{16}):'), 'plain') AS key, count(*)::int FROM mechanics GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
}

async function upiIdAt(address: string, token: string): Promise<string> {
  const { body } = await callProgram(address, ['GET', `/admin/mechanics/${ONE}`], { token });
  return body.data.payment_details.upi_id;
}

it('[PRIV-01] npm run rekey re-encrypts values while the program runs, completes after a kill, and rejects a concurrent run', {
  timeout: 240_000,
}, async () => {
  const dataDir = programs.path('data');
  let program: Program = start();
  await program.ready();
  const filling = await connectTo(dataDir);
  await filling.query(
    `INSERT INTO mechanics (id, name, status, bank_upi_id)
     SELECT lpad(to_hex(n), 24, '0'), 'M ' || n, 'approved', n || '@upi' FROM generate_series(1, ${MECHANICS}) AS n`,
  );
  await filling.end();
  expect(await program.stop()).toBe(0);
  // The program encrypts data of an older version in the background.
  program = start();
  const address = await program.ready();
  const token = await fetchToken(address, PASSWORD);
  expect(await upiIdAt(address, token)).toBe('1@upi');
  const client = await connectTo(dataDir);
  await eventually('the encryption', async () => Object.keys(await valuesByKey(client)).join() !== 'plain');
  await eventually('its end', async () => !('plain' in (await valuesByKey(client))), 60_000);
  expect(program.stdout()).toContain('encrypting stored bank and identity data');
  expect(await upiIdAt(address, token)).toBe('1@upi');
  const [before] = Object.keys(await valuesByKey(client));
  const oldFile = await keyFile();

  const killed = rekey();
  await eventually('some values of the new key', async () => Object.keys(await valuesByKey(client)).length === 2);
  await killed.stop('SIGKILL');
  const between = await valuesByKey(client);
  expect(Object.keys(between)).toHaveLength(2);
  expect(between[before ?? '']).toBeGreaterThan(0);
  expect(await keyFile()).toBe(oldFile);
  // The running program and a program that starts now can both read values of either key.
  expect(await upiIdAt(address, token)).toBe('1@upi');

  // Simulates another key change in progress.
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.dataKey]);
  const other = rekey();
  expect(await other.ended()).toBe(1);
  expect(other.stderr()).toContain('Another "npm run rekey" is running on this database: wait until it ends.');
  await client.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.dataKey]);

  const second = rekey();
  expect(await second.ended(), second.stderr()).toBe(0);
  const after = await valuesByKey(client);
  expect(Object.values(after)).toEqual([MECHANICS]);
  expect(Object.keys(after)).not.toContain(before);
  expect(Object.keys(after)).toEqual(Object.keys(between).filter((key) => key !== before));
  expect(await keyFile()).not.toBe(oldFile);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('data-key')).sort()).toEqual([
    'data-key',
    `data-key.${before}`,
  ]);
  const { rows: keys } = await client.query('SELECT DISTINCT wrapped_by FROM data_keys');
  expect(keys).toEqual([{ wrapped_by: Object.keys(after)[0] }]);
  await client.end();
  expect(await upiIdAt(address, token)).toBe('1@upi');

  // The new key alone decrypts the data.
  expect(await program.stop()).toBe(0);
  await rm(join(dataDir, `data-key.${before}`));
  program = start();
  const again = await program.ready();
  expect(await upiIdAt(again, await fetchToken(again, PASSWORD))).toBe('1@upi');
});
