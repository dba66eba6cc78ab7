import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Role } from '@wayside/contract/roles';
import { type Application, program } from './application.ts';
import { projectRoot } from './project-root.ts';

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
  await runAdmin(application, ['create', email, '--role', role], `${PASSWORD}\n`);
  return { email, password: PASSWORD };
}

/**
 * Runs the command `admin`.
 * @throws Error with its output, when it fails
 */
export async function runAdmin(application: Application, args: readonly string[], input = ''): Promise<void> {
  const child = spawn(process.execPath, [program, 'admin', ...args], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: application.dataFolder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`admin ${args.join(' ')} failed: ${output.join('')}`);
}
