import type { LedgerEntry } from '@wayside/contract/payouts-ledger';
import type { StatementLine } from '@wayside/contract/payouts-statement';
import type { Page } from '@wayside/contract/wire/paging';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { offsetOf, type PageInput, pageOf } from '../../platform/db/statement-page.ts';
import { ABOUT_DAY, endOf, startOf } from '../../records/books.ts';
import { BOOKED_AT, ledgerEntrySelect } from '../../records/ledger-entries.ts';
import { type StatementDays, sumStatement } from './sum-statement.ts';

const LINES = defineStatement({
  name: 'statement-lines',
  text: `SELECT ${ledgerEntrySelect.json} AS entry, iso_instant(${BOOKED_AT}) AS "bookedAt", ${ABOUT_DAY} AS "aboutDay",
      s.sum AS "changePaise"
    FROM (
      SELECT b.id, sum(b.balance_paise) OVER (ORDER BY ${BOOKED_AT}, b.id)::bigint AS sum FROM ledger_entries AS b
      WHERE b.mechanic_id = $1 AND ${BOOKED_AT} >= ${startOf('$2')} AND ${BOOKED_AT} < ${endOf('$3')}
      ORDER BY ${BOOKED_AT}, b.id LIMIT $4 OFFSET $5) AS s
    JOIN ledger_entries AS b ON b.id = s.id ${ledgerEntrySelect.joins}
    ORDER BY ${BOOKED_AT}, b.id`,
  row: z.object({
    entry: z.custom<LedgerEntry>((value) => typeof value === 'object' && value !== null),
    bookedAt: z.string(),
    aboutDay: z.nullable(z.string()),
    changePaise: z.number(),
  }),
  example: [sampleOf('ledger_entries', 'mechanic_id'), null, null, 10, 0],
  isPrepared: false,
});

export interface GetStatementInput extends StatementDays, PageInput {}

/** Its rows are in the order of the books, oldest first. */
export interface Statement extends Page<StatementLine> {
  /** The balance before the days, and after them. */
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/** A page of the statement of one mechanic for some days (CLOS-02). @throws 404 */
export async function getStatement(
  { database }: Pick<AppContext, 'database'>,
  input: GetStatementInput,
): Promise<Statement> {
  const { mechanicId, from, to, limit } = input;
  const { openingPaise, changePaise, count } = await sumStatement(database, input);
  const lines = await database.rows(LINES, [mechanicId, from, to, limit, offsetOf(input)]);
  const rows = lines.map(({ changePaise: change, ...line }) => ({ ...line, balancePaise: openingPaise + change }));
  return {
    ...pageOf(rows, count, input),
    openingPaise,
    closingPaise: openingPaise + changePaise,
  };
}
