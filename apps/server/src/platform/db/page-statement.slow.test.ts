import { beforeAll, describe, expect, it } from 'vitest';
import { BOOKING_SHAPE } from '../../features/bookings/list-bookings.ts';
import { MECHANIC_SHAPE } from '../../features/mechanics/list-mechanics.ts';
import { PAYMENT_SHAPE } from '../../features/payments/list-payments.ts';
import { USER_SHAPE } from '../../features/users/users.ts';
import { findCounterDifferences } from '../../testing/data-digest.ts';
import { filledDatabase } from '../../testing/file-database.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { type ListInput, type ListShape, midnightSql } from './list-shape.ts';
import { buildPageStatement } from './page-statement.ts';
import { eachPageOfList, readFoundPage } from './read-page.ts';
import { IS_SAMPLED_PERSON_SQL, IS_SAMPLED_SQL } from './schema/samples.ts';
import { matchesMany } from './search-width.ts';
import { rowsOf, type Statement } from './statement.ts';

const ROWS = 20_000;
const LIMIT = 10;

// Amounts from a paisa to ten million rupees. Most are around a thousand; some are equal, some are missing and a few
// are negative.
const AMOUNT = `CASE WHEN n % 97 = 0 THEN NULL WHEN n % 5 = 0 THEN 49900 ELSE (exp(9 + 4 * sin(n) + 3 * cos(n * 7)) + n % 7)::bigint END`;
const MANY = `
  INSERT INTO users (id, name, wallet_paise, created_at)
  SELECT substr(md5('user ' || n), 1, 24), 'User ' || n, CASE WHEN n % 50 = 0 THEN -n ELSE ${AMOUNT} END, '2025-01-01'::timestamptz + n * interval '7 minutes'
  FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO mechanics (id, name, status, wallet_paise, created_at)
  SELECT substr(md5('mechanic ' || n), 1, 24), 'Mechanic ' || n, (ARRAY['approved', 'pending', 'rejected'])[1 + n % 3], ${AMOUNT}, '2025-01-01'
  FROM generate_series(1, 4000) AS n;
  INSERT INTO bookings (id, kind, status, mechanic_id, created_at)
  SELECT substr(md5('booking ' || n), 1, 24), (ARRAY['services', 'emergency'])[1 + (n / 3) % 2], (ARRAY['completed', 'pending', 'cancelled', 'accepted'])[1 + n % 4],
    CASE WHEN n % 5 < 3 THEN substr(md5('mechanic ' || 1 + n % 2000), 1, 24) END,
    CASE WHEN n > 5 THEN '2025-01-01T00:00:00Z'::timestamptz + n * interval '13 minutes' END
  FROM generate_series(1, ${ROWS}) AS n;
  INSERT INTO payments (id, status, method, amount_paise, transacted_at, created_at)
  SELECT substr(md5('payment ' || n), 1, 24), (ARRAY['paid', 'paid', 'paid', 'pending', 'failed'])[1 + n % 5], (ARRAY['upi', 'cash', NULL])[1 + n % 3], ${AMOUNT},
    '2025-01-01T00:00:00Z'::timestamptz + n * interval '13 minutes', now()
  FROM generate_series(1, ${ROWS}) AS n`;

const test = filledDatabase(MANY);

const DAYS = { from: '2025-02-10', to: '2025-05-20' };
const UNASSIGNED = { flags: ['is_unassigned'] };
const EMERGENCIES = { fixedFilters: [{ column: 'kind', id: 'emergency' }] };
const UPI = { fixedFilters: [{ column: 'method', id: 'upi' }] };

/** Returns the ids that a plain SELECT finds. */
async function idsBy(shape: ListShape, input: Partial<ListInput>): Promise<string[]> {
  const { sort, status, days, flags = [], fixedFilters = [] } = input;
  const [, direction = 'DESC', name = 'date'] = /^(-?)(.*)$/.exec(sort ?? '-date')?.map(String) ?? [];
  const order = `${shape.orders?.[name]?.value ?? shape.orderBy} ${direction === '-' ? 'DESC' : 'ASC'}`;
  const conditions = [
    "record_state = 'full'",
    ...(status ? [`${shape.statusColumn} IN (${status.map((each) => `'${each}'`).join()})`] : []),
    ...(days
      ? [
          `${shape.orderBy} >= ${midnightSql(`'${days.from}'`)} AND ${shape.orderBy} < ${midnightSql(`'${days.to}'::date + 1`)}`,
        ]
      : []),
    ...flags.map((flag) => shape.flags?.[flag] ?? ''),
    ...fixedFilters.map(({ column, id }) => `${column} = '${id}'`),
  ];
  const { rows } = await test.client.query<{ id: string }>(
    `SELECT id FROM ${shape.table} WHERE ${conditions.join(' AND ')} ORDER BY ${order}, id ${direction === '-' ? 'DESC' : 'ASC'}`,
  );
  return rows.map(({ id }) => id);
}

const QUESTIONS: readonly (readonly [string, ListShape, Partial<ListInput>])[] = [
  ['[VIEW-02] bookings, oldest first', BOOKING_SHAPE, { sort: 'date' }],
  ['[VIEW-03] bookings of two statuses', BOOKING_SHAPE, { status: ['accepted', 'pending'] }],
  [
    '[VIEW-03] bookings of three statuses, oldest first',
    BOOKING_SHAPE,
    { status: ['accepted', 'pending', 'completed'], sort: 'date' },
  ],
  ['[VIEW-03] emergencies', BOOKING_SHAPE, EMERGENCIES],
  ['[VIEW-03] bookings without a mechanic', BOOKING_SHAPE, UNASSIGNED],
  [
    '[VIEW-03] emergencies without a mechanic of two statuses',
    BOOKING_SHAPE,
    { ...EMERGENCIES, ...UNASSIGNED, status: ['pending', 'accepted'] },
  ],
  ['[VIEW-01] bookings of some days', BOOKING_SHAPE, { days: DAYS }],
  [
    '[VIEW-01, VIEW-02, VIEW-03] emergencies of some days and two statuses, oldest first',
    BOOKING_SHAPE,
    { ...EMERGENCIES, days: DAYS, status: ['pending', 'completed'], sort: 'date' },
  ],
  ['[VIEW-01] payments of some days', PAYMENT_SHAPE, { days: DAYS }],
  ['[PAYM-07] payments of a method', PAYMENT_SHAPE, UPI],
  [
    '[PAYM-07, VIEW-01, VIEW-02] payments of a method, some days and two statuses, oldest first',
    PAYMENT_SHAPE,
    { ...UPI, days: DAYS, status: ['paid', 'pending'], sort: 'date' },
  ],
  ['[VIEW-02] payments, oldest first', PAYMENT_SHAPE, { sort: 'date' }],
  ['[VIEW-02] payments, highest amount first', PAYMENT_SHAPE, { sort: '-amount' }],
  ['[VIEW-02] payments, lowest amount first', PAYMENT_SHAPE, { sort: 'amount' }],
  [
    '[VIEW-02, VIEW-03] payments of two statuses, highest amount first',
    PAYMENT_SHAPE,
    { sort: '-amount', status: ['paid', 'pending'] },
  ],
  ['[FIND-04] payments of a method, highest amount first', PAYMENT_SHAPE, { ...UPI, sort: '-amount' }],
  [
    '[FIND-04] payments of a method and two statuses, lowest amount first',
    PAYMENT_SHAPE,
    { ...UPI, sort: 'amount', status: ['paid', 'pending'] },
  ],
  ['[VIEW-02] customers, highest wallet first', USER_SHAPE, { sort: '-wallet' }],
  ['[VIEW-02] customers, lowest wallet first', USER_SHAPE, { sort: 'wallet' }],
  ['[VIEW-02] mechanics, highest wallet first', MECHANIC_SHAPE, { sort: '-wallet' }],
  [
    '[VIEW-02, VIEW-03] mechanics of two statuses, lowest wallet first',
    MECHANIC_SHAPE,
    { sort: 'wallet', status: ['approved', 'pending'] },
  ],
];

const inputOf = (page: number, input: Partial<ListInput>) => ({
  status: null,
  search: null,
  page,
  limit: LIMIT,
  ...input,
});

describe('a list with a sort order and filters', () => {
  it.each(QUESTIONS)(
    '[VIEW-08] has the same pages, total and export as a plain SELECT: %s',
    async (_name, shape, input) => {
      const ids = await idsBy(shape, input);
      const last = Math.ceil(ids.length / LIMIT);
      expect(last).toBeGreaterThan(100);
      for (const page of [1, 2, 50, 51, 52, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last, last + 1]) {
        const { statement, values } = buildPageStatement(shape, inputOf(page, input));
        const { rows } = await test.client.query<{ total: number; rows: { id: string }[] }>({
          ...statement,
          values,
        });
        expect(rows[0]?.total).toBe(ids.length);
        const found = rows[0]?.rows.map(({ id }) => id);
        expect(found, `page ${page}`).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
      }
      for (const page of [1, Math.ceil(last / 2), last])
        for (const mode of ['generic', 'custom'] as const) {
          const read = countRowsRead(
            await explainStatement(test.client, buildPageStatement(shape, inputOf(page, input)), mode),
            shape.table,
          );
          expect(read, `page ${page}, ${mode}`).toBeLessThan(3_000);
        }
      const database = {
        rows: <R extends object>(statement: Statement<R>, values: readonly unknown[]) =>
          rowsOf(test.client, statement, values),
      };
      const exported: string[] = [];
      for await (const rows of eachPageOfList<{ id: string }>(database, shape, {
        status: null,
        search: null,
        ...input,
      }))
        exported.push(...rows.map(({ id }) => id));
      expect(exported).toEqual(ids);
    },
  );

  it.each([
    ['highest amount first', { sort: '-amount' }],
    ['lowest amount first, of a method', { sort: 'amount', ...UPI }],
    [
      'highest amount first, of a method and two statuses',
      { sort: '-amount', ...UPI, status: ['paid', 'pending'] },
    ],
  ] as const)(
    '[FIND-04, VIEW-01, VIEW-02] reads few rows of each day for payments of a few days: %s',
    async (_name, more) => {
      const input = { days: DAYS, ...more };
      const ids = await idsBy(PAYMENT_SHAPE, input);
      const last = Math.ceil(ids.length / LIMIT);
      const read = async (page: number) => {
        const built = buildPageStatement(PAYMENT_SHAPE, inputOf(page, input));
        const { rows } = await test.client.query<{ total: number; rows: { id: string }[] }>({
          ...built.statement,
          values: built.values,
        });
        expect(rows[0]?.total).toBe(ids.length);
        expect(
          rows[0]?.rows.map(({ id }) => id),
          `page ${page}`,
        ).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
        return countRowsRead(await explainStatement(test.client, built, 'generic'), 'payments');
      };
      for (const page of [2, Math.ceil(last / 2), last - 1, last + 1]) await read(page);
      // The limit allows for a page of each of 102 days and each status, and for the rows of the page.
      expect(await read(1)).toBeLessThan(1_100 * ('status' in more ? more.status.length : 1));
      // The limit allows for the rows of one step of the amounts, because every fifth row has the same amount.
      for (const page of [Math.ceil(last / 4), last]) expect(await read(page)).toBeLessThan(500);
    },
  );

  it.each([
    ['complete months', { from: '2025-02-01', to: '2025-04-30' }],
    ['days of one month', { from: '2025-03-03', to: '2025-03-27' }],
    ['days of two months', { from: '2025-02-17', to: '2025-03-14' }],
    ['all days', { from: '1900-01-01', to: '9999-12-30' }],
  ] as const)(
    '[FIND-04, VIEW-01] has the same pages as a plain SELECT for payments by amount in %s',
    async (_name, days) => {
      for (const sort of ['amount', '-amount']) {
        const ids = await idsBy(PAYMENT_SHAPE, { days, sort });
        for (const page of [51, Math.ceil(ids.length / 3 / LIMIT), Math.ceil(ids.length / LIMIT)]) {
          const { statement, values } = buildPageStatement(PAYMENT_SHAPE, inputOf(page, { days, sort }));
          const { rows } = await test.client.query<{ rows: { id: string }[] }>({ ...statement, values });
          const found = rows[0]?.rows.map(({ id }) => id);
          expect(found, `page ${page}`).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
        }
      }
    },
  );

  it.each([
    [-1, '-9223372036854775808'],
    [0, '0'],
    [63, '63'],
    [64, '64'],
    [129, '128'],
    [107_850, '106496'],
  ])('[FIND-04] puts %s paise into the counter step that starts at %s', async (paise, lowest) => {
    const { rows } = await test.client.query('SELECT amount_step($1)::text AS lowest', [paise]);
    expect(rows).toEqual([{ lowest }]);
  });

  describe('[FIND-04] a search that matches more than 10,000 rows', () => {
    // Each of 4,000 customers has five bookings; one has another name.
    beforeAll(() =>
      test.client.query(`
        UPDATE users SET name = 'Asha Rao' WHERE id = substr(md5('user 4000'), 1, 24);
        UPDATE bookings AS b SET customer_id = substr(md5('user ' || 1 + n % 4000), 1, 24)
        FROM generate_series(1, ${ROWS}) AS n WHERE b.id = substr(md5('booking ' || n), 1, 24)`),
    );

    it.each([
      ['customers', USER_SHAPE, "name LIKE 'User %'"],
      ['bookings', BOOKING_SHAPE, "customer_id IN (SELECT id FROM users WHERE name LIKE 'User %')"],
    ] as const)(
      'stops counting %s, and returns the same rows as a plain SELECT',
      async (_name, shape, condition) => {
        const { rows } = await test.client.query<{ id: string }>(
          `SELECT id FROM ${shape.table} WHERE ${condition} ORDER BY ${shape.orderBy} DESC, id DESC LIMIT 10000`,
        );
        const ids = rows.map(({ id }) => id);
        for (const page of [1, 2, 700, 1000, 1001]) {
          const found = await readFoundPage<{ id: string }>(
            test.database,
            shape,
            inputOf(page, { search: 'user' }),
          );
          expect(found).toMatchObject({ total: 10_000, pageCount: 1_000, isMore: true });
          expect(found.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
        }
      },
    );

    it.each([
      ['customers', USER_SHAPE, { search: 'user' }, true],
      ['bookings', BOOKING_SHAPE, { search: 'user' }, true],
      ['bookings of a status', BOOKING_SHAPE, { search: 'user', status: ['pending'] }, false],
      [
        'bookings of one customer',
        BOOKING_SHAPE,
        { search: 'user', fixedFilters: [{ column: 'customer_id', id: 'a' }] },
        false,
      ],
      ['bookings of few customers', BOOKING_SHAPE, { search: 'asha' }, false],
      ['bookings by a part of an id', BOOKING_SHAPE, { search: 'a1b' }, false],
      ['bookings by digits', BOOKING_SHAPE, { search: '123' }, false],
      ['customers by digits', USER_SHAPE, { search: '98765' }, false],
      ['customers by an email', USER_SHAPE, { search: 'a.rao@example.in' }, false],
      ['customers by initials', USER_SHAPE, { search: 'jp rao' }, false],
      ['customers by two letters', USER_SHAPE, { search: 'om jo' }, false],
      ['mechanics by digits', MECHANIC_SHAPE, { search: '98765' }, false],
      ['payments by anything', PAYMENT_SHAPE, { search: '21558a08' }, false],
    ] as const)('is detected from a sample of the rows: %s', async (_name, shape, input, isMany) => {
      expect(await matchesMany(test.database, shape, inputOf(1, input))).toBe(isMany);
    });

    it('reads samples only from their indexes', async () => {
      await test.client.query('VACUUM ANALYZE users, bookings, payments');
      for (const [table, sample, columns] of [
        ['users', IS_SAMPLED_PERSON_SQL, "fold_text(name) LIKE '%user%' OR digits_of(phone) LIKE '%123%'"],
        ['bookings', IS_SAMPLED_SQL, "id LIKE '%a1b%'"],
        ['payments', IS_SAMPLED_SQL, "id LIKE '%a1b%'"],
      ] as const) {
        const text = `SELECT count(*) FILTER (WHERE ${columns}), count(*) AS rows FROM ${table} WHERE ${sample}`;
        const nodes = await explainStatement(
          test.client,
          { statement: { name: 'sample', text }, values: [] },
          'custom',
        );
        expect(nodes.map((node) => [node['Node Type'], node['Index Name']]).at(-1)).toEqual([
          ...['Index Only Scan', `${table}_sample`],
        ]);
      }
    });

    it.each([
      ['few matches', { search: 'asha' }, 5],
      ['few matches of a status', { search: 'user', status: ['cancelled'], days: DAYS }, null],
      ['matches of many people', { search: 'user', days: { from: '2025-02-10', to: '2025-02-11' } }, null],
    ] as const)('counts the total when there are %s', async (_name, input, count) => {
      const found = await readFoundPage<{ id: string }>(test.database, BOOKING_SHAPE, inputOf(1, input));
      const all = await idsBy(BOOKING_SHAPE, input);
      expect(found.isMore).toBeUndefined();
      expect(found.total).toBe(count ?? all.length);
    });
  });

  it('[VIEW-02, VIEW-03] the counters of orders and filters stay equal to the rows', async () => {
    await test.client.query(`
      UPDATE payments SET amount_paise = amount_paise * 3, method = 'card' WHERE status = 'pending';
      UPDATE bookings SET mechanic_id = NULL, status = 'pending' WHERE status = 'accepted';
      UPDATE users SET wallet_paise = 0 WHERE wallet_paise > 100000;
      DELETE FROM bookings WHERE status = 'cancelled' AND kind = 'emergency'`);
    expect(await findCounterDifferences(test.database)).toEqual([]);
  });
});
