import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import {
  buildProgram,
  databaseSettings,
  type Program,
  startProgram,
} from '../../apps/server/src/testing/program.ts';
import { openSession } from '../crash/open-session.ts';
import { BalancedTraffic } from './balanced-traffic.ts';
import { buildPreviousRelease, findPreviousCommit, type Release, seedNextRelease } from './previous-release.ts';

const PASSWORD = 'asha and ravi';
const BOOKINGS = 2_000;
const WAITS = 'a migration waits for locks that others hold';
const TAG = '9000_seeded';
/**
 * The migration changes a table that every list reads, while it is being read. It adds a column, a constraint, an
 * index and a back-fill.
 */
const SEEDED = {
  tag: TAG,
  sql: `ALTER TABLE "bookings" ADD COLUMN "seeded" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seeded" CHECK ("seeded" <> '') NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_seeded";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bookings_seeded" ON "bookings" USING btree ("seeded");`,
  backFill: `WITH batch AS (SELECT id FROM bookings WHERE id > $1 AND seeded IS NULL ORDER BY id LIMIT $2 FOR UPDATE),
changed AS (UPDATE bookings AS b SET seeded = 'seed of ' || b.id FROM batch WHERE b.id = batch.id)
SELECT max(id) AS last, count(*) AS rows FROM batch`,
};

const previous = findPreviousCommit();

describe('[OPER-03] the previous release', { timeout: 600_000 }, () => {
  let server: ExternalServer;
  let old: Release;
  let next: Release;
  let database: pg.Client;
  const programs: Program[] = [];

  const start = ({ main }: Release, words = ['start']) => {
    const settings = { ...databaseSettings(server.connectionString, server.dataDir), ADMIN_PASSWORD: PASSWORD };
    const program = startProgram(settings, { main, words });
    programs.push(program);
    return program;
  };
  const run = async (release: Release, words: string[]) => {
    const program = start(release, words);
    expect(await program.ended(), program.stderr()).toBe(0);
    return program.stdout().trim().split('\n').at(-1) ?? '';
  };
  const count = async (statement: string) => Number((await database.query(statement)).rows[0]?.count);

  beforeAll(async () => {
    if ('missing' in previous) return;
    buildProgram();
    [server, old, next] = await Promise.all([
      startExternalServer(),
      buildPreviousRelease(previous.commit),
      seedNextRelease(SEEDED),
    ]);
    database = new pg.Client({ connectionString: server.connectionString });
    await database.connect();
  }, 600_000);

  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    await database?.end();
    await Promise.all([server?.remove(), old?.remove(), next?.remove()]);
  }, 60_000);

  it('serves every request while the next release migrates its database, and is then replaced by that release', async ({
    skip,
  }) => {
    if ('missing' in previous) return skip(previous.missing);
    const before = start(old);
    const traffic = new BalancedTraffic();
    traffic.add(await before.ready());
    await run(old, ['demo', '--bookings', String(BOOKINGS)]);
    const serviceKey = await run(old, ['key', 'create', 'feed', '--scope', 'bookings']);
    const { rows } = await database.query<{ id: string }>(
      `SELECT mechanic_id AS id FROM mechanic_balances JOIN mechanics AS m ON m.id = mechanic_id
       WHERE balance_paise > 1000000 AND m.status = 'approved' ORDER BY mechanic_id LIMIT 5`,
    );
    const mechanics = rows.map(({ id }) => id);
    expect(mechanics).not.toEqual([]);
    const token = await openSession(server.connectionString);
    await traffic.start({ token, password: PASSWORD, serviceKey, mechanics });

    // Like a backup, the reader may hold its lock for a long time.
    const reader = new pg.Client({ connectionString: server.connectionString });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM bookings LIMIT 1');
    const killed = start(next);
    await eventually('the migration waits', () => killed.stdout().includes(WAITS), 60_000);
    await killed.stop('SIGKILL');
    const after = start(next);
    await eventually('the migration waits again', () => after.stdout().includes(WAITS), 60_000);
    await reader.end();
    const address = await after.ready();

    traffic.add(address);
    await eventually('both serve', () => (traffic.answers.get(address) ?? 0) > 50, 60_000);
    expect(await before.stop('SIGTERM')).toBe(0);
    const alone = traffic.answers.get(address) ?? 0;
    await eventually('the new one serves alone', () => (traffic.answers.get(address) ?? 0) > alone + 100, 60_000);
    await eventually(
      'the back-fill ends',
      async () =>
        (await count(`SELECT count(*) FROM drizzle.back_fills WHERE name = '${TAG}' AND ended_at IS NOT NULL`)) ===
        1,
      60_000,
    );
    await traffic.end();
    console.log(
      `${[...traffic.answers.values()].join(' + ')} answers, ${traffic.paid.length} payouts, the longest took ${Math.round(traffic.longestMs)} ms`,
    );
    expect(traffic.failures).toEqual([]);
    expect(traffic.paid.length).toBeGreaterThan(10);
    expect(traffic.booked.length).toBeGreaterThan(10);
    const { rows: paid } = await database.query<{ id: string }>(
      "SELECT transaction_id AS id FROM payouts WHERE transaction_id LIKE 'ROLLING-%'",
    );
    expect(paid.map(({ id }) => id).sort()).toEqual([...traffic.paid].sort());
    expect(await count(`SELECT count(*) FROM bookings WHERE id = ANY ('{${traffic.booked.join(',')}}')`)).toBe(
      traffic.booked.length,
    );
    expect(await count('SELECT count(*) FROM bookings WHERE seeded IS NOT NULL')).toBeGreaterThanOrEqual(BOOKINGS);
    expect(
      await count("SELECT count(*) FROM pg_index WHERE indexrelid = 'bookings_seeded'::regclass AND indisvalid"),
    ).toBe(1);
    await run(next, ['verify']);
  });

  it('no longer starts on a database that the next release has migrated', async ({ skip }) => {
    if ('missing' in previous) return skip(previous.missing);
    const late = start(old);
    expect(await late.ended()).toBe(1);
    expect(late.stderr()).toMatch(
      /^The database has migration \d+ \(of [^\n]+\), which this \w+ does not know: [^\n]+\.\n$/,
    );
  });
});
