import { describe, expect, it } from 'vitest';
import type { ListInput } from '../../platform/db/list-shape.ts';
import { buildPageStatement } from '../../platform/db/page-statement.ts';
import { findCounterDifferences } from '../../testing/data-digest.ts';
import { filledDatabase } from '../../testing/file-database.ts';
import { countRowsRead, explainStatement } from '../../testing/statement-plan.ts';
import { ACTIVITY_SHAPE } from './list-activity.ts';

const ENTRIES = 6000;
const LIMIT = 10;
const ACTOR = 'a'.repeat(24);

// Every third entry was written by a command and has no actor.
const MANY = `
  INSERT INTO activity (at, actor_id, action, entity, entity_id)
  SELECT '2026-01-01T00:00:00Z'::timestamptz + n * interval '13 minutes', CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN '${ACTOR}' ELSE '${'b'.repeat(24)}' END,
    (ARRAY['blocked', 'unblocked', 'updated', 'paid'])[1 + n / 3 % 4], (ARRAY['user', 'mechanic', 'slot'])[1 + n / 12 % 3], lpad(to_hex(n % 50), 24, '0')
  FROM generate_series(1, ${ENTRIES}) AS n`;

const test = filledDatabase(MANY);

interface Filter {
  readonly action: string | null;
  readonly entity: string | null;
  readonly actor_id: string | null;
}

const FILTERS: readonly Filter[] = [null, 'paid'].flatMap((action) =>
  [null, 'mechanic'].flatMap((entity) => [null, ACTOR].map((actor) => ({ action, entity, actor_id: actor }))),
);

type Days = NonNullable<ListInput['days']> | null;
const DAYS = { from: '2026-01-10', to: '2026-02-20' };

function asked({ action, entity, actor_id }: Filter, page: number, days: Days) {
  const fixedFilters = Object.entries({ entity, actor_id }).flatMap(([column, id]) =>
    id === null ? [] : [{ column, id }],
  );
  const status = action === null ? null : [action];
  return buildPageStatement(ACTIVITY_SHAPE, { status, search: null, fixedFilters, days, page, limit: LIMIT });
}

async function idsUnder({ action, entity, actor_id }: Filter, days: Days): Promise<string[]> {
  const { rows } = await test.client.query<{ id: string }>(
    `SELECT id::text FROM activity
     WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR entity = $2) AND ($3::text IS NULL OR actor_id = $3)
       AND ($4::date IS NULL OR (at AT TIME ZONE 'Asia/Kolkata')::date BETWEEN $4 AND $5)
     ORDER BY at DESC, activity.id DESC`,
    [action, entity, actor_id, days?.from ?? null, days?.to ?? null],
  );
  return rows.map(({ id }) => id);
}

describe.each([[null], [DAYS]])('[API-17, SECU-05, PRIV-03] the activity log for the days %j', (days) => {
  it.each(FILTERS)('returns the same total and pages as a full recount, and reads few rows: %j', async (filter) => {
    const ids = await idsUnder(filter, days);
    const pageCount = Math.ceil(ids.length / LIMIT);
    expect(ids.length).toBeGreaterThan(0);
    for (const page of [1, 2, Math.ceil(pageCount / 2), pageCount, pageCount + 1]) {
      const { statement, values } = asked(filter, page, days);
      const { rows } = await test.client.query<{ total: number; rows: { id: string }[] }>({ ...statement, values });
      expect(rows[0]?.total).toBe(ids.length);
      expect(rows[0]?.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
      // A counter can supply the total for at most one filter.
      if (Object.values(filter).filter(Boolean).length > 1) continue;
      const nodes = await explainStatement(test.client, { statement, values }, 'generic');
      expect(countRowsRead(nodes, 'activity'), JSON.stringify([filter, page])).toBeLessThan(700);
    }
  });
});

it('[SECU-05] the counters equal the number of entries, including entries without an actor', async () => {
  expect(await findCounterDifferences(test.database)).toEqual([]);
  await test.client.query(
    "UPDATE counters SET count = count + 1 WHERE name = 'activity by record' AND status = activity_counter_key('slot', NULL, NULL) AND period = 'ever'",
  );
  expect(await findCounterDifferences(test.database)).toEqual([
    { name: 'activity by record', status: '["slot", null, null]', period: 'ever', startsOn: '-infinity' },
  ]);
});
