import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { findBrowser, launchBrowser } from '../e2e/support/browser.ts';
import { projectRoot } from '../e2e/support/project-root.ts';
import { freePort } from '../tests/free-port.ts';
import { type BenchRow, limitRow, median, wholeMilliseconds } from './row.ts';

const RUNS = 5;
const BUDGET_MS = 2_000;
const START_MS = 60_000;
const LOOK_MS = 25;
const SOURCES = ['apps', 'bin', 'e2e', 'bench', 'packages', 'scripts', 'package.json', 'tsconfig.base.json'];
const MADE = ['node_modules', 'dist', '.dev'];

/** Source files in which a change is visible, with the text to replace. */
const SERVER = { file: 'apps/server/src/platform/http/health.ts', text: '{ status: true }' };
const WEB = { file: 'apps/web/src/features/session/login-screen.tsx', text: "'Sign In'" };

/** Copies the sources, so that the changes do not touch the worktree. */
async function copySources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-dev-'));
  const isSource = (path: string) => !MADE.includes(basename(path));
  for (const name of SOURCES)
    await cp(join(projectRoot, name), join(folder, name), { recursive: true, filter: isSource });
  for (const place of ['', 'apps/server', 'apps/web']) {
    const packages = join(projectRoot, place, 'node_modules');
    // Only workspaces with other package versions have this folder, and Vite cannot cache through a broken link.
    if (existsSync(packages)) await symlink(packages, join(folder, place, 'node_modules'));
  }
  return folder;
}

/** Replaces a text in a file and measures the time until `isShown` is true. */
async function timeChange(
  path: string,
  [from, to]: readonly [string, string],
  isShown: () => Promise<boolean>,
): Promise<number> {
  const source = await readFile(path, 'utf8');
  if (!source.includes(from)) throw new Error(`${path} does not contain ${from}`);
  const began = performance.now();
  await writeFile(path, source.replace(from, to));
  await until(isShown);
  return performance.now() - began;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('timed out');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Applies and reverts a change several times. */
async function timeChanges(
  path: string,
  text: string,
  changed: string,
  isShown: (text: string) => Promise<boolean>,
): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1)
    for (const step of [[text, changed] as const, [changed, text] as const])
      times.push(await timeChange(path, step, () => isShown(step[1])));
  return median(times);
}

const row = (what: string, ms: number): BenchRow =>
  limitRow(`npm run dev: ${what}`, ms, BUDGET_MS, wholeMilliseconds);

/** Measures the time until a change of the server or of the web app is visible. */
export async function devRows(): Promise<BenchRow[]> {
  const folder = await copySources();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['bin/wayside.cjs', 'dev'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') },
    // Output is ignored because Vite logs every request while the server restarts.
    stdio: 'ignore',
  });
  const browser = await launchBrowser(await findBrowser());
  try {
    const health = async () => (await fetch(`${url}/healthz`).catch(() => null))?.text() ?? '';
    await until(async () => (await health()).includes('true'));
    const page = await browser.newPage();
    await page.goto(url);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Sign In').waitFor();
    const web = await timeChanges(join(folder, WEB.file), WEB.text, "'Come In'", (text) =>
      button(text.replaceAll("'", '')).isVisible(),
    );
    const server = await timeChanges(
      join(folder, SERVER.file),
      SERVER.text,
      '{ status: true, changed: true }',
      async (text) => text.includes('changed') === (await health()).includes('changed'),
    );
    return [row('a change of the web is shown', web), row('a change of the server is served', server)];
  } finally {
    await browser.close();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
