import type { Database } from '../db/database.ts';
import { passwordError } from '../features/session/passwords.ts';
import { emailError, type SetAdminPassword, setAdminPassword } from '../features/session/set-admin-password.ts';
import { StartError } from '../start-error.ts';
import { askPassword, type Terminal } from './ask-password.ts';

/** What of a command's context is used here. */
export interface AdminContext extends Terminal {
  readonly database: Database;
  readonly stdout: { write(text: string): unknown };
}

const USAGE = 'Say what to do: npm run admin -- create EMAIL';

/**
 * `npm run admin -- create EMAIL`: creates an administrator or resets their password, which is asked for on the
 * terminal or read from standard input, and never printed.
 * @returns the exit code
 * @throws StartError when the words, the email or the password cannot be taken
 */
export async function run(args: string[], context: AdminContext): Promise<number> {
  const [verb, email, ...rest] = args;
  if (verb !== 'create') throw new StartError(verb === undefined ? USAGE : `There is no "admin ${verb}". ${USAGE}`);
  if (email === undefined || rest.length > 0) throw new StartError(USAGE);
  refuse(emailError(email));
  const password = await askPassword(context);
  refuse(passwordError(password));
  const outcome = await setAdminPassword(context.database, { email, password });
  context.stdout.write(`${outcome.isNew ? created(outcome) : reset(outcome)}\n`);
  return 0;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new StartError(problem);
}

const created = ({ email }: SetAdminPassword) => `The administrator ${email} was created.`;

function reset({ email, endedSessions }: SetAdminPassword): string {
  const ended = endedSessions === 1 ? '1 open session was ended' : `${endedSessions} open sessions were ended`;
  return `${email} has a new password; ${ended}.`;
}
