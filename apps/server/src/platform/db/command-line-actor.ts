import { userInfo } from 'node:os';
import { COMMAND_LINE_ID } from '@wayside/contract/activity';
import type { Actor } from '../../actor.ts';

/** Null where the system has no name for the process's user, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** Who a command on the machine is logged as: the command line, with the user of the operating system (PRIV-03). */
export const commandLine = (): Actor => ({
  id: COMMAND_LINE_ID,
  email: `command line (${userName() ?? `user ${process.getuid?.() ?? 'unknown'}`})`,
  address: null,
  requestId: null,
});
