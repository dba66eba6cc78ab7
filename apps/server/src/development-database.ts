import { waitForStopSignal } from './lifecycle.ts';
import { createLog } from './log.ts';
import { openDatabase } from './platform/db/open-database.ts';
import { readSettings } from './settings.ts';
import { StartError } from './start-error.ts';

/**
 * Runs the embedded database for `npm run dev`, whose server restarts at each change. Sends the addresses of the
 * database to the parent process.
 */
async function runDatabase(): Promise<number> {
  try {
    // biome-ignore lint/style/noProcessEnv: a program of its own reads its settings as main.ts does
    const settings = readSettings(process.env);
    const opened = await openDatabase(settings, createLog('warn', process.stdout), { purpose: 'serve' });
    process.send?.({ program: opened.direct.connectionString, owner: opened.owner.connectionString });
    await waitForStopSignal();
    await opened.stop();
    return 0;
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    return 1;
  }
}

process.exit(await runDatabase());
