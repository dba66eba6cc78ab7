import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import {
  buildProgram,
  databaseSettings,
  killRounds,
  type Program,
  startProgram,
} from '../../apps/server/src/testing/program.ts';
import { type CrashTarget, type CrashTest, runCrashRound } from './crash-round.ts';
import { acceptsConnections, killBackend } from './kill-backend.ts';
import { openSession } from './open-session.ts';
import { RequestLog } from './request-log.ts';

const APPLICATIONS = 3;
/** By default, one round for each of the first kinds of kills. */
const ROUNDS = 4;
const RECOVERY_MS = 40_000;

/** The processes to kill in each round: applications by number, the database, or a backend process. */
const KILLS: readonly (readonly (number | 'database' | 'backend')[])[] = [
  ['database', 1],
  [0, 2],
  ['backend'],
  ['database'],
  [1],
  [0, 1, 2],
  ['database', 0, 1, 2],
  ['backend', 2],
];

let server: ExternalServer;
let programs: Program[] = [];
let addresses: string[] = [];
let crashTest: CrashTest;

const startOne = () => startProgram(databaseSettings(server.connectionString, server.dataDir));
const isDead = ({ child }: Program) => child.exitCode !== null || child.signalCode !== null;

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  programs = Array.from({ length: APPLICATIONS }, startOne);
  addresses = await Promise.all(programs.map((program) => program.ready()));
  crashTest = { token: await openSession(server.connectionString), asked: new RequestLog(), payees: [] };
}, 300_000);

afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop('SIGKILL')));
  await server.remove();
  process.stdout.write(`payments on an external server: ${JSON.stringify(crashTest.asked.counts)}\n`);
});

function targetOf(victims: (typeof KILLS)[number]): CrashTarget {
  return {
    addresses: () => addresses,
    environment: databaseSettings(server.connectionString, server.dataDir),
    connectionString: () => Promise.resolve(server.connectionString),
    kill: async () => {
      for (const victim of victims) {
        if (victim === 'database') await server.stop('at once');
        else if (victim === 'backend') await killBackend(server.connectionString);
        else programs[victim]?.child.kill('SIGKILL');
      }
    },
    recover: async () => {
      if (victims.includes('database')) await server.start();
      await eventually('the database', () => acceptsConnections(server.connectionString), RECOVERY_MS);
      await Promise.all(programs.filter((_, place) => victims.includes(place)).map((program) => program.ended()));
      programs = programs.map((program) => (isDead(program) ? startOne() : program));
      addresses = await Promise.all(programs.map((program) => program.ready()));
      for (const address of addresses)
        await eventually(address, async () => (await fetch(`${address}/readyz`)).status === 200, RECOVERY_MS);
    },
  };
}

describe(`[PAYO-07, PAYO-10, LOYA-04, LOYA-05, RUN-04] ${APPLICATIONS} applications and their database, killed during hundreds of concurrent payments beside an import`, () => {
  it.each(killRounds(ROUNDS))(
    'every acknowledged payment exists once and every balance equals its rows (round %i)',
    { timeout: 300_000 },
    async (round) => {
      await runCrashRound(round, targetOf(KILLS[(round - 1) % KILLS.length] ?? []), crashTest);
    },
  );

  it('npm run verify passes afterwards', { timeout: 300_000 }, async () => {
    expect(crashTest.asked.counts.acknowledged).toBeGreaterThan(0);
    const verifying = startProgram(databaseSettings(server.connectionString, server.dataDir), {
      words: ['verify'],
    });
    expect(await verifying.ended(), verifying.stdout()).toBe(0);
  });
});
