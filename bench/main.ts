import { browserRows } from './browser.ts';
import { type FilledApplication, startFilled } from './data.ts';
import { devRows } from './dev.ts';
import { liveRows } from './live.ts';
import { metricsRows } from './metrics-cost.ts';
import { moneyRows } from './money.ts';
import { payoutRows } from './payouts.ts';
import { roadsideRows } from './roadside.ts';
import { type BenchRow, counted, printRows } from './row.ts';
import { httpRows } from './server-http.ts';
import { importRows } from './server-import.ts';
import { ingestRows } from './server-ingest.ts';
import { depthRows, growthRows, timeStatements } from './server-lists.ts';
import { peopleRows } from './server-people.ts';
import { questionsFor } from './server-questions.ts';
import { memoryRows, throughputRows } from './throughput.ts';

const LARGEST = 1_000_000;
const IMPORTED_BOOKINGS = 50_000;

function fillRow({ bookings, fillSeconds }: FilledApplication): BenchRow {
  return {
    what: `demo of ${counted(bookings)} bookings`,
    ours: `${fillSeconds.toFixed(1)} s`,
    reference: `${counted(bookings / fillSeconds)} bookings/s`,
    ratio: null,
    budget: '',
    isMet: null,
  };
}

/** The size that ratios are against, whatever the largest is (OPER-08). */
const SMALLEST = 10_000;

/** Lists, dashboard, throughput and memory at the smallest size, at a tenth of the largest and at the largest. */
async function listingRows(largest: number): Promise<BenchRow[]> {
  const filled: FilledApplication[] = [];
  try {
    for (const bookings of [Math.min(SMALLEST, largest / 100), largest / 10, largest])
      filled.push(await startFilled(bookings));
    const [first, , large] = filled;
    const times = await timeStatements(filled, questionsFor);
    const [small, , most] = times;
    if (!first || !large || !small || !most) throw new Error('not every size was measured');
    return [
      ...filled.map(fillRow),
      ...times
        .slice(1)
        .flatMap((later, place) => growthRows([small, later], [first.bookings, filled[place + 1]?.bookings ?? 0])),
      ...depthRows(most, large.bookings),
      ...(await httpRows(large)),
      ...(await throughputRows(large)),
      ...(await payoutRows(large)),
      ...(await memoryRows(large)),
      ...(await moneyRows(large)),
      // Last: it adds records.
      ...(await peopleRows(first, large)),
    ];
  } finally {
    await Promise.all(filled.map(({ application }) => application.stop()));
  }
}

async function serverRows(largest: number): Promise<BenchRow[]> {
  const exported = Math.min(IMPORTED_BOOKINGS, largest);
  return [...(await listingRows(largest)), ...(await importRows(exported)), ...(await ingestRows(exported))];
}

/** Measures only money, at the largest size. */
async function moneyAtLargest(): Promise<BenchRow[]> {
  const large = await startFilled(LARGEST);
  try {
    return [fillRow(large), ...(await moneyRows(large))];
  } finally {
    await large.application.stop();
  }
}

const parts = {
  browser: browserRows,
  dev: devRows,
  ingest: () => ingestRows(IMPORTED_BOOKINGS),
  live: liveRows,
  metrics: metricsRows,
  money: moneyAtLargest,
  roadside: roadsideRows,
};
const isPart = (word: string): word is keyof typeof parts => Object.hasOwn(parts, word);

/**
 * The parts to run: all, with a number as the largest size, or only `browser`, `dev`, `ingest`, `live`, `metrics`, `money` or
 * `roadside`.
 */
function partsOf(word: string): (() => Promise<BenchRow[]>)[] {
  return isPart(word)
    ? [parts[word]]
    : [() => serverRows(Number(word)), metricsRows, liveRows, roadsideRows, browserRows, devRows];
}

// Prints the rows of each part at once, so that a later failure loses none.
for (const part of partsOf(process.argv[2] ?? String(LARGEST))) {
  const rows = await part();
  printRows(rows);
  if (rows.some((row) => row.isMet === false)) process.exitCode = 1;
}
