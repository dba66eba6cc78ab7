import { failureCode, runCommand } from './commands/run-command.ts';
import { describeError } from './log.ts';
import { StartError } from './start-error.ts';

/** Runs the command given on the command line and returns its exit code. */
async function main(): Promise<number> {
  const args = process.argv.slice(2);
  try {
    return await runCommand(args);
  } catch (error) {
    // The message of a StartError is written for the operator. Any other error is a bug and needs its stack.
    if (error instanceof StartError) console.error(error.message);
    else console.error('Wayside failed:', describeError(error));
    return failureCode(args);
  }
}

process.exit(await main());
