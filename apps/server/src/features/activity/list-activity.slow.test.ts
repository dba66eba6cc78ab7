import { describe, expect, it } from 'vitest';
import type { ListInput } from '../../platform/db/list-shape.ts';
import { pageStatement } from '../../platform/db/page-statement.ts';
import { counterDifferences } from '../../testing/data-digest.ts';
import { filledDatabase } from '../../testing/file-database.ts';
import { planOf, rowsRead } from '../../testing/statement-plan.ts';
import { ACTIVITY_SHAPE } from './list-activity.ts';

const ENTRIES = 6000;
const LIMIT = 10;
const ACTOR = 'a'.repeat(24);

// A command, without an actor, wrote every third entry.
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

function asked({ action, entity, actor_id }: Filter, page: number, days: ListInput['days'] = null) {
  const fixedFilters = Object.entries({ entity, actor_id }).flatMap(([column, id]) =>
    id === null ? [] : [{ column, id }],
  );
  const status = action === null ? null : [action];
  return pageStatement(ACTIVITY_SHAPE, { status, search: null, fixedFilters, days, page, limit: LIMIT });
}

async function idsUnder(filter: Filter): Promise<string[]> {
  const { rows } = await test.client.query<{ id: string }>(
    `SELECT id::text FROM activity
     WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR entity = $2) AND ($3::text IS NULL OR actor_id = $3)
     ORDER BY at DESC, activity.id DESC`,
    [filter.action, filter.entity, filter.actor_id],
  );
  return rows.map(({ id }) => id);
}

describe('[API-17, SECU-05] the activity log with every combination of filters', () => {
  it.each(FILTERS)('returns the total and the pages of a recount: %j', async (filter) => {
    const ids = await idsUnder(filter);
    const pageCount = Math.ceil(ids.length / LIMIT);
    expect(ids.length).toBeGreaterThan(0);
    for (const page of [1, 2, Math.ceil(pageCount / 2), pageCount, pageCount + 1]) {
      const { statement, values } = asked(filter, page);
      const { rows } = await test.client.query<{ total: number; rows: { id: string }[] }>({ ...statement, values });
      expect(rows[0]?.total).toBe(ids.length);
      expect(rows[0]?.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
    }
  });

  it('reads a few hundred rows for any page and counts none', async () => {
    for (const filter of FILTERS.filter((each) => Object.values(each).filter(Boolean).length <= 1)) {
      const pageCount = Math.ceil((await idsUnder(filter)).length / LIMIT);
      for (const page of [1, Math.ceil(pageCount / 2), pageCount]) {
        const nodes = await planOf(test.client, asked(filter, page), 'generic');
        expect(rowsRead(nodes, 'activity'), JSON.stringify([filter, page])).toBeLessThan(700);
      }
    }
  });

  it('keeps counters equal to the rows, also for entries without an actor', async () => {
    expect(await counterDifferences(test.database)).toEqual([]);
    await test.client.query(
      "UPDATE counters SET count = count + 1 WHERE name = 'activity by record' AND status = activity_counter_key('slot', NULL, NULL) AND period = 'ever'",
    );
    expect(await counterDifferences(test.database)).toEqual([
      { name: 'activity by record', status: '["slot", null, null]', period: 'ever', startsOn: '-infinity' },
    ]);
  });

  it('[PRIV-03] returns and reads the same under a range of days', async () => {
    const days = { from: '2026-01-10', to: '2026-02-20' };
    for (const filter of FILTERS.filter((each) => Object.values(each).filter(Boolean).length <= 1)) {
      const { rows: found } = await test.client.query<{ id: string }>(
        `SELECT id::text FROM activity
         WHERE ($1::text IS NULL OR action = $1) AND ($2::text IS NULL OR entity = $2) AND ($3::text IS NULL OR actor_id = $3)
           AND (at AT TIME ZONE 'Asia/Kolkata')::date BETWEEN $4 AND $5
         ORDER BY at DESC, activity.id DESC`,
        [filter.action, filter.entity, filter.actor_id, days.from, days.to],
      );
      const ids = found.map(({ id }) => id);
      const pageCount = Math.ceil(ids.length / LIMIT);
      expect(pageCount).toBeGreaterThan(60);
      for (const page of [1, 2, Math.ceil(pageCount / 2), pageCount, pageCount + 1]) {
        const { statement, values } = asked(filter, page, days);
        const { rows } = await test.client.query<{ total: number; rows: { id: string }[] }>({
          ...statement,
          values,
        });
        expect(rows[0]?.total).toBe(ids.length);
        expect(rows[0]?.rows.map(({ id }) => id)).toEqual(ids.slice((page - 1) * LIMIT, page * LIMIT));
        const nodes = await planOf(test.client, { statement, values }, 'generic');
        expect(rowsRead(nodes, 'activity'), JSON.stringify([filter, page])).toBeLessThan(700);
      }
    }
  });
});
