import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { StartError } from '../start-error.ts';

/** Where a person may sit, or a script may write to. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

const NOBODY_THERE = 'No password was given: type it on the terminal, or send it as one line to standard input.';
const MOST_BYTES = 4096;

/**
 * The password that a person types twice without seeing it, or the first line of standard input when it is no terminal.
 * @throws StartError when the two differ or there is none
 */
export async function askPassword({ stdin, stderr }: Terminal): Promise<string> {
  if (!stdin.isTTY) return firstLine(stdin);
  const password = await askUnseen('Password: ', { stdin, stderr });
  const again = await askUnseen('The same again: ', { stdin, stderr });
  if (password !== again) throw new StartError('The two passwords differ; nothing was changed.');
  return password;
}

async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MOST_BYTES) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new StartError(NOBODY_THERE);
  return line;
}

async function askUnseen(question: string, { stdin, stderr }: Terminal): Promise<string> {
  stderr.write(question);
  // The line editor echoes into what it takes for the screen.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true });
  const given = new AbortController();
  lines.once('SIGINT', () => given.abort());
  lines.once('close', () => given.abort());
  try {
    return await lines.question('', { signal: given.signal });
  } catch (error) {
    if (given.signal.aborted) throw new StartError('Nothing was changed.', { cause: error });
    throw error;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
