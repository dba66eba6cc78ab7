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
  const child = spawn(process.execPath, [program, 'admin', 'create', email, '--role', role], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: application.dataFolder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  child.stdin.end(`${PASSWORD}\n`);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The administrator was not created: ${output.join('')}`);
  return { email, password: PASSWORD };
}
