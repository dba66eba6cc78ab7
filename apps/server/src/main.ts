import { runCommand } from './commands/run-command.ts';
import { describeError } from './log.ts';
import { StartError } from './start-error.ts';

/** Runs what the command line asks for and ends the process with its exit code. */
async function main(): Promise<number> {
  try {
    return await runCommand(process.argv.slice(2));
  } catch (error) {
    // A sentence for the person who started it; anything else is a fault of ours and needs its stack.
    if (error instanceof StartError) console.error(error.message);
    else console.error('Wayside failed:', describeError(error));
    return 1;
  }
}

process.exit(await main());
