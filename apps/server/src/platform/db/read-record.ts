import type { MissingNoun } from '@wayside/contract/sentences/records';
import { notFound } from '../../api-error.ts';
import type { Database } from './database.ts';

/** Describes how records are read. No part of it comes from a request. */
export interface RecordSource {
  readonly table: string;
  /** The SQL for a row as a JSON record; the alias of the table is `b`. */
  readonly json: string;
  readonly joins: string;
  /** The condition for rows that are records; by default, full records. */
  readonly condition?: string;
}

export const conditionOf = ({ condition = "record_state = 'full'" }: RecordSource): string => condition;

/** Returns a SELECT of all records, to which conditions and an order may be appended. */
export const selectRecords = (source: RecordSource): string =>
  `SELECT ${source.json} AS record FROM (SELECT * FROM ${source.table} WHERE ${conditionOf(source)}) AS b ${source.joins} WHERE true`;

/** Returns a record in the form in which its list shows it. @param noun the name of the record in errors @throws 404 */
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
