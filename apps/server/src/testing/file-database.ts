import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A database for all tests of a file. */
export interface FileDatabase {
  readonly database: Database;
  readonly keys: DataKeys;
}

/** Creates a migrated, empty database for the tests of a file and drops it after the last one. */
export function fileDatabase(): FileDatabase {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());
  return {
    get database() {
      return test.database;
    },
    get keys() {
      return test.keys;
    },
  };
}

/**
 * Creates a database for the tests of a file and fills it once.
 * @param fill the statement that fills it
 */
export function filledDatabase(fill: string) {
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
    get keys() {
      return file.keys;
    },
    /** A single connection for all queries, as `explainStatement` requires. */
    get client() {
      return client;
    },
  };
}
