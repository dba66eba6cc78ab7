import type { Role } from '@wayside/contract/roles';
import { type Application, runProgram } from './application.ts';

const PASSWORD = 'correct horse battery staple';

/**
 * Creates an administrator with a role by command, or resets the password of the existing one.
 * @returns the credentials
 * @throws Error with the command's output if it fails
 */
export async function createAdministrator(
  application: Application,
  role: Role,
): Promise<{ email: string; password: string }> {
  const email = `${role}@wayside.test`;
  await runProgram(application, ['admin', 'create', email, '--role', role], `${PASSWORD}\n`);
  return { email, password: PASSWORD };
}
