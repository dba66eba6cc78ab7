import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encoderOf } from '@wayside/contract/wire/wire';
import { orderedCollections } from '../apps/server/src/records/collections.ts';
import { demoBatches } from '../packages/demo/src/demo-batches.ts';
import { planDemo } from '../packages/demo/src/demo-plan.ts';
import { runCommand, startFilled } from './data.ts';
import { type BenchRow, formatCount, megabytes } from './row.ts';

const MIN_RATE = 5000;
const MAX_RESIDENT_BYTES = 300 * 1024 * 1024;

/** Writes an export in the format of `mongoexport`, one document per line, and returns the number of documents. */
export async function writeExport(folder: string, bookings: number): Promise<number> {
  let documents = 0;
  for (const batch of demoBatches(planDemo({ bookings, seed: 1, now: new Date() })))
    for (const { collection, sourceSchema } of orderedCollections) {
      const records: readonly unknown[] = batch[collection as keyof typeof batch] ?? [];
      const lines = records.map((record) => `${JSON.stringify(encoderOf(sourceSchema)(record))}\n`);
      if (lines.length > 0) await appendFile(join(folder, `${collection}.json`), lines.join(''));
      documents += lines.length;
    }
  return documents;
}

/** Measures the speed and memory of an import while the server runs. */
export async function importRows(bookings: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-export-'));
  const filled = await startFilled(0);
  try {
    const documents = await writeExport(folder, bookings);
    const { seconds, peakBytes } = await runCommand(filled.application.dataFolder, ['import', folder]);
    const rate = documents / seconds;
    return [
      {
        what: `import of ${formatCount(documents)} documents`,
        ours: `${formatCount(rate)}/s`,
        reference: `${seconds.toFixed(1)} s`,
        ratio: null,
        budget: `≥ ${formatCount(MIN_RATE)}/s`,
        isMet: rate >= MIN_RATE,
      },
      {
        what: 'memory of the import, at most',
        ours: peakBytes === null ? '' : megabytes(peakBytes),
        reference: '',
        ratio: null,
        budget: `≤ ${megabytes(MAX_RESIDENT_BYTES)}`,
        isMet: peakBytes === null ? null : peakBytes <= MAX_RESIDENT_BYTES,
      },
    ];
  } finally {
    await filled.application.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
