import { startFilled } from './data.ts';
import { type BenchRow, printRows } from './row.ts';
import { depthRows, growthRows, httpRows, timeStatements } from './server-lists.ts';
import { throughputRows } from './throughput.ts';

const SMALL = 10_000;
const MIDDLE = 100_000;
const LARGE = 1_000_000;

const named = (size: number): string => `${size.toLocaleString('en-IN')} bookings`;

async function statementTimesOf(bookings: number) {
  const filled = await startFilled(bookings);
  try {
    return await timeStatements(filled);
  } finally {
    await filled.application.stop();
  }
}

async function serverRows(largest: number): Promise<BenchRow[]> {
  const small = await statementTimesOf(SMALL);
  const middle = largest > MIDDLE ? await statementTimesOf(MIDDLE) : null;
  const filled = await startFilled(largest);
  try {
    const large = await timeStatements(filled);
    const documents = filled.bookings / filled.fillSeconds;
    return [
      ...(middle ? growthRows(small, middle, `${named(MIDDLE)} against ${named(SMALL)}`) : []),
      ...growthRows(small, large, `${named(largest)} against ${named(SMALL)}`),
      ...depthRows(large, named(largest)),
      ...(await httpRows(filled, large, named(largest))),
      ...(await throughputRows(filled)),
      {
        what: `demo data, ${named(largest)}`,
        ours: `${Math.round(documents)} bookings/s`,
        reference: '',
        ratio: null,
        budget: '',
        isMet: null,
      },
    ];
  } finally {
    await filled.application.stop();
  }
}

const largest = Number(process.argv[2] ?? LARGE);
const rows = await serverRows(largest);
printRows(rows);
process.exitCode = rows.some((row) => row.isMet === false) ? 1 : 0;
