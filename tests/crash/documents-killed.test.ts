import { createServiceKey } from '@wayside/contract/service-keys';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DocumentHost, openDocumentHost } from '../../apps/server/src/testing/document-host.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { type ExternalServer, startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import { deliver } from '../../apps/server/src/testing/ingest-client.ts';
import {
  buildProgram,
  databaseSettings,
  type Program,
  startProgram,
} from '../../apps/server/src/testing/program.ts';
import { openSession } from './open-session.ts';

const RECOVERY_MS = 60_000;
const DOCUMENTS = 10;

let server: ExternalServer;
let host: DocumentHost;
let program: Program;
let picture: Buffer;

const startOne = () =>
  startProgram({
    ...databaseSettings(server.connectionString, server.dataDir),
    WEBHOOK_ALLOW_PRIVATE: 'on',
    DOCUMENT_HOSTS: '127.0.0.1',
  });

beforeAll(async () => {
  buildProgram();
  server = await startExternalServer();
  host = await openDocumentHost();
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer();
  program = startOne();
}, 300_000);
afterAll(async () => {
  await program.stop('SIGKILL');
  host.close();
  await server.remove();
});

async function query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  const { rows } = await client.query<R>(text);
  await client.end();
  return rows;
}
const states = async () =>
  (await query<{ state: string }>('SELECT state FROM document_copies')).map(({ state }) => state);

it('[FILE-04] an application that is killed while it copies documents continues when it starts again', {
  timeout: 240_000,
}, async () => {
  const address = await program.ready();
  const token = await openSession(server.connectionString);
  const made = await fetch(`${address}/api/v1${createServiceKey.path}`, {
    method: 'POST',
    headers: { token, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'marketplace', scopes: ['payments'] }),
  });
  const { key } = (await made.json()) as { key: string };
  const records = Array.from({ length: DOCUMENTS }, (_, index) => ({
    _id: `65f00000000000000000000${index}`,
    status: 'pending',
    // Every other response is delayed until the kill.
    paymentscreenshot: host.serve(`${index}.jpg`, index % 2 === 0 ? picture : () => undefined),
  }));
  await deliver([address], { authorization: `Bearer ${key}` }, { collection: 'payments', records });
  await eventually('copies in every state', async () => {
    const found = await states();
    return found.includes('copied') && found.includes('waiting') && host.asked.length >= 4;
  });
  await program.stop('SIGKILL');
  for (let index = 0; index < DOCUMENTS; index += 1) host.serve(`${index}.jpg`, picture);
  expect(await states()).toContain('waiting');
  // The leases of the killed node would expire in three minutes; the test makes them expire now.
  await query(`UPDATE document_copies SET next_attempt_at = now() WHERE state = 'waiting'`);
  program = startOne();
  await program.ready();
  const areCopied = async () => (await states()).every((state) => state === 'copied');
  await eventually('all documents are copied', areCopied, RECOVERY_MS);
  expect(await states()).toHaveLength(DOCUMENTS);
  const [shown] = await query<{ missing: number }>(
    `SELECT count(*)::int AS missing FROM document_copies WHERE copied_image NOT IN (SELECT reference FROM files)`,
  );
  expect(shown).toEqual({ missing: 0 });
});
