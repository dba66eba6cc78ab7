import { inArray, sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { orm } from './orm.ts';
import { businessSettings } from './schema/business-settings.ts';
import { type ShortLocks, withShortLocks } from './short-locks.ts';
import { defineStatement, rowsOf } from './statement.ts';

/** What the counters count: their definitions, and the functions that these call. */
const DEFINITIONS = defineStatement({
  name: 'counter-definitions',
  text: `SELECT md5(string_agg(text, ' ' ORDER BY text)) AS hash FROM (
      SELECT d::text AS text FROM counter_definitions AS d
      UNION ALL SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname ~ 'counter_(keys?|changes)$|^amount_day$'
    ) AS definitions`,
  row: z.object({ hash: z.string() }),
  example: [],
  isPrepared: false,
});

/** Those of the last version that did not store by what it had counted. */
const UNSTORED_DEFINITIONS = '7e3bd9ab508bb7dd6ea30a4edf42c50c';

const COUNTED_TABLES = defineStatement({
  name: 'counted-tables',
  text: 'SELECT DISTINCT quote_ident(source) AS name FROM counter_definitions ORDER BY 1',
  row: z.object({ name: z.string() }),
  example: [],
  isPrepared: false,
});

/**
 * Counts every row again where the counters have been counted by another time zone or by other definitions. Writers wait half a second
 * at most, until those that still count in the old way have ended; then the difference is added beside them (OPER-03).
 */
export async function recountCounters(client: pg.ClientBase, timeZone: string, options: ShortLocks): Promise<void> {
  const [definitions] = await rowsOf(client, DEFINITIONS, []);
  const wanted = `${timeZone} ${definitions?.hash}`;
  const { name, value } = businessSettings;
  const stored = await orm(client)
    .select({ name, value })
    .from(businessSettings)
    .where(inArray(name, ['time_zone', 'counted_as']));
  const of = (setting: string) => stored.find((row) => row.name === setting)?.value;
  const isSameZone = of('time_zone') === timeZone;
  if (isSameZone && of('counted_as') === wanted) return;
  const save = (setting: string, text: string) =>
    orm(client)
      .insert(businessSettings)
      .values({ name: setting, value: text })
      .onConflictDoUpdate({ target: name, set: { value: sql`excluded.value` } });
  const wasUnstored = of('counted_as') === undefined && definitions?.hash === UNSTORED_DEFINITIONS;
  if (isSameZone && wasUnstored) return void (await save('counted_as', wanted));
  const tables = await rowsOf(client, COUNTED_TABLES, []);
  await withShortLocks(client, options, async (run) => {
    for (const table of tables) await run(`LOCK TABLE ${table.name} IN SHARE ROW EXCLUSIVE MODE`);
    await save('time_zone', timeZone);
    // Until it is complete: a start after a kill counts again.
    await save('counted_as', '');
  });
  options.log?.info('the rows are counted again');
  await client.query('CALL rebuild_counters()');
  await save('counted_as', wanted);
}
