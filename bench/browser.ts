import { availableParallelism, loadavg } from 'node:os';
import { startApplication } from '../e2e/support/application.ts';
import { findBrowser, launchBrowser } from '../e2e/support/browser.ts';
import { openSession } from '../e2e/support/session.ts';
import { clickRows } from './browser-clicks.ts';
import { heapRow } from './browser-heap.ts';
import { movedRows } from './browser-moved.ts';
import { paintedRows } from './browser-painted.ts';
import { AS_DEPLOYED } from './data.ts';
import type { BenchRow } from './row.ts';

/** Returns the load of the machine. If it exceeds the number of processors, time measurements are meaningless. */
function loadRow(): BenchRow {
  const [load = Number.NaN] = loadavg();
  return {
    what: 'load of the machine while times were taken',
    ours: load.toFixed(1),
    reference: `${availableParallelism()} processors`,
    ratio: load / availableParallelism(),
    budget: '',
    isMet: null,
  };
}

/** Measures bytes, paints, clicks and memory in a browser, on the built product with demo data. */
export async function browserRows(): Promise<BenchRow[]> {
  const application = await startApplication({ ...AS_DEPLOYED, demo: true });
  try {
    const browser = await launchBrowser(await findBrowser());
    try {
      const bench = { browser, application, token: await openSession(application) };
      return [
        ...(await movedRows(bench)),
        ...(await paintedRows(bench)),
        ...(await clickRows(bench)),
        loadRow(),
        await heapRow(bench),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await application.stop();
  }
}
