import { describe, expect, it } from 'vitest';
import { filledDatabase } from '../../testing/file-database.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { definedStatements, type Statement } from '../db/statement.ts';
import { claimDelivery, findDueEndpoints } from './deliver-webhooks.ts';

const WAITING = 20_000;
const NOW = new Date('2026-11-05T03:35:00Z');
const AT = NOW.toISOString();
const ENDPOINT = '8'.repeat(24);

// A disabled endpoint has just as many deliveries, which no query may scan.
const test = filledDatabase(`
  INSERT INTO webhook_endpoints (id, url, secret, is_enabled, disabled_reason, created_at) VALUES
    ('${ENDPOINT}', 'https://hooks.example.com/', 'whsec_', true, NULL, now()),
    ('${'9'.repeat(24)}', 'https://hooks.example.com/', 'whsec_', false, 'failing', now());
  INSERT INTO events (position, id, type, at, data) SELECT n, 'evt_' || n, 'slot.created', '2026-11-01', '{}' FROM generate_series(1, ${WAITING}) AS n;
  INSERT INTO webhook_deliveries (endpoint_id, event_sequence, next_attempt_at, created_at)
  SELECT w.id, sequence, '2026-11-01', '2026-11-01' FROM events, webhook_endpoints AS w ORDER BY sequence`);

const statementOf = (name: string): Statement => {
  const found = definedStatements().find((statement) => statement.name === name);
  if (!found) throw new Error(`no statement is named ${name}`);
  return { name, text: found.text };
};

describe('[HOOK-03] claiming a delivery', () => {
  it('reads a few of 20,000 pending rows', async () => {
    // EXPLAIN ANALYZE claims a delivery, so the transaction is rolled back.
    await test.client.query('BEGIN');
    for (const [name, values] of [
      ['claim-webhook-delivery', [ENDPOINT, AT, AT]],
      ['find-due-webhook-endpoints', [AT]],
    ] as const)
      for (const mode of ['generic', 'custom'] as const) {
        const nodes = await explainStatement(
          test.client,
          { statement: statementOf(name), values: [...values] },
          mode,
        );
        for (const table of ['webhook_deliveries', 'events'])
          expect(countRowsRead(nodes, table), `${name}, ${table}, ${mode}`).toBeLessThan(20);
      }
    await test.client.query('ROLLBACK');
  });

  it('returns each delivery once, in event order, and no delivery of a disabled endpoint', async () => {
    expect(await findDueEndpoints(test.database, NOW)).toEqual([ENDPOINT]);
    const claimed = await Promise.all(Array.from({ length: 5 }, () => claimDelivery(test.database, ENDPOINT, NOW)));
    expect(claimed.map((delivery) => delivery?.eventId).toSorted()).toEqual([
      'evt_1',
      'evt_2',
      'evt_3',
      'evt_4',
      'evt_5',
    ]);
    expect(await claimDelivery(test.database, '9'.repeat(24), NOW)).toBeUndefined();
  });
});
