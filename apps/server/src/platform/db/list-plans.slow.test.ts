import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithDemo } from '../../../../../packages/demo/src/fill-with-demo.ts';
import { BOOKING_SHAPE } from '../../features/bookings/list-bookings.ts';
import { ATTENTION, OLDEST_PAYOUT_DUE } from '../../features/dashboard/attention.ts';
import { DASHBOARD } from '../../features/dashboard/dashboard.ts';
import { MECHANIC_SHAPE } from '../../features/mechanics/list-mechanics.ts';
import { PAYMENT_SHAPE } from '../../features/payments/list-payments.ts';
import { PAYMENT_OUT_SHAPE } from '../../features/payments-out/payments-out.ts';
import { EARNING_LIST, LEDGER_LIST } from '../../features/payouts/list-ledger.ts';
import { USER_SHAPE } from '../../features/users/users.ts';
import { images } from '../../money/verify/files.ts';
import { integrityChecks } from '../../money/verify/run-integrity-checks.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { ListInput, ListShape } from './list-shape.ts';
import { buildPageStatement } from './page-statement.ts';
import type { Statement } from './statement.ts';

const BOOKINGS = 12_000;
const LIMIT = 10;
/** Tables that grow with the number of bookings. */
const LARGE = ['bookings', 'payments', 'ledger_entries', 'users'];
/** A page begins at most 500 rows after the first one, or half a day from a midnight; of two filters, one may be read from an index alone. */
const MAX_ROWS_READ = 2_200;
/**
 * The settings of the embedded server, but without sequential scans, which the planner prefers for tables of this
 * size.
 */
const AS_IN_LARGE_TABLES = 'SET random_page_cost = 1.1; SET enable_seqscan = off';

let test: TestDatabase;
let client: pg.PoolClient;

beforeAll(async () => {
  test = await createTestDatabase();
  await fillWithDemo(test, { bookings: BOOKINGS, seed: 4, now: new Date('2026-03-14T11:20:00Z') });
  client = await test.database.pool.connect();
  await client.query(AS_IN_LARGE_TABLES);
});
afterAll(async () => {
  client.release(true);
  await test.drop();
});

const of = (column: string, id: string) => ({ fixedFilters: [{ column, id }] });
const DAYS = { days: { from: '2025-06-10', to: '2025-12-20' } };

/** Lists with filters and orders for which counters have the totals. */
const COUNTED: readonly (readonly [name: string, ListShape, Partial<ListInput>])[] = [
  ['bookings', BOOKING_SHAPE, {}],
  ['bookings, oldest first', BOOKING_SHAPE, { sort: 'date' }],
  ['completed bookings', BOOKING_SHAPE, { status: ['completed'] }],
  ['bookings of three statuses', BOOKING_SHAPE, { status: ['pending', 'completed', 'rating_given'] }],
  ['emergencies', BOOKING_SHAPE, of('kind', 'emergency')],
  ['bookings without a mechanic', BOOKING_SHAPE, { flags: ['is_unassigned'] }],
  ['bookings of some days', BOOKING_SHAPE, DAYS],
  [
    'completed emergencies of some days',
    BOOKING_SHAPE,
    { ...DAYS, ...of('kind', 'emergency'), status: ['completed'] },
  ],
  ['payments', PAYMENT_SHAPE, {}],
  ['paid payments', PAYMENT_SHAPE, { status: ['paid'] }],
  ['payments of a method', PAYMENT_SHAPE, of('method', 'upi')],
  ['payments of some days', PAYMENT_SHAPE, DAYS],
  ['payments, oldest first', PAYMENT_SHAPE, { sort: 'date' }],
  ['payments, highest amount first', PAYMENT_SHAPE, { sort: '-amount' }],
  ['paid payments, lowest amount first', PAYMENT_SHAPE, { sort: 'amount', status: ['paid'] }],
  ['customers', USER_SHAPE, {}],
  ['customers, highest wallet first', USER_SHAPE, { sort: '-wallet' }],
  ['mechanics', MECHANIC_SHAPE, {}],
  ['approved mechanics', MECHANIC_SHAPE, { status: ['approved'] }],
  ['payments out', PAYMENT_OUT_SHAPE, {}],
  ['ledger entries', LEDGER_LIST, {}],
  ['ledger entries of cash', LEDGER_LIST, { status: ['cash'] }],
  ['earnings', EARNING_LIST, {}],
];

async function sampleText(expression: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>(`SELECT ${expression} AS value`);
  return rows[0]?.value ?? '';
}

/**
 * Returns the tables that a statement reads completely, planned generically and for its values, and the maximum
 * number of rows read from a table.
 */
async function readBy<R extends object>(asked: {
  readonly statement: Statement<R>;
  readonly values: readonly unknown[];
}) {
  const scanned: string[] = [];
  let rows = 0;
  for (const mode of ['generic', 'custom'] as const) {
    const nodes = await explainStatement(client, asked, mode);
    for (const node of nodes)
      if (node['Node Type'] === 'Seq Scan' && LARGE.includes(node['Relation Name'] ?? ''))
        scanned.push(node['Relation Name'] ?? '');
    rows = Math.max(rows, ...LARGE.map((table) => countRowsRead(nodes, table)));
  }
  return { scanned, rows };
}

const page = (shape: ListShape, input: Partial<ListInput>) =>
  buildPageStatement(shape, { status: null, search: null, page: 1, limit: LIMIT, ...input });

describe('[OPER-08] a demo with many bookings', () => {
  it('has 1.25 payments per booking and one entry per payment with an earning, and passes every check', async () => {
    const counts = await client.query<Record<'bookings' | 'payments' | 'pending' | 'missing', number>>(`
      SELECT (SELECT count(*) FROM bookings) AS bookings, (SELECT count(*) FROM payments) AS payments,
        (SELECT count(*) FROM pending_postings) AS pending,
        (SELECT count(*) FROM payouts AS p WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = p.id)) AS missing`);
    expect(counts.rows).toMatchObject([{ bookings: BOOKINGS + 1, pending: 0, missing: 0 }]);
    expect((counts.rows[0]?.payments ?? 0) / BOOKINGS).toBeCloseTo(1.25, 1);
    const checks = integrityChecks.filter(({ name }) => name !== images.name);
    expect((await verifyIntegrity(test.database, checks)).issues).toEqual([]);
  });
});

describe('[OPER-08] few rows are read and no large table is scanned for', () => {
  it.each(COUNTED)('%s: first, middle and last page', async (_name, shape, input) => {
    const { statement, values } = page(shape, input);
    const { rows } = await client.query<{ total: number }>({ ...statement, values });
    const pageCount = Math.ceil((rows[0]?.total ?? 0) / LIMIT);
    expect(pageCount).toBeGreaterThan(5);
    for (const number of [1, Math.ceil(pageCount / 2), pageCount]) {
      const read = await readBy(page(shape, { ...input, page: number }));
      expect(read.scanned, `page ${number} of ${pageCount}`).toEqual([]);
      expect(read.rows, `page ${number} of ${pageCount}`).toBeLessThan(MAX_ROWS_READ);
    }
  });

  it.each([
    ['payments out by a transaction id', PAYMENT_OUT_SHAPE, 'max(transaction_id) FROM payouts'],
    ['mechanics by an email address', MECHANIC_SHAPE, 'max(email) FROM mechanics'],
  ] as const)('%s', async (_name, shape, expression) => {
    const read = await readBy(page(shape, { search: await sampleText(expression) }));
    expect(read.scanned).toEqual([]);
    expect(read.rows).toBeLessThan(MAX_ROWS_READ);
  });

  it('a booking by its complete id, with the primary key and without trigrams', async () => {
    const search = await sampleText('max(id) FROM bookings');
    const { statement, values } = page(BOOKING_SHAPE, { search });
    expect(values).toContain(search);
    const nodes = await explainStatement(client, { statement, values }, 'custom');
    expect(nodes.map((node) => node['Index Name'])).toContain('bookings_pkey');
    expect(nodes.map((node) => node['Index Name'])).not.toContain('bookings_fragment');
  });

  it.each([
    ['the bookings of a customer', BOOKING_SHAPE, 'customer_id'],
    ['the bookings of a mechanic', BOOKING_SHAPE, 'mechanic_id'],
    ['the payments of a booking', PAYMENT_SHAPE, 'booking_id'],
    ['the ledger entries of a mechanic', LEDGER_LIST, 'mechanic_id'],
  ] as const)('%s', async (_name, shape, column) => {
    const id = await sampleText(`max(${column}) FROM ${shape.table}`);
    expect((await readBy(page(shape, of(column, id)))).scanned).toEqual([]);
  });

  it('the dashboard and the items that need attention', async () => {
    const values = ['2026-03-14T11:20:00Z'];
    for (const read of [
      await readBy({ statement: DASHBOARD, values }),
      await readBy({ statement: ATTENTION, values: [...values, '0'.repeat(24)] }),
    ]) {
      expect(read.scanned).toEqual([]);
      expect(read.rows).toBeLessThan(MAX_ROWS_READ);
    }
  });

  it('[FIND-04, WORK-01] the oldest payout due, with the first entry of each mechanic from the index of mechanics', async () => {
    const nodes = await explainStatement(client, { statement: OLDEST_PAYOUT_DUE, values: [] }, 'custom');
    const indexes = nodes.map((node) => node['Index Name']);
    expect(indexes).toContain('ledger_entries_of_mechanic');
    expect(indexes).not.toContain('ledger_entries_listed');
  });
});
