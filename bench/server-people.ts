import type pg from 'pg';
import { connect, type FilledApplication } from './data.ts';
import { peopleQuestions } from './people-questions.ts';
import { type BenchRow, counted, ratioRow } from './row.ts';
import { type StatementTimes, timeStatements } from './server-lists.ts';

/** A demo has one mechanic per hundred bookings and few activity entries. */
const MECHANICS_PER_DEMO_MECHANIC = 2;
const ENTRIES_PER_BOOKING = 0.2;

/** Absolute limit of a search. */
const QUICK_MS = 5;

const LISTS = ['users', 'mechanics', 'mechanics, status', 'activity of one kind'] as const;

/** Duplicates every mechanic. */
async function addMechanics(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
     WHERE table_name = 'mechanics' AND is_generated = 'NEVER' AND column_name <> 'id'`,
  );
  const columns = rows[0]?.columns;
  await client.query(
    `INSERT INTO mechanics (id, ${columns}) SELECT substr(md5(id || copy), 1, 24), ${columns}
     FROM mechanics, generate_series(2, ${MECHANICS_PER_DEMO_MECHANIC}) AS copy WHERE record_state = 'full'`,
  );
}

/** Activity entries of two years, without the hash chain, which lists do not read and which would take minutes. */
async function addActivity(client: pg.Client, entries: number): Promise<void> {
  await client.query('BEGIN');
  await client.query('SET LOCAL session_replication_role = replica');
  await client.query(
    `INSERT INTO activity (id, at, actor_id, actor_email, action, entity, entity_id, previous_hash, hash)
     SELECT -n, now() - n * interval '2 years' / $1, lpad(to_hex(n % 4), 24, '0'), 'asha@wayside.test',
       (ARRAY['blocked', 'unblocked', 'approved', 'paid', 'updated'])[1 + n % 5],
       (ARRAY['mechanic', 'mechanic', 'user', 'slot'])[1 + n / 5 % 4], md5((n % 500)::text), '', ''
     FROM generate_series(1, $1::int) AS n`,
    [entries],
  );
  await client.query('CALL rebuild_counters()');
  await client.query('COMMIT');
}

async function sizesOf(client: pg.Client): Promise<Readonly<Record<string, number>>> {
  const { rows } = await client.query(
    'SELECT (SELECT count(*) FROM users)::int AS users, (SELECT count(*) FROM mechanics)::int AS mechanics, (SELECT count(*) FROM activity)::int AS activity',
  );
  return rows[0];
}

async function fill(application: FilledApplication): Promise<Readonly<Record<string, number>>> {
  const client = await connect(application);
  try {
    await addMechanics(client);
    await addActivity(client, Math.round(application.bookings * ENTRIES_PER_BOOKING));
    return await sizesOf(client);
  } finally {
    await client.end();
  }
}

const timeOf = (times: StatementTimes, question: string): number => times[question] ?? Number.NaN;

/**
 * A search with few results in a small table takes a fraction of a millisecond, and more results take longer to count. A
 * search passes by ratio or by absolute time.
 */
function orQuick(row: BenchRow, ms: number): BenchRow {
  return { ...row, budget: `${row.budget} or ${QUICK_MS} ms`, isMet: row.isMet === true || ms <= QUICK_MS };
}

/** Lists of customers, mechanics and activity at the larger size against the smaller, and page by page. */
export async function peopleRows(small: FilledApplication, large: FilledApplication): Promise<BenchRow[]> {
  const before = await fill(small);
  const after = await fill(large);
  const [few, many] = await timeStatements([small, large], peopleQuestions);
  if (!few || !many) throw new Error('not every size was measured');
  const sizes = (question: string) => {
    const subject = question.split(/[ ,]/)[0] ?? '';
    return `${counted(after[subject] ?? 0)} against ${counted(before[subject] ?? 0)}`;
  };
  const growth = Object.entries(many).map(([question, ms]) => {
    const row = ratioRow(`${question}, ${sizes(question)}`, [ms, timeOf(few, question)], 2);
    return question.includes('search') ? orQuick(row, ms) : row;
  });
  const depth = LISTS.flatMap((list) =>
    ['middle page', 'last page'].map((page) =>
      ratioRow(
        `${list}, ${page} against the first`,
        [timeOf(many, `${list}, ${page}`), timeOf(many, `${list}, first page`)],
        1.5,
      ),
    ),
  );
  return [...growth, ...depth];
}
