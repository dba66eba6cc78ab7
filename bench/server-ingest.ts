import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { COLLECTIONS, type CollectionName } from '@wayside/contract/collections';
import { ingestRecords, RECORD_LINES_TYPE } from '@wayside/contract/ingest';
import { createServiceKey } from '@wayside/contract/service-keys';
import { type FilledApplication, runCommand, startFilled } from './data.ts';
import { type BenchRow, formatCount } from './row.ts';
import { writeExport } from './server-import.ts';

const BATCH = 500;
const CLIENTS = 2;
const MIN_RATIO = 0.6;

/** Creates a service key. */
export async function makeKey({ application, headers }: FilledApplication): Promise<string> {
  const response = await fetch(`${application.url}/api/v1${createServiceKey.path}`, {
    method: createServiceKey.method,
    headers: { ...headers, 'content-type': 'application/json' },
    // A key of an earlier run may still be valid.
    body: JSON.stringify({ name: `bench ${randomUUID()}`, scopes: [...COLLECTIONS, 'calls'] }),
  });
  if (!response.ok) throw new Error(`the service key was not created: ${response.status} ${await response.text()}`);
  return (await response.json()).key;
}

interface IngestOptions {
  readonly folder: string;
  readonly key: string;
  readonly collections?: readonly CollectionName[];
}

async function* batchesOf(path: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (lines.push(line) < BATCH) continue;
    yield lines;
    lines = [];
  }
  if (lines.length > 0) yield lines;
}

interface Ingested {
  readonly documents: number;
  readonly seconds: number;
}

/** Sends the files of an export with several clients, collection by collection, until all are sent or `stop` aborts. */
export async function ingest(
  { application }: FilledApplication,
  { folder, key, collections = COLLECTIONS }: IngestOptions,
  stopped?: AbortSignal,
): Promise<Ingested> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': RECORD_LINES_TYPE };
  const began = performance.now();
  let documents = 0;
  for (const collection of collections) {
    const path = join(folder, `${collection}.json`);
    if (!existsSync(path)) continue;
    const batches = batchesOf(path);
    const url = `${application.url}/api/v1${ingestRecords.path.replace('{collection}', collection)}?results=rejected`;
    const client = async () => {
      while (!stopped?.aborted) {
        const next = await batches.next();
        if (next.done) return;
        const response = await fetch(url, { method: 'POST', headers, body: next.value.join('\n') });
        const text = await response.text();
        if (response.status !== 200) throw new Error(`${collection}: ${response.status} ${text}`);
        documents += next.value.length;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
  return { documents, seconds: (performance.now() - began) / 1000 };
}

/** Compares ingest with an import of the same documents (SYNC-01). */
export async function ingestRows(bookings: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-ingest-'));
  const started: FilledApplication[] = [];
  const start = async () => {
    const filled = await startFilled(0);
    started.push(filled);
    return filled;
  };
  try {
    const documents = await writeExport(folder, bookings);
    const [imported, ingested] = [await start(), await start()];
    const { seconds: importSeconds } = await runCommand(imported.application.dataFolder, ['import', folder]);
    const { seconds } = await ingest(ingested, { folder, key: await makeKey(ingested) });
    const ratio = importSeconds / seconds;
    return [
      {
        what: `ingest of ${formatCount(documents)} documents in batches of ${BATCH}, beside their import`,
        ours: `${formatCount(documents / seconds)}/s`,
        reference: `${formatCount(documents / importSeconds)}/s`,
        ratio,
        budget: `≥ ${MIN_RATIO}`,
        isMet: ratio >= MIN_RATIO,
      },
    ];
  } finally {
    for (const { application } of started) await application.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
