import { expect, it } from 'vitest';
import { ledgerUnderTest } from '../../testing/ledger-under-test.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { MARK_DISAGREEING, POST_DIFFERENCES } from './posting-statement.ts';

const ledger = ledgerUnderTest();

it.each(['generic', 'custom'] as const)(
  '[PAYO-10, IMPO-04] posting reads only records near the given ones in tables that are empty according to the statistics (%s plan)',
  async (mode) => {
    const client = await ledger.test.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('ANALYZE bookings, payments, earnings, payouts, ledger_entries');
      await client.query(
        `WITH made AS (INSERT INTO bookings (id, status, mechanic_id)
           SELECT lpad(to_hex(number), 24, '0'), 'completed', $1 FROM generate_series(1, 3000) AS number RETURNING id)
         INSERT INTO payments (id, booking_id, status, amount_paise, transacted_at)
         SELECT 'c' || substr(id, 2), id, 'paid', 100000, now() FROM made`,
        [ledger.mechanic],
      );
      const nodes = await explainStatement(
        client,
        { statement: { name: 'post', text: POST_DIFFERENCES }, values: [`{${'1'.padStart(24, '0')}}`] },
        mode,
      );
      for (const table of ['bookings', 'payments', 'earnings', 'payouts'])
        expect([table, countRowsRead(nodes, table) < 20]).toEqual([table, true]);
      expect(countRowsRead(nodes, 'payments')).toBeGreaterThan(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);

it.each(['generic', 'custom'] as const)(
  '[PAYO-10, WORK-01] posting reads each of many payments without a booking once, even if there are none according to the statistics (%s plan)',
  async (mode) => {
    const client = await ledger.test.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `WITH made AS (INSERT INTO bookings (id, status)
           SELECT 'e' || lpad(to_hex(number), 23, '0'), 'completed' FROM generate_series(1, 20000) AS number RETURNING id)
         INSERT INTO payments (id, booking_id, status, amount_paise) SELECT 'd' || substr(id, 2), id, 'pending', 1 FROM made`,
      );
      await client.query('ANALYZE payments');
      await client.query(
        `INSERT INTO payments (id, mechanic_id, status, amount_paise, transacted_at)
         SELECT 'c' || lpad(to_hex(number), 23, '0'), $1, 'paid', 100000, now() FROM generate_series(1, 1000) AS number`,
        [ledger.mechanic],
      );
      const ids = Array.from({ length: 100 }, (_, index) => `c${(index + 1).toString(16).padStart(23, '0')}`);
      for (const text of [POST_DIFFERENCES, MARK_DISAGREEING.text]) {
        const nodes = await explainStatement(
          client,
          { statement: { name: 'post', text }, values: [`{${ids.join(',')}}`] },
          mode,
        );
        expect(countRowsRead(nodes, 'payments')).toBeLessThan(10 * ids.length);
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  },
);
