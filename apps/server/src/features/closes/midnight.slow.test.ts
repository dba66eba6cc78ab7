import pg from 'pg';
import { expect, it } from 'vitest';
import { bookSourceWallets } from '../../money/ledger/book-source-wallets.ts';
import { lockLedger, postOwnEntries } from '../../money/ledger/post-entries.ts';
import { advisoryLocks } from '../../platform/db/advisory-locks.ts';
import { closesUnderTest } from '../../testing/closes-under-test.ts';
import { eventually } from '../../testing/eventually.ts';
import { toWalletSources } from '../../testing/money-records.ts';

const { runs, close, closed, issues } = closesUnderTest();
const { mechanic, send, sql, newId } = runs;

/** Reads the current day and the days around it from the database, which dates entries by its own clock. */
async function days() {
  const { rows } = await sql(
    `SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date::text AS today, ((now() AT TIME ZONE 'Asia/Kolkata')::date - 1)::text AS yesterday,
       day_start((now() AT TIME ZONE 'Asia/Kolkata')::date + 1, 'Asia/Kolkata') AS midnight`,
  );
  const [{ today, yesterday, midnight }] = rows;
  return { today, yesterday, midnight } as { today: string; yesterday: string; midnight: Date };
}

/** Checks whether at least this many transactions are waiting for a lock, such as the ledger's. */
const waitsFor = async (count: number) => {
  const { rows } = await sql(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length >= count;
};

it('[CLOS-01] an entry that waits for the ledger lock past midnight is in the books of the next day when the close runs first', async () => {
  const { today, yesterday, midnight } = await days();
  const [early, late] = [await mechanic(0), await mechanic(0)];
  const at = (seconds: number) => new Date(midnight.getTime() + seconds * 1000);
  runs.test.clock.now = at(-30);
  await runs.begin();
  const owner = await runs.signIn('owner');
  expect((await close(yesterday, yesterday, owner)).status).toBe(200);

  const holder = new pg.Client({ connectionString: runs.test.connectionString });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.ledger]);
  // Both transactions write records that began today: one waits before the close, the other after it.
  const write = (mechanicId: string) =>
    runs.test.database.transaction(async (client) => {
      await client.query(
        `INSERT INTO payments (id, mechanic_id, status, method, amount_paise, transacted_at) VALUES ($1, $2, 'paid', 'upi', 700, now())`,
        [newId(), mechanicId],
      );
      await lockLedger(client);
      await postOwnEntries(client);
    });
  const before = write(early);
  await eventually('the entry before the close waits', () => waitsFor(1));
  runs.test.clock.now = at(5);
  const closing = close(today, undefined, owner);
  await eventually('the close waits', () => waitsFor(2));
  const after = write(late);
  await eventually('the entry behind the close waits', () => waitsFor(3));
  await holder.query('ROLLBACK');
  await holder.end();
  await before;
  expect((await closing).status).toBe(200);
  await after;

  const { rows } = await sql(
    `SELECT mechanic_id AS id, booked_at AS "bookedAt", occurred_at < $2 AND recorded_at < $2 AS "isOfToday" FROM ledger_entries
     WHERE mechanic_id = ANY ($1) ORDER BY id`,
    [[early, late], midnight],
  );
  expect(rows).toEqual([
    { id: early, bookedAt: null, isOfToday: true },
    { id: late, bookedAt: midnight, isOfToday: true },
  ]);
  const { data } = await closed(today);
  expect(data).toMatchObject({
    timeZone: 'Asia/Kolkata',
    endsAt: midnight.toISOString(),
    entryCount: 1,
    differences: [],
  });
  expect(await issues()).toEqual([]);
});

it('[CLOS-01] a wallet change by an import that started before the close is in the close or in the books of the next day', async () => {
  const { midnight } = await days();
  runs.test.clock.now = new Date(midnight.getTime() + 90_000);
  await runs.begin();
  const owner = await runs.signIn('owner');
  await send('POST', `/closes/${(await days()).today}/reopen`, { reason: 'A wallet is missing' }, owner);
  const [first, second] = [await mechanic(0), await mechanic(0)];
  const { database } = runs.test;
  const closing: ReturnType<typeof close>[] = [];
  await database.transaction(async (client) => {
    await client.query('UPDATE mechanics SET source_wallet_paise = 4000 WHERE id = $1', [first]);
    await bookSourceWallets(client, 'mechanics', toWalletSources([first]));
    closing.push(close((await days()).today, undefined, owner));
    await eventually('the close waits for the writer of wallets', () => waitsFor(1));
  });
  expect((await Promise.all(closing)).map(({ status }) => status)).toEqual([200]);
  await database.transaction(async (client) => {
    await client.query('UPDATE mechanics SET source_wallet_paise = 5000 WHERE id = $1', [second]);
    await bookSourceWallets(client, 'mechanics', toWalletSources([second]));
  });
  const { rows } = await sql(
    'SELECT mechanic_id AS id, booked_at AS "bookedAt" FROM wallet_entries WHERE mechanic_id = ANY ($1) ORDER BY id',
    [[first, second]],
  );
  expect(rows).toEqual([
    { id: first, bookedAt: null },
    { id: second, bookedAt: midnight },
  ]);
  expect(await issues()).toEqual([]);
});
