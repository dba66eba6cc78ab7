import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openFiles } from '../platform/files/files.ts';
import { type CopyContext, claimCopy, copyDocument } from '../sync/documents/copy-documents.ts';
import type { FetchOptions } from '../sync/documents/fetch-document.ts';
import { type DocumentHost, openDocumentHost } from './document-host.ts';
import { createImageApplication, type ImageApplication } from './image-application.ts';
import { serviceKeyHeader } from './service-key.ts';

export const HOSTS = ['127.0.0.1', 'docs.example.test'];
export const MECHANIC = '65f0000000000000000000a1';
export const CUSTOMER = '65f0000000000000000000b1';
export const [PAYMENT, OTHER_PAYMENT] = ['65f0000000000000000000c1', '65f0000000000000000000c2'] as const;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const forever = new AbortController().signal;

/** Creates an application that copies documents from listed hosts, and such a host, for the tests of a file. */
export function documentsApplication() {
  let test: ImageApplication;
  let host: DocumentHost;
  let picture: Buffer;
  let key: { authorization: string };
  let context: CopyContext;
  let version = 0;

  beforeAll(async () => {
    test = await createImageApplication({ env: { DOCUMENT_HOSTS: HOSTS.join(','), SESSION_HOURS: '168' } });
    host = await openDocumentHost();
    key = await serviceKeyHeader(test.database, 'mechanics', 'payments', 'users');
    picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#446688' } })
      .jpeg()
      .toBuffer();
    const { database, keys, settings } = test;
    const now = () => test.clock.now;
    const files = openFiles({ settings, keys, now });
    context = { database, keys, files, now, log: pino({ level: 'silent' }), hosts: HOSTS };
  });
  afterAll(async () => {
    host.close();
    await test.drop();
  });
  beforeEach(async () => {
    // Later than the database's clock, which sets when a document became due.
    test.clock.now = new Date(Date.now() + MINUTE_MS);
    host.asked.length = 0;
    await test.database.pool.query(
      'TRUNCATE files, document_copies, imported_records, payments, mechanics, users CASCADE',
    );
  });

  const get = async (path: string) => (await test.call('GET', path, { token: test.token })).body.data;
  return {
    get test() {
      return test;
    },
    get host() {
      return host;
    },
    get picture() {
      return picture;
    },
    get context() {
      return context;
    },
    passTime: (ms: number) => {
      test.clock.now = new Date(test.clock.now.getTime() + ms);
    },
    ingest: async (collection: string, ...records: readonly object[]): Promise<void> => {
      await test.call('POST', `/ingest/${collection}`, { headers: key, body: records });
    },
    /** Returns a version of the mechanic that is newer than all before. */
    mechanicWith: (documents: object) => {
      version += 1;
      return { _id: MECHANIC, name: 'Irfan', status: 'pending', documents, _version: version };
    },
    /** Copies due documents one after the other, as a node does. Returns their number. */
    copyDue: async (options: Partial<FetchOptions> = {}): Promise<number> => {
      for (let count = 0; ; count += 1) {
        const claimed = await claimCopy(test.database, test.clock.now);
        if (!claimed) return count;
        await copyDocument(context, claimed, { allowsPrivate: true, signal: forever, ...options });
      }
    },
    copies: async () => {
      const { rows } = await test.database.pool.query(
        'SELECT field, id, state, attempts, reason, next_attempt_at AS next FROM document_copies ORDER BY field, id',
      );
      return rows;
    },
    /** Returns the record in the response of a call. */
    get,
    storedImages: async () => (await test.database.pool.query('SELECT FROM files')).rowCount,
    documentsOf: async () => (await get(`/admin/mechanics/${MECHANIC}`)).documents,
  };
}
