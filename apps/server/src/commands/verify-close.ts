import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { countText } from '../count-text.ts';
import { CloseError } from '../money/closing/close-chain.ts';
import { dayText } from '../money/closing/close-document.ts';
import { checkCloseFile, type VerifiedCloses } from '../money/closing/close-file.ts';
import { rupeesText } from '../rupees.ts';
import { StartError } from '../start-error.ts';
import type { CommandEnvironment } from './command.ts';

const USAGE = 'Usage: npm run verify-close -- FILE [--key FINGERPRINT]';
const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * `npm run verify-close -- FILE [--key FINGERPRINT]`: proves an exported close without the database (CLOS-03).
 * @returns 0 if the file is proved, 1 if it is not
 * @throws StartError if the arguments are invalid or the file cannot be read; the program then exits with 2
 */
export async function run(
  args: string[],
  { stdout }: { readonly stdout: Pick<CommandEnvironment['stdout'], 'write'> },
): Promise<number> {
  const { path, keys } = readArguments(args);
  const print = (line: string) => stdout.write(`${line}\n`);
  if (keys.length === 0)
    print(
      'Without --key, the chain is checked against the key in the file itself, which anyone could have made: compare the key below with the one on the screen "Closing", or pass it with --key.',
    );
  try {
    const proved = await checkCloseFile(linesOf(path));
    const unknown = keys.length === 0 ? [] : proved.fingerprints.filter((each) => !keys.includes(each));
    if (unknown.length > 0) throw new CloseError(`The chain is signed with another key: ${unknown.join(', ')}.`);
    for (const line of reportLines(proved)) print(line);
    return 0;
  } catch (error) {
    if (!(error instanceof CloseError)) throw toReadError(error, path);
    print(`Not proved: ${error.message}`);
    return 1;
  }
}

function readArguments(args: string[]): { readonly path: string; readonly keys: readonly string[] } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { key: { type: 'string', multiple: true } },
    });
    const [path] = positionals;
    const keys = (values.key ?? []).map((key) => key.toLowerCase());
    if (path === undefined || positionals.length > 1) throw new StartError(USAGE);
    if (!keys.every((key) => FINGERPRINT.test(key)))
      throw new StartError('A fingerprint has 64 hexadecimal digits. The screen "Closing" shows it.');
    return { path, keys };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(USAGE, { cause: error });
  }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = await open(path);
  try {
    yield* file.readLines();
  } finally {
    await file.close();
  }
}

function toReadError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return new StartError(`There is no file ${path}.`, { cause: error });
  if (code === 'EISDIR') return new StartError(`${path} is a folder.`, { cause: error });
  if (code === 'EACCES') return new StartError(`${path} cannot be read: permission denied.`, { cause: error });
  return error;
}

function reportLines(proved: VerifiedCloses): string[] {
  const { from, to, dayCount, rowCount, entryCount, fingerprints, closing, unexplainedPaise } = proved;
  const days = from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)} (${countText(dayCount, 'day')})`;
  return [
    `Proved: ${days}, ${countText(entryCount, 'row')}`,
    `Chain of closes: ${countText(rowCount, 'link')}, complete and signed`,
    `At the end: ${rupeesText(closing.balances)} owed to mechanics, wallets of customers ${rupeesText(closing.user_wallets)}, of mechanics ${rupeesText(closing.mechanic_wallets)}`,
    unexplainedPaise === 0
      ? 'Unexplained: nothing'
      : `Unexplained, as the close states: ${rupeesText(unexplainedPaise)}`,
    ...fingerprints.map((each) => `Key: ${each}`),
  ];
}
