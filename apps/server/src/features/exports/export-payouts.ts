import { foldText, toSearchNumbers } from '@wayside/contract/wire/fold-text';
import { z } from 'zod';
import type { ActorContext } from '../../context.ts';
import {
  balanceSums,
  IS_LISTED_SQL,
  MECHANICS_WITH_BALANCES,
  selectBalanceSums,
} from '../../money/ledger/owed-amounts.ts';
import { eachPage } from '../../platform/db/each-page.ts';
import { defineStatement } from '../../platform/db/statement.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { recordExport, type SelectedIds } from '../../platform/exports/record-export.ts';

interface ExportPayoutsInput extends SelectedIds {
  /** Any part of a name, id or phone number (PAYO-02). */
  readonly search: string | null;
  readonly balance: 'all' | 'available' | 'negative' | 'zero' | null;
}

const row = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  ...balanceSums,
});

const ROWS = 1_000;
/** The sign of the balances that each filter selects; null for all. */
const SIGNS = { all: null, available: 1, negative: -1, zero: 0 } as const;
/** The labels of the badges on the screen (PAYO-03). */
const STATUSES: Readonly<Record<string, string>> = {
  '-1': 'Negative Balance',
  '0': 'Zero Balance',
  '1': 'Available for Payout',
};

type Row = z.infer<typeof row>;

const COLUMNS = [
  textColumn<Row>('Mechanic ID', ({ id }) => id),
  textColumn<Row>('Mechanic', ({ name }) => name),
  textColumn<Row>('Phone', ({ phone }) => phone),
  amountColumn<Row>('Total earnings', ({ netEarningPaise }) => netEarningPaise),
  amountColumn<Row>('Cash kept', ({ cashKeptPaise }) => cashKeptPaise),
  amountColumn<Row>('Pending commission', ({ pendingCommissionPaise }) => pendingCommissionPaise),
  amountColumn<Row>('Paid out', ({ paidOutPaise }) => paidOutPaise),
  amountColumn<Row>('Net balance', ({ balancePaise }) => balancePaise),
  textColumn<Row>('Status', ({ balancePaise }) => STATUSES[Math.sign(balancePaise)]),
];

const FILTER_CONDITION = `${IS_LISTED_SQL} AND ($1::text IS NULL OR position($1 IN fold_text(m.name)) > 0 OR position($1 IN m.id) > 0
    OR EXISTS (SELECT FROM unnest($4::text[]) AS number WHERE position(number IN digits_of(m.phone)) > 0))
  AND ($2::int IS NULL OR sign(coalesce(s.balance_paise, 0)) = $2)
  AND ($3::text[] IS NULL OR m.id = ANY ($3))`;

const COUNT = defineStatement({
  name: 'count-exported-payouts',
  text: `SELECT count(*) FROM ${MECHANICS_WITH_BALANCES} WHERE ${FILTER_CONDITION}`,
  row: z.object({ count: z.number() }),
  example: [null, null, null, []],
  isPrepared: false,
});
const PAGE = defineStatement({
  name: 'export-payouts',
  text: `SELECT m.id, m.name, m.phone,
      ${selectBalanceSums((column) => `coalesce(s.${column}, 0)`)}
    FROM ${MECHANICS_WITH_BALANCES} WHERE ${FILTER_CONDITION} AND m.id > $5 ORDER BY m.id LIMIT ${ROWS}`,
  row,
  example: [null, null, null, [], ''],
  isPrepared: false,
});

/** Returns the filtered mechanics with their totals as a table (API-17). */
export async function exportPayouts(context: ActorContext, input: ExportPayoutsInput): Promise<ExportTable<Row>> {
  const { database } = context;
  const { search } = input;
  const values = [
    search ? foldText(search) : null,
    SIGNS[input.balance ?? 'all'],
    input.ids,
    search ? toSearchNumbers(search) : [],
  ];
  const [found] = await database.rows(COUNT, values);
  const rowCount = found?.count ?? 0;
  await recordExport(context, { table: 'payouts', filters: { ...input }, rowCount });
  const pages = eachPage<Row>((last) => database.rows(PAGE, [...values, last?.id ?? '']), ROWS);
  return { name: 'payouts', columns: COLUMNS, rowCount, pages };
}
