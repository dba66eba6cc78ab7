import { beforeAll, expect, it } from 'vitest';
import { connectTo, countWrongCounters } from '../../apps/server/src/testing/data-digest.ts';
import { fetchToken } from '../../apps/server/src/testing/program.ts';
import { PASSWORD, programsUnderTest } from '../../apps/server/src/testing/programs-under-test.ts';
import { changedTables, fillLastRelease, type ReleasedRows, untilDrawn } from './last-release.ts';

const { path, start, run } = programsUnderTest({ environment: {} });
let released: ReleasedRows;

beforeAll(async () => {
  released = await fillLastRelease(path('data'));
});

it('[SHIP-02] an upgrade keeps every row, counter, decision and password of the previous release', async () => {
  const program = start();
  const address = await program.ready();
  const client = await connectTo(path('data'));
  expect(released.size).toBeGreaterThan(40);
  expect(await changedTables(client, released)).toEqual([]);
  expect(await countWrongCounters(client)).toBe(0);
  await untilDrawn(client, path('data'));
  await client.end();
  expect(await fetchToken(address, PASSWORD)).not.toBe('');
  expect(await program.stop()).toBe(0);
  const verify = await run(['verify']);
  expect(verify.code, verify.stdout).toBe(0);
});
