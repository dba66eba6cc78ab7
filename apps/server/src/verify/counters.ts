import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import type { IntegrityCheck } from './integrity-check.ts';

interface WrongCounter {
  readonly name: string;
  /** Null: of all parts together. */
  readonly status: string | null;
  readonly period: 'day' | 'month' | 'ever';
  /** YYYY-MM-DD, or -infinity for what has no date. */
  readonly startsOn: string;
}

const wrongCounters = `
  SELECT name, status, period, starts_on::text AS "startsOn" FROM counter_differences()
  ORDER BY name, status NULLS FIRST, period = 'day', period = 'month', starts_on`;

/** That the figures which triggers keep are what the rows themselves add up to. */
export const counters: IntegrityCheck = {
  name: 'Counters',
  holds: 'equal to the rows',
  prove: async function* ({ client }) {
    for await (const counter of eachRow<WrongCounter>(client, wrongCounters))
      yield `${counter.name}${statusOf(counter)}, ${periodOf(counter)}: not what the rows add up to`;
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*) FROM (SELECT FROM counters GROUP BY name, status, period, starts_on) AS distinct_tallies',
    );
    return counted(rows[0]?.count ?? 0, 'figure');
  },
};

function statusOf({ status }: WrongCounter): string {
  if (status === null) return '';
  return ` (${status === '' ? 'none' : status})`;
}

function periodOf({ period, startsOn }: WrongCounter): string {
  if (period === 'ever') return 'all time';
  if (startsOn === '-infinity') return 'without a date';
  return period === 'day' ? startsOn : startsOn.slice(0, 7);
}
