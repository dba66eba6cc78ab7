import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { isRole, ROLES, type Role } from '@wayside/contract/roles';
import type { Database } from '../db/database.ts';
import { passwordError } from '../features/session/passwords.ts';
import { emailError, type SetAdminPassword, setAdminPassword } from '../features/session/set-admin-password.ts';
import { StartError } from '../start-error.ts';

/** Standard streams of a terminal or of a script. */
interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

/** The part of the command context that `admin` uses. */
export interface AdminContext extends Terminal {
  readonly database: Database;
  readonly stdout: { write(text: string): unknown };
}

const USAGE = `Say what to do: npm run admin -- create EMAIL [--role ${ROLES.join('|')}]`;

/**
 * `npm run admin -- create EMAIL [--role ROLE]`: creates an administrator, an owner by default, or resets the
 * password of one, who keeps their role (TEAM-02). It asks for the password on the
 * terminal or reads it from standard input, and never prints it.
 * @returns the exit code
 * @throws StartError on invalid arguments, email or password
 */
export async function run(args: string[], context: AdminContext): Promise<number> {
  const { positionals, role } = parse(args);
  const [verb, email, ...rest] = positionals;
  if (verb !== 'create') throw new StartError(verb === undefined ? USAGE : `There is no "admin ${verb}". ${USAGE}`);
  if (email === undefined || rest.length > 0) throw new StartError(USAGE);
  throwIfInvalid(emailError(email));
  const password = await askPassword(context);
  throwIfInvalid(passwordError(password));
  const outcome = await setAdminPassword(context.database, { email, password, role });
  context.stdout.write(`${outcome.isNew ? created(outcome) : reset(outcome)}\n`);
  return 0;
}

function parse(args: string[]): { positionals: string[]; role: Role } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' } },
    });
    const role = values.role ?? 'owner';
    if (!isRole(role)) throw new StartError(`There is no role "${role}". It is one of ${ROLES.join(', ')}.`);
    return { positionals, role };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(USAGE, { cause: error });
  }
}

function throwIfInvalid(error: string | null): void {
  if (error !== null) throw new StartError(error);
}

const created = ({ email }: SetAdminPassword) => `The administrator ${email} was created.`;

function reset({ email, endedSessions }: SetAdminPassword): string {
  const ended = endedSessions === 1 ? '1 open session was ended' : `${endedSessions} open sessions were ended`;
  return `${email} has a new password; ${ended}.`;
}

const NO_PASSWORD = 'No password was given: type it on the terminal, or send it as one line to standard input.';
const MAX_BYTES = 4096;

/**
 * Asks for a password twice without echo, or reads the first line of standard input when it is no terminal.
 * @throws StartError when the two differ or it is empty
 */
async function askPassword({ stdin, stderr }: Terminal): Promise<string> {
  if (!stdin.isTTY) return firstLine(stdin);
  const password = await askWithoutEcho('Password: ', { stdin, stderr });
  const again = await askWithoutEcho('The same again: ', { stdin, stderr });
  if (password !== again) throw new StartError('The two passwords differ; nothing was changed.');
  return password;
}

async function firstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MAX_BYTES) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new StartError(NO_PASSWORD);
  return line;
}

async function askWithoutEcho(question: string, { stdin, stderr }: Terminal): Promise<string> {
  stderr.write(question);
  // The line editor echoes to its output.
  const discard = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: discard, terminal: true });
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
