import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** A database that is there from the first test of a file on. */
export interface FileDatabase {
  readonly database: Database;
}

/** For the tests of the file that calls this: a migrated, empty database of its own, dropped after the last of them. */
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
  };
}
