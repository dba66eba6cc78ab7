import { startUserJob } from '@wayside/contract/jobs';
import pg from 'pg';
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
import { openSession } from './open-session.ts';

const ROUNDS = 2;
const USERS = 4_000;
const RECOVERY_MS = 60_000;

let server: ExternalServer;
let programs: Program[] = [];
let token: string;

const startOne = () => startProgram(databaseSettings(server.connectionString, server.dataDir));

async function query<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<R>(text, values);
  await client.end();
  return rows;
}

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  programs = [startOne(), startOne()];
  await Promise.all(programs.map((program) => program.ready()));
  token = await openSession(server.connectionString);
  await query(
    `INSERT INTO users (id, name, created_at) SELECT '65f0000000000000' || lpad(to_hex(n), 8, '0'), 'Customer', now()
     FROM generate_series(1, ${USERS}) AS n`,
  );
}, 300_000);

afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop('SIGKILL')));
  await server.remove();
});

const doneOf = async (id: string) =>
  (await query<{ done: number; state: string }>('SELECT done, state FROM jobs WHERE id = $1', [id]))[0];

describe('[VIEW-07] two servers, one or both killed during a bulk job,', () => {
  it.each(killRounds(ROUNDS))(
    'complete the job, and change and log each row exactly once (round %i)',
    { timeout: 240_000 },
    async (round) => {
      const action = round % 2 === 1 ? 'block' : 'unblock';
      const [address] = await Promise.all(programs.map((program) => program.ready()));
      const response = await fetch(`${address}/api/v1${startUserJob.path}`, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json' },
        body: JSON.stringify({ action, all: true, key: `round ${round}`, seenCount: USERS }),
      });
      const { data } = (await response.json()) as { data: { _id: string } };
      await eventually('the first rows', async () => ((await doneOf(data._id))?.done ?? 0) > 0, RECOVERY_MS);
      const victims = round % 2 === 1 ? programs : programs.slice(0, 1);
      for (const { child } of victims) child.kill('SIGKILL');
      await Promise.all(victims.map((program) => program.ended()));
      expect((await doneOf(data._id))?.state).toBe('running');
      programs = [...programs.filter((program) => !victims.includes(program)), ...victims.map(startOne)];
      await eventually('the end', async () => (await doneOf(data._id))?.state === 'finished', RECOVERY_MS);
      const results = await query(
        `SELECT result, count(*)::int AS n FROM job_rows WHERE job_id = $1 GROUP BY result`,
        [data._id],
      );
      expect(results).toEqual([{ result: 'done', n: USERS }]);
      const [logged] = await query(
        `SELECT count(*)::int AS n, count(DISTINCT entity_id)::int AS people FROM activity WHERE entity = 'user' AND action = $1`,
        [`${action}ed`],
      );
      const rounds = Math.ceil(round / 2);
      expect(logged).toEqual({ n: USERS * rounds, people: USERS });
      const [state] = await query('SELECT count(*)::int AS n FROM users WHERE is_blocked');
      expect(state).toEqual({ n: action === 'block' ? USERS : 0 });
    },
  );
});
