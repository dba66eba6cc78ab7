import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Application, administrator, startApplication } from '../e2e/support/application.ts';
import { projectRoot } from '../e2e/support/project-root.ts';

/** A running application whose database holds so many bookings. */
export interface FilledApplication {
  readonly application: Application;
  readonly bookings: number;
  readonly connectionString: string;
  /** The header of a signed-in call. */
  readonly headers: { readonly token: string };
  /** How long the demo data took to come in, in seconds. */
  readonly fillSeconds: number;
}

/** Runs a command of the product on the application's data, as a person would. */
export async function runCommand(application: Application, words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['bin/wayside.cjs', ...words], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: application.dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`);
}

/** Starts the built product on a fresh database and fills it with demo data. */
export async function startFilled(bookings: number): Promise<FilledApplication> {
  const application = await startApplication();
  const began = performance.now();
  await runCommand(application, ['demo', '--bookings', String(bookings)]);
  const fillSeconds = (performance.now() - began) / 1000;
  const connection = await readFile(join(application.dataFolder, 'connection.json'), 'utf8');
  const { connectionString } = JSON.parse(connection) as { connectionString: string };
  const answer = await fetch(`${application.url}/api/v1/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  const { token } = (await answer.json()) as { token: string };
  return { application, bookings, connectionString, headers: { token }, fillSeconds };
}
