import { type DataKeys, openDataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';

/** The DATA_KEY of tests. */
export const DATA_KEY = Buffer.alloc(32, 7).toString('base64');

/** For tests: opens the keys of a database with the DATA_KEY of tests. */
export const testKeys = (database: Database): Promise<DataKeys> =>
  openDataKeys(database, { dataKey: Buffer.from(DATA_KEY, 'base64'), dataDir: '/nowhere' });
