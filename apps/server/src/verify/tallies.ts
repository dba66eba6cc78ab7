import { counted } from '../counted.ts';
import { eachRow } from './each-row.ts';
import type { Proof } from './proof.ts';

interface WrongTally {
  readonly subject: string;
  /** Null: of all parts together. */
  readonly part: string | null;
  readonly period: 'day' | 'month' | 'ever';
  /** YYYY-MM-DD, or -infinity for what has no date. */
  readonly startsOn: string;
}

const wrongTallies = `
  SELECT subject, part, period, starts_on::text AS "startsOn" FROM tally_differences()
  ORDER BY subject, part NULLS FIRST, period = 'day', period = 'month', starts_on`;

/** That the figures which triggers keep are what the rows themselves add up to. */
export const tallies: Proof = {
  name: 'Tallies',
  holds: 'equal to the rows',
  prove: async function* ({ client }) {
    for await (const tally of eachRow<WrongTally>(client, wrongTallies))
      yield `${tally.subject}${partOf(tally)}, ${periodOf(tally)}: not what the rows add up to`;
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*) FROM (SELECT FROM tallies GROUP BY subject, part, period, starts_on) AS distinct_tallies',
    );
    return counted(rows[0]?.count ?? 0, 'figure');
  },
};

function partOf({ part }: WrongTally): string {
  if (part === null) return '';
  return ` (${part === '' ? 'none' : part})`;
}

function periodOf({ period, startsOn }: WrongTally): string {
  if (period === 'ever') return 'all time';
  if (startsOn === '-infinity') return 'without a date';
  return period === 'day' ? startsOn : startsOn.slice(0, 7);
}
