import type { Database } from './database.ts';
import type { ListShape } from './page-statement.ts';

/** A full record by its id, as its list shows it; null where there is none. */
export async function readRecord<R>(database: Database, shape: ListShape, id: string): Promise<R | null> {
  const statement = {
    name: `${shape.name}-one`,
    text: `SELECT ${shape.json} AS record FROM ${shape.table} AS b ${shape.joins} WHERE b.id = $1 AND ${shape.condition ?? "b.record_state = 'full'"}`,
  };
  const [found] = await database.rows<{ record: R }>(statement, [id]);
  return found?.record ?? null;
}
