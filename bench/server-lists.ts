import type pg from 'pg';
import { connect, type FilledApplication } from './data.ts';
import { type BenchRow, counted, median, ratioRow } from './row.ts';
import type { Question } from './server-questions.ts';

const ROUNDS = 120;
const WARM_UP = 20;

/** Milliseconds of the statements of a screen by description. */
export type StatementTimes = Readonly<Record<string, number>>;

/**
 * Measures the median of every prepared statement on one connection per database. The databases take turns, so that other
 * load on the machine affects all of them alike.
 */
export async function timeStatements(
  applications: readonly FilledApplication[],
  questionsFor: (client: pg.Client) => Promise<Record<string, Question>>,
): Promise<StatementTimes[]> {
  const clients = await Promise.all(applications.map(connect));
  try {
    for (const client of clients) await client.query('VACUUM ANALYZE');
    const asked = await Promise.all(
      clients.map(async (client) => ({ client, questions: Object.entries(await questionsFor(client)) })),
    );
    const samples = asked.map(() => new Map<string, number[]>());
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1)
      for (const [place, { client, questions }] of asked.entries())
        for (const [name, question] of questions) {
          const began = performance.now();
          await client.query(question);
          if (round < WARM_UP) continue;
          const known = samples[place]?.get(name) ?? [];
          samples[place]?.set(name, [...known, performance.now() - began]);
        }
    return samples.map((each) => Object.fromEntries([...each].map(([name, ms]) => [name, median(ms)])));
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const sized = (bookings: number): string => `${counted(bookings)} bookings`;

/** Time of each statement at the larger size against the smaller one. */
export function growthRows(
  [small, large]: readonly [StatementTimes, StatementTimes],
  [before, after]: readonly [number, number],
): BenchRow[] {
  return Object.entries(large).map(([question, ms]) =>
    ratioRow(
      `${question}, ${sized(after)} against ${counted(before)}`,
      [ms, small[question] ?? Number.NaN],
      question === 'dashboard' ? 1.5 : 2,
    ),
  );
}

/** Middle and last page against the first page at one size. */
export function depthRows(times: StatementTimes, bookings: number): BenchRow[] {
  return ['', 'status, ', 'payments by amount, '].flatMap((filter) =>
    ['middle page', 'last page'].map((question) =>
      ratioRow(
        `${filter}${question} against the first, ${sized(bookings)}`,
        [times[filter + question] ?? Number.NaN, times[`${filter}first page`] ?? Number.NaN],
        1.5,
      ),
    ),
  );
}
