import { COLLECTIONS } from '@wayside/contract/collections';
import { beforeAll, beforeEach } from 'vitest';
import { emptyDatabase } from './import-run.ts';
import { serviceKeyHeader } from './service-key.ts';
import { type SignedInApplication, signedInApplication } from './signed-in-application.ts';
import type { Answer } from './test-application.ts';

/** An application that takes records. */
export interface IngestApplication extends Pick<SignedInApplication, 'call' | 'database'> {
  /** A service key for every collection. */
  readonly headers: { readonly authorization: string };
  /** Sends a body to a collection with the key. */
  send(collection: string, body: unknown, query?: Record<string, string>): Promise<Answer>;
  /** The outcomes of the records, in their order. */
  outcomes(collection: string, ...records: object[]): Promise<string[]>;
  /** All rows of a table, by id. */
  rows(table: string): Promise<Record<string, unknown>[]>;
}

/** Creates such an application for the tests of a file, and empties its database before each of them. */
export function ingestApplication(): IngestApplication {
  const application = signedInApplication({ now: new Date('2026-03-14T11:20:00Z') });
  let headers: { authorization: string };
  beforeAll(async () => {
    headers = await serviceKeyHeader(application.database, ...COLLECTIONS);
  });
  beforeEach(() => emptyDatabase(application.database));
  const send: IngestApplication['send'] = (collection, body, query = {}) =>
    application.call('POST', `/ingest/${collection}`, { headers, body, query });
  return {
    get database() {
      return application.database;
    },
    get headers() {
      return headers;
    },
    call: application.call,
    send,
    outcomes: async (collection, ...records) =>
      (await send(collection, records)).body.results.map(({ outcome }: { outcome: string }) => outcome),
    rows: async (table) => (await application.database.pool.query(`SELECT * FROM ${table} ORDER BY id`)).rows,
  };
}
