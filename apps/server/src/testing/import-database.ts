import { beforeEach } from 'vitest';
import { type FileDatabase, fileDatabase } from './file-database.ts';
import { emptyDatabase } from './import-run.ts';

/** A separate database for the calling test file; each test starts without records. */
export function importDatabase(): FileDatabase {
  const test = fileDatabase();
  beforeEach(() => emptyDatabase(test.database));
  return test;
}

/** For tests: returns the id of a record as written in the files of an import. */
export const testId = (number: number) => `65f0${number.toString(16).padStart(20, '0')}`;
