import type pg from 'pg';
import type { z } from 'zod';

/** Stands for a value of a column in the database that a test runs the statement on. */
export interface Sample {
  readonly table: string;
  readonly column: string;
}

/** A hand-written statement with the type of its rows. */
export interface Statement<R extends object = never> {
  readonly name: string;
  readonly text: string;
  /** By default it is prepared once per connection; false where the best plan depends on the values. */
  readonly isPrepared?: false;
  /** The schema of one row, which tests check and production does not; none where the statement returns no rows. */
  readonly row?: z.core.$ZodObject & z.core.$ZodType<R>;
}

/** A statement that is known before it runs, with what tests it. */
export interface DefinedStatement<R extends object> extends Statement<R> {
  /** Values with which the statement returns a row of demo data; a test runs it with them. */
  readonly example: readonly unknown[];
}

const defined = new Map<string, DefinedStatement<object>>();

/** Every statement of the modules that are loaded. */
export const definedStatements = (): DefinedStatement<object>[] => [...defined.values()];

/**
 * Defines a statement. Call it at the top level of a module, so that the test of all statements finds it.
 * @throws Error when another statement has the name, under which a connection prepares it
 */
export function defineStatement<R extends object = never>(statement: DefinedStatement<R>): Statement<R> {
  if (defined.has(statement.name)) throw new Error(`two statements are named "${statement.name}"`);
  defined.set(statement.name, statement);
  return statement;
}

/** An example value: that of some row of demo data, by default its id. */
export const sampleOf = (table: string, column = 'id'): Sample => ({ table, column });

/** Runs a statement on the client of a transaction and returns its rows; `database.rows` does so outside of one. */
export async function rowsOf<R extends object>(
  client: pg.ClientBase | pg.Pool,
  { name, text, isPrepared }: Statement<R>,
  values: readonly unknown[],
): Promise<R[]> {
  const prepared = isPrepared === false ? {} : { name };
  const { rows } = await client.query<R & pg.QueryResultRow>({ ...prepared, text, values: [...values] });
  return rows;
}

/** Escapes a text for a pattern of LIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The pattern of texts that contain this one. */
export const containing = (fragment: string): string => `%${escapeLike(fragment)}%`;
