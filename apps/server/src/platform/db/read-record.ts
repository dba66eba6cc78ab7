import { notFound } from '../../api-error.ts';
import type { Database } from './database.ts';

/** How records of the domain are read. No name comes from a request. */
export interface RecordSource {
  readonly table: string;
  /** A row as a JSON record of the domain; the alias of the table is `b`. */
  readonly json: string;
  /** Joins of the JSON. */
  readonly joins: string;
  /** Which rows of the table are records; by default the full ones. */
  readonly condition?: string;
}

/** The condition of the rows that are records. */
export const conditionOf = ({ condition = "record_state = 'full'" }: RecordSource): string => condition;

/** The SELECT of all records, which more conditions and an order may follow. */
export const selectRecords = (source: RecordSource): string =>
  `SELECT ${source.json} AS record FROM (SELECT * FROM ${source.table} WHERE ${conditionOf(source)}) AS b ${source.joins} WHERE true`;

/** A record by its id, as its list shows it. @param noun how an error names it @throws 404 */
export async function findRecord<R>(
  database: Database,
  source: RecordSource & { readonly name: string },
  id: string,
  noun: string,
): Promise<R> {
  const statement = { name: `${source.name}-one`, text: `${selectRecords(source)} AND b.id = $1` };
  const [found] = await database.rows<{ record: R }>(statement, [id]);
  if (!found) throw notFound(noun);
  return found.record;
}
