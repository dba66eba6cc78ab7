import type { MissingNoun } from '@wayside/contract/sentences/records';
import { notFound } from '../../api-error.ts';
import type { Database } from './database.ts';

/** How records are read. No name comes from a request. */
export interface RecordSource {
  readonly table: string;
  /** A row as a JSON record; the alias of the table is `b`. */
  readonly json: string;
  readonly joins: string;
  /** The rows that are records; by default the full ones. */
  readonly condition?: string;
}

export const conditionOf = ({ condition = "record_state = 'full'" }: RecordSource): string => condition;

/** A SELECT of all records; conditions and an order may follow. */
export const selectRecords = (source: RecordSource): string =>
  `SELECT ${source.json} AS record FROM (SELECT * FROM ${source.table} WHERE ${conditionOf(source)}) AS b ${source.joins} WHERE true`;

/** A record as its list shows it. @param noun how an error names it @throws 404 */
export async function findRecord<R>(
  database: Database,
  source: RecordSource & { readonly name: string },
  id: string,
  noun: MissingNoun,
): Promise<R> {
  const statement = { name: `${source.name}-one`, text: `${selectRecords(source)} AND b.id = $1` };
  const [found] = await database.rows<{ record: R }>(statement, [id]);
  if (!found) throw notFound(noun);
  return found.record;
}
