import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { listBookings } from '@wayside/contract/bookings';
import { COLLECTIONS } from '@wayside/contract/collections';
import { ingestRecords, RECORD_LINES_TYPE } from '@wayside/contract/ingest';
import { createServiceKey } from '@wayside/contract/service-keys';
import { type FilledApplication, runCommand, startFilled } from './data.ts';
import { type BenchRow, counted, percentile, ratioRow } from './row.ts';
import { writeExport } from './server-import.ts';

const BATCH = 500;
const CLIENTS = 2;
const LEAST_RATIO = 0.6;
const MOST_RATIO = 2;
const LISTS = 1000;
const WARM_UP = 200;

async function makeKey({ application, headers }: FilledApplication): Promise<string> {
  const answer = await fetch(`${application.url}/api/v1${createServiceKey.path}`, {
    method: createServiceKey.method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: COLLECTIONS }),
  });
  return (await answer.json()).key;
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

/** Sends the files of an export, collection by collection, by several clients. @returns the seconds */
async function ingest({ application }: FilledApplication, folder: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': RECORD_LINES_TYPE };
  const began = performance.now();
  for (const collection of COLLECTIONS) {
    const path = join(folder, `${collection}.json`);
    if (
      !(await access(path).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const batches = batchesOf(path);
    const url = `${application.url}/api/v1${ingestRecords.path.replace('{collection}', collection)}?results=rejected`;
    const client = async () => {
      for (;;) {
        const next = await batches.next();
        if (next.done) return;
        const answer = await fetch(url, { method: 'POST', headers, body: next.value.join('\n') });
        const text = await answer.text();
        if (answer.status !== 200) throw new Error(`${collection}: ${answer.status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  }
  return (performance.now() - began) / 1000;
}

/** Durations of consecutive lists in ms, until `isEnough`. */
async function listTimes(
  { application, headers }: FilledApplication,
  isEnough: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (!isEnough(times.length)) {
    const began = performance.now();
    const answer = await fetch(`${application.url}/api/v1${listBookings.path}`, { headers });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
  }
  return times;
}

/** A list while everything that can be is ingested, beside the same list when nothing is. */
async function listUnderIngest(filled: FilledApplication, folder: string): Promise<BenchRow> {
  let isDone = false;
  const sending = ingest(filled, folder, await makeKey(filled)).finally(() => {
    isDone = true;
  });
  const loaded = await listTimes(filled, () => isDone);
  await sending;
  await listTimes(filled, (count) => count >= WARM_UP);
  const idle = await listTimes(filled, (count) => count >= LISTS);
  const times = [percentile(loaded, 0.99), percentile(idle, 0.99)] as const;
  return ratioRow(`p99 of a list under full ingest (${loaded.length} lists), beside idle`, times, MOST_RATIO);
}

/** Ingest beside the import of the same documents, and the lists in the meantime (SYNC-01). */
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
    const [imported, ingested, loaded] = [await start(), await start(), await start()];
    const { seconds: importSeconds } = await runCommand(imported.application.dataFolder, ['import', folder]);
    const seconds = await ingest(ingested, folder, await makeKey(ingested));
    const ratio = importSeconds / seconds;
    return [
      {
        what: `ingest of ${counted(documents)} documents in batches of ${BATCH}, beside their import`,
        ours: `${counted(documents / seconds)}/s`,
        reference: `${counted(documents / importSeconds)}/s`,
        ratio,
        budget: `≥ ${LEAST_RATIO}`,
        isMet: ratio >= LEAST_RATIO,
      },
      await listUnderIngest(loaded, folder),
    ];
  } finally {
    for (const { application } of started) await application.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
