import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type FileDatabase, fileDatabase } from './file-database.ts';

/** A database that holds many records, of which PostgreSQL knows how many. */
export interface FilledDatabase extends FileDatabase {
  /** One connection for all questions, as `planOf` needs it. */
  readonly client: pg.PoolClient;
}

/**
 * For the tests of the file that calls this: a database of its own that is filled once.
 * @param fill the statement that fills it
 */
export function filledDatabase(fill: string): FilledDatabase {
  const file = fileDatabase();
  let client: pg.PoolClient;
  beforeAll(async () => {
    await file.database.pool.query(fill);
    await file.database.pool.query('VACUUM ANALYZE');
    client = await file.database.pool.connect();
  });
  afterAll(() => client.release());
  return {
    get database() {
      return file.database;
    },
    get client() {
      return client;
    },
  };
}
