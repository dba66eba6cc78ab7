import { browserRows } from './browser.ts';
import { type FilledApplication, startFilled } from './data.ts';
import { devRows } from './dev.ts';
import { callRows, questionRows, reportRows } from './latency.ts';
import { liveRows } from './live.ts';
import { metricsRows } from './metrics-cost.ts';
import { moneyRows } from './money.ts';
import { payoutRows } from './payouts.ts';
import { roadsideRows } from './roadside.ts';
import { type BenchRow, formatCount, megabytes, printRows } from './row.ts';
import { importRows } from './server-import.ts';
import { ingestRows } from './server-ingest.ts';
import { memoryRows, throughputRows } from './throughput.ts';

const BOOKINGS = 1_000_000;
const IMPORTED_BOOKINGS = 50_000;

function fillRows({ bookings, fill }: FilledApplication): BenchRow[] {
  if (fill === null) return [];
  const { seconds, peakBytes } = fill;
  return [
    {
      what: `demo of ${formatCount(bookings)} bookings`,
      ours: `${formatCount(seconds)} s, ${peakBytes === null ? '' : megabytes(peakBytes)}`,
      reference: `${formatCount(bookings / seconds)} bookings/s`,
      ratio: null,
      budget: '',
      isMet: null,
    },
  ];
}

type Part = (filled: FilledApplication) => Promise<BenchRow[]>;
/** The parts that are measured on a filled database. */
const filledParts = {
  questions: questionRows,
  report: reportRows,
  calls: callRows,
  lists: throughputRows,
  payouts: payoutRows,
  memory: memoryRows,
  money: moneyRows,
} satisfies Record<string, Part>;
const parts = {
  import: () => importRows(IMPORTED_BOOKINGS),
  ingest: () => ingestRows(IMPORTED_BOOKINGS),
  metrics: metricsRows,
  live: liveRows,
  roadside: roadsideRows,
  browser: browserRows,
  dev: devRows,
};

function print(rows: readonly BenchRow[]): void {
  if (rows.length > 0) printRows(rows);
  if (rows.some(({ isMet }) => isMet === false)) process.exitCode = 1;
}

/**
 * Prints the rows of each part immediately, so that a later failure loses none. Usage: `[BOOKINGS [DATA_DIR]]
 * [PART…]`, with the number of bookings, an existing data folder of that size, and the parts to run (default: all).
 */
async function main(args: readonly string[]): Promise<void> {
  const named = args.filter((word) => Object.hasOwn(filledParts, word) || Object.hasOwn(parts, word));
  const [bookings = BOOKINGS, dataFolder] = args.filter((word) => !named.includes(word));
  const isWanted = ([name]: readonly [string, unknown]) => named.length === 0 || named.includes(name);
  const ofFilled = Object.entries(filledParts).filter(isWanted);
  if (ofFilled.length > 0) {
    const filled = await startFilled(Number(bookings), dataFolder);
    try {
      print(fillRows(filled));
      for (const [, part] of ofFilled) print(await part(filled));
    } finally {
      await filled.application.stop();
    }
  }
  for (const [, part] of Object.entries(parts).filter(isWanted)) print(await part());
}

await main(process.argv.slice(2));
