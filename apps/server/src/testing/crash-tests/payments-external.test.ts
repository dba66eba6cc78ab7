import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { type ExternalServer, startExternalServer } from '../external-server.ts';
import { killRounds } from '../kill-rounds.ts';
import { buildProgram, onServer, type Program, startProgram } from '../program.ts';
import { AskedPayments } from './asked-payments.ts';
import { type Fire, type FireTarget, fightRound } from './crash-round.ts';
import { answers, killBackend } from './kill-backend.ts';
import { openSession } from './open-session.ts';

const APPLICATIONS = 3;
/** By default: a death of each kind but the last ones. */
const ROUNDS = 4;
const BACK_MS = 40_000;

/** Who is killed at the same moment, by turns: applications by their number, the database, a process of it. */
const DEATHS: readonly (readonly (number | 'database' | 'backend')[])[] = [
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
let fire: Fire;

const startOne = () => startProgram(onServer(server.connectionString, server.dataDir));
const isDead = ({ child }: Program) => child.exitCode !== null || child.signalCode !== null;

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  programs = Array.from({ length: APPLICATIONS }, startOne);
  addresses = await Promise.all(programs.map((program) => program.ready()));
  fire = { token: await openSession(server.connectionString), asked: new AskedPayments(), payees: [] };
}, 120_000);

afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop('SIGKILL')));
  await server.remove();
  process.stdout.write(`payments on an external server: ${JSON.stringify(fire.asked.counts)}\n`);
});

function targetOf(victims: (typeof DEATHS)[number]): FireTarget {
  return {
    addresses: () => addresses,
    environment: onServer(server.connectionString, server.dataDir),
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
      await eventually('the database', () => answers(server.connectionString), BACK_MS);
      await Promise.all(programs.filter((_, place) => victims.includes(place)).map((program) => program.ended()));
      programs = programs.map((program) => (isDead(program) ? startOne() : program));
      addresses = await Promise.all(programs.map((program) => program.ready()));
      for (const address of addresses)
        await eventually(address, async () => (await fetch(`${address}/readyz`)).status === 200, BACK_MS);
    },
  };
}

describe(`[PAYO-07, PAYO-10, LOYA-04, LOYA-05, RUN-04] ${APPLICATIONS} applications and their database, killed while hundreds pay at once beside an import`, () => {
  it.each(killRounds(ROUNDS))(
    'every acknowledged payment is there once, and every balance equals its rows (round %i)',
    { timeout: 180_000 },
    async (round) => {
      await fightRound(round, targetOf(DEATHS[(round - 1) % DEATHS.length] ?? []), fire);
    },
  );

  it('and npm run verify finds nothing', { timeout: 60_000 }, async () => {
    expect(fire.asked.counts.acknowledged).toBeGreaterThan(0);
    const proving = startProgram(onServer(server.connectionString, server.dataDir), { words: ['verify'] });
    expect(await proving.ended(), proving.stdout()).toBe(0);
  });
});
