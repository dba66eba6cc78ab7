import { COLLECTIONS } from '@wayside/contract/collections';
import { beforeAll, beforeEach } from 'vitest';
import { emptyDatabase } from './import-run.ts';
import { serviceKeyHeader } from './service-key.ts';
import { signedInApplication } from './signed-in-application.ts';

/** Creates an application that ingests records, for the tests of a file; its database is empty before each test. */
export function ingestApplication() {
  const application = signedInApplication({ now: new Date('2026-03-14T11:20:00Z') });
  let headers: { authorization: string };
  beforeAll(async () => {
    headers = await serviceKeyHeader(application.database, ...COLLECTIONS);
  });
  beforeEach(() => emptyDatabase(application.database));
  const send = (collection: string, body: unknown, query: Record<string, string> = {}) =>
    application.call('POST', `/ingest/${collection}`, { headers, body, query });
  return {
    get database() {
      return application.database;
    },
    /** A service key for every collection. */
    get headers() {
      return headers;
    },
    call: application.call,
    send,
    /** Sends the records and returns their outcomes in the same order. */
    outcomes: async (collection: string, ...records: object[]): Promise<string[]> =>
      (await send(collection, records)).body.results.map(({ outcome }: { outcome: string }) => outcome),
    /** Returns all rows of a table, sorted by id. */
    rows: async (table: string): Promise<Record<string, unknown>[]> =>
      (await application.database.pool.query(`SELECT * FROM ${table} ORDER BY id`)).rows,
  };
}
