import type pg from 'pg';
import type { z } from 'zod';

/** An example value from a column of the demo data. */
export interface Sample {
  readonly table: string;
  readonly column: string;
}

export interface Statement<R extends object = never> {
  readonly name: string;
  readonly text: string;
  /** False if the best plan depends on the values. By default a statement is prepared once per connection. */
  readonly isPrepared?: false;
  /** The shape of a row, checked only by tests; absent if the statement returns no rows. */
  readonly row?: z.core.$ZodObject & z.core.$ZodType<R>;
}

export interface DefinedStatement<R extends object> extends Statement<R> {
  /** Values for which the statement returns a row of demo data, for the test of all statements. */
  readonly example: readonly unknown[];
}

const defined = new Map<string, DefinedStatement<object>>();

export const definedStatements = (): DefinedStatement<object>[] => [...defined.values()];

/**
 * Defines a statement at the top level of a module, where the test of all statements finds it.
 * @throws Error if the name is already used
 */
export function defineStatement<R extends object = never>(statement: DefinedStatement<R>): Statement<R> {
  if (defined.has(statement.name)) throw new Error(`two statements are named "${statement.name}"`);
  defined.set(statement.name, statement);
  return statement;
}

export const sampleOf = (table: string, column = 'id'): Sample => ({ table, column });

/** Runs a statement on a transaction's client. Outside a transaction, use `database.rows`. */
export async function rowsOf<R extends object>(
  client: pg.ClientBase | pg.Pool,
  { name, text, isPrepared }: Statement<R>,
  values: readonly unknown[],
): Promise<R[]> {
  const prepared = isPrepared === false ? {} : { name };
  const { rows } = await client.query<R & pg.QueryResultRow>({ ...prepared, text, values: [...values] });
  return rows;
}

export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Returns the LIKE pattern for texts that contain the fragment. */
export const containing = (fragment: string): string => `%${escapeLike(fragment)}%`;
