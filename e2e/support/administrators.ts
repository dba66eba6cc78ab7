import type { Role } from '@wayside/contract/roles';
import { type Application, runProgram } from './application.ts';

const PASSWORD = 'correct horse battery staple';

/**
 * Creates an administrator of a role by the command, or gives the one of that role the same password again.
 * @returns the credentials
 * @throws Error with the command's output, when it fails
 */
export async function createAdministrator(
  application: Application,
  role: Role,
): Promise<{ email: string; password: string }> {
  const email = `${role}@wayside.test`;
  await runProgram(application, ['admin', 'create', email, '--role', role], `${PASSWORD}\n`);
  return { email, password: PASSWORD };
}
