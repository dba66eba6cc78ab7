import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { MAX_ADMIN_NAME_LENGTH } from '@wayside/contract/profile';
import { isRole, ROLES, type Role } from '@wayside/contract/roles';
import { requiredName } from '@wayside/contract/wire/request-fields';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { normalizeEmail } from '../email-address.ts';
import { emailError, type SetAdminPassword, setAdminPassword } from '../features/session/set-admin-password.ts';
import type { TeamContext } from '../features/team/change-team.ts';
import { changeRole, reactivateMember, suspendMember } from '../features/team/change-team.ts';
import { listTeam } from '../features/team/list-team.ts';
import { resetTwoFactor } from '../features/two-factor/two-factor.ts';
import { passwordError } from '../platform/accounts/passwords.ts';
import { commandLineActor } from '../platform/db/activity-entry.ts';
import type { Database } from '../platform/db/database.ts';
import { StartError } from '../start-error.ts';

interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stderr: { write(text: string): unknown };
}

export interface AdminContext extends Terminal {
  readonly database: Database;
  readonly stdout: { write(text: string): unknown };
}

const USAGE = `Usage: npm run admin -- create EMAIL [--name NAME] [--role ${ROLES.join('|')}], list, role EMAIL ROLE, suspend EMAIL, reactivate EMAIL or reset-two-factor EMAIL`;

interface AdminArguments {
  readonly verb: string | undefined;
  readonly email: string | undefined;
  readonly rest: readonly string[];
  readonly role: string | undefined;
  readonly name: string | undefined;
}

/**
 * `npm run admin` (TEAM-02): the actions of the "Team" screen as subcommands. The password is read from the terminal
 * or standard input and is never printed.
 * @throws StartError if the arguments, email or password are invalid
 */
export async function run(args: string[], context: AdminContext): Promise<number> {
  const parsed = parse(args);
  const { verb, email, rest, role, name } = parsed;
  const isComplete =
    rest.length === (verb === 'role' ? 1 : 0) && ((role ?? name) === undefined || verb === 'create');
  if (verb === 'list' && email === undefined && isComplete) return listAdmins(context);
  const command = verb === undefined ? undefined : COMMANDS.get(verb);
  if (command === undefined && verb !== undefined && verb !== 'list')
    throw new StartError(`Unknown command "admin ${verb}". ${USAGE}`);
  if (command === undefined || email === undefined || !isComplete) throw new StartError(USAGE);
  throwIfInvalid(emailError(email));
  context.stdout.write(`${await command(context, { ...parsed, email })}\n`);
  return 0;
}

type AdminCommand = (context: AdminContext, given: AdminArguments & { readonly email: string }) => Promise<string>;

/** The subcommands of `admin`. Each returns a message that reports the result. */
const COMMANDS: ReadonlyMap<string, AdminCommand> = new Map<string, AdminCommand>([
  [
    'create',
    async (context, { email, name, role = 'owner' }) => {
      const roleOfNew = parseRole(role);
      const givenName = name ?? (await askName(context, email));
      const nameOfNew = givenName === undefined ? {} : { name: parseName(givenName) };
      const password = await askPassword(context);
      throwIfInvalid(passwordError(password)?.message ?? null);
      const outcome = await setAdminPassword(context.database, {
        email,
        password,
        role: roleOfNew,
        ...nameOfNew,
        actor: commandLineActor(),
      });
      return outcome.isNew ? createdText(outcome) : resetText(outcome);
    },
  ],
  [
    'role',
    (context, { email, rest: [role = ''] }) =>
      changeMember(context, email, async (team, id) => {
        const member = await changeRole(team, { id, role: parseRole(role) });
        return `${member.email} has the role ${member.role}.`;
      }),
  ],
  [
    'suspend',
    (context, { email }) =>
      changeMember(context, email, async (team, id) => {
        const member = await suspendMember(team, { id });
        return `${member.email} is suspended; no session of theirs is open.`;
      }),
  ],
  [
    'reactivate',
    (context, { email }) =>
      changeMember(context, email, async (team, id) => {
        const member = await reactivateMember(team, { id });
        return `${member.email} can sign in again.`;
      }),
  ],
  [
    'reset-two-factor',
    (context, { email }) =>
      changeMember(context, email, async (team, id) => {
        const done = await resetTwoFactor(team, { id });
        const factors = done.hadSecondFactor ? 'has no second factor any more' : 'had no second factor';
        return `${done.email} ${factors}; ${endedText(done.endedSessions)}.`;
      }),
  ],
]);

function parse(args: string[]): AdminArguments {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' }, name: { type: 'string' } },
    });
    const [verb, email, ...rest] = positionals;
    return { verb, email, rest, role: values.role, name: values.name };
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}

/** Returns a name that satisfies the rules of the "Team" screen. */
function parseName(name: string): string {
  const read = z.safeDecode(requiredName(MAX_ADMIN_NAME_LENGTH), name);
  if (!read.success) throw new StartError(`The name ${read.error.issues[0]?.message}.`);
  return read.data;
}

function parseRole(role: string): Role {
  if (!isRole(role)) throw new StartError(`Unknown role "${role}". Use one of ${ROLES.join(', ')}.`);
  return role;
}

/** Finds an administrator by email, regardless of spelling, and makes a change that may be rejected. */
async function changeMember(
  { database }: AdminContext,
  email: string,
  change: (context: TeamContext, id: string) => Promise<string>,
): Promise<string> {
  const { rows } = await listTeam({ database, now }, null);
  const member = rows.find((row) => normalizeEmail(row.email) === normalizeEmail(email));
  if (!member) throw new StartError(`Unknown administrator ${email}.`);
  try {
    return await change({ database, now, actor: commandLineActor() }, member.id);
  } catch (error) {
    if (error instanceof ApiError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}

const now = () => new Date();

async function listAdmins({ database, stdout }: AdminContext): Promise<number> {
  const { rows } = await listTeam({ database, now }, null);
  for (const { email, role, state, lastSeenAt } of rows)
    stdout.write(`${email}\t${role}\t${state}\t${lastSeenAt === null ? 'never seen' : `seen ${lastSeenAt}`}\n`);
  return 0;
}

function throwIfInvalid(error: string | null): void {
  if (error !== null) throw new StartError(error);
}

const createdText = ({ email }: SetAdminPassword) => `The administrator ${email} was created.`;

const resetText = ({ email, endedSessions }: SetAdminPassword) =>
  `${email} has a new password; ${endedText(endedSessions)}.`;

const endedText = (sessions: number) =>
  sessions === 1 ? '1 open session was ended' : `${sessions} open sessions were ended`;

const PASSWORD_MISSING_MESSAGE =
  'No password was given: type it on the terminal, or send it as one line to standard input.';
const MAX_BYTES = 4096;

/**
 * Prompts twice for a password without echo, or reads the first line of standard input if there is no terminal.
 * @throws StartError
 */
async function askPassword({ stdin, stderr }: Terminal): Promise<string> {
  if (!stdin.isTTY) return readFirstLine(stdin);
  const password = await askOnTerminal('Password: ', { stdin, stderr }, false);
  const again = await askOnTerminal('The same again: ', { stdin, stderr }, false);
  if (password !== again) throw new StartError('The two passwords differ; nothing was changed.');
  return password;
}

/** Prompts for the name of a new administrator on a terminal. A script passes --name or omits it. */
async function askName({ database, stdin, stderr }: AdminContext, email: string): Promise<string | undefined> {
  if (!stdin.isTTY) return undefined;
  const { rows } = await listTeam({ database, now }, null);
  if (rows.some((row) => normalizeEmail(row.email) === normalizeEmail(email))) return undefined;
  return askOnTerminal('Name: ', { stdin, stderr }, true);
}

async function readFirstLine(stdin: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of stdin) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MAX_BYTES) break;
  }
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new StartError(PASSWORD_MISSING_MESSAGE);
  return line;
}

async function askOnTerminal(question: string, { stdin, stderr }: Terminal, hasEcho: boolean): Promise<string> {
  if (!hasEcho) stderr.write(question);
  // The line editor echoes its input to this stream.
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      if (hasEcho) stderr.write(String(chunk));
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: true });
  const given = new AbortController();
  lines.once('SIGINT', () => given.abort());
  lines.once('close', () => given.abort());
  try {
    return await lines.question(hasEcho ? question : '', { signal: given.signal });
  } catch (error) {
    if (given.signal.aborted) throw new StartError('Nothing was changed.', { cause: error });
    throw error;
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
