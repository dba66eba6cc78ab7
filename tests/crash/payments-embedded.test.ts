import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConnection } from '../../apps/server/src/data-directory.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { buildProgram, killRounds, type Program, startProgram } from '../../apps/server/src/testing/program.ts';
import { type CrashTarget, type CrashTest, runCrashRound } from './crash-round.ts';
import { killBackend } from './kill-backend.ts';
import { openSession } from './open-session.ts';
import { RequestLog } from './request-log.ts';

/** By default, one round for each kind of kill. */
const ROUNDS = 4;
const RECOVERY_MS = 40_000;

type Victim = 'application' | 'database' | 'backend';
/** The processes to kill in each round. A backend is one process of the database. */
const KILLS: readonly (readonly Victim[])[] = [
  ['database'],
  ['application'],
  ['database', 'application'],
  ['backend'],
  ['application', 'database'],
];

let dataDir: string;
let program: Program;
let address: string;
let crashTest: CrashTest;

beforeAll(async () => {
  buildProgram();
  dataDir = await mkdtemp(join(tmpdir(), 'wayside-crash-'));
  await startOne();
  crashTest = { token: await openSession(await connectionString()), asked: new RequestLog(), payees: [] };
}, 300_000);

afterAll(async () => {
  // The program is stopped normally, so that it stops its database.
  await program.stop();
  await rm(dataDir, { recursive: true, force: true });
  process.stdout.write(`payments on the embedded server: ${JSON.stringify(crashTest.asked.counts)}\n`);
});

async function startOne(): Promise<void> {
  program = startProgram({ DATA_DIR: dataDir });
  address = await program.ready();
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

async function connectionString(): Promise<string> {
  return (await readConnection(join(dataDir, 'connection.json')))?.connectionString ?? '';
}

function targetOf(victims: readonly Victim[]): CrashTarget {
  return {
    addresses: () => [address],
    environment: { DATA_DIR: dataDir },
    connectionString,
    kill: async () => {
      for (const victim of victims) {
        if (victim === 'database') process.kill(postmaster(), 'SIGKILL');
        else if (victim === 'backend') await killBackend(await connectionString());
        else process.kill(program.pid, 'SIGKILL');
      }
    },
    recover: async () => {
      if (victims.includes('application')) {
        expect(await program.ended()).toBe(-1);
        await startOne();
      }
      await eventually(address, async () => (await fetch(`${address}/readyz`)).status === 200, RECOVERY_MS);
    },
  };
}

describe('[PAYO-07, PAYO-10, LOYA-04, LOYA-05, RUN-01] a server and its embedded database, killed during hundreds of concurrent payments while an import runs', () => {
  it.each(killRounds(ROUNDS))(
    'keep every acknowledged payment once, and every balance equals its rows (round %i)',
    { timeout: 300_000 },
    async (round) => {
      await runCrashRound(round, targetOf(KILLS[(round - 1) % KILLS.length] ?? []), crashTest);
    },
  );

  it('pass npm run verify afterwards', { timeout: 300_000 }, async () => {
    expect(crashTest.asked.counts.acknowledged).toBeGreaterThan(0);
    expect(await program.stop()).toBe(0);
    const verifying = startProgram({ DATA_DIR: dataDir }, { words: ['verify'] });
    expect(await verifying.ended(), verifying.stdout()).toBe(0);
  });
});
