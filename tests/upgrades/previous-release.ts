import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const JOURNAL = 'apps/server/migrations/meta/_journal.json';

/** A release in its own folder that uses the packages of the current one. */
export interface Release {
  readonly folder: string;
  /** The built program. */
  readonly main: string;
  remove(): Promise<void>;
}

/** Returns the commit before the one that added the last migration, or a message if the git history is missing. */
export function findPreviousCommit(): { readonly commit: string } | { readonly missing: string } {
  const commit = git(['log', '--first-parent', '-1', '--format=%H^', '--', JOURNAL]).trim();
  if (commit === '') return { missing: 'the history of git is missing, which has the previous release' };
  const found = git(['rev-parse', '--verify', '--quiet', commit]).trim();
  return found === '' ? { missing: `the history of git ends before ${commit}` } : { commit: found };
}

/** Checks out the files of a commit. */
export async function checkOutRelease(commit: string): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-previous-'));
  // A separate git index leaves the repository's own index unchanged.
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, '.index') };
  git(['read-tree', commit], env);
  git(['checkout-index', '--all', `--prefix=${folder}/`], env);
  await linkPackages(folder);
  return release(folder);
}

/** Checks out a release and builds its server with its own scripts. */
export async function buildPreviousRelease(commit: string): Promise<Release> {
  const found = await checkOutRelease(commit);
  const { status, stderr } = spawnSync(process.execPath, ['bin/bundle-server.mjs', 'apps/server/dist'], {
    cwd: found.folder,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`the release ${commit} cannot be built with the packages of this one: ${stderr}`);
  return found;
}

/** Links the packages of the current release and the workspaces of the other release. */
async function linkPackages(folder: string): Promise<void> {
  const ours = join(folder, 'node_modules/@wayside');
  await mkdir(ours, { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@wayside' && name !== '.vite')
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const [name, place] of [
    ['contract', 'packages/contract'],
    ['server', 'apps/server'],
  ] as const)
    await symlink(join(folder, place), join(ours, name));
  await symlink(join(root, 'apps/server/node_modules'), join(folder, 'apps/server/node_modules'));
}

/** A migration of a future release. */
export interface SeededMigration {
  readonly tag: string;
  readonly sql: string;
  readonly backFill: string;
}

/** Creates a release from the current one, which must be built, with an additional migration. */
export async function seedNextRelease({ tag, sql, backFill }: SeededMigration): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-next-'));
  for (const part of ['dist', 'migrations'])
    await cp(join(root, 'apps/server', part), join(folder, 'apps/server', part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(folder, 'apps/server/migrations');
  const journal: { entries: { idx: number; when: number }[] } = JSON.parse(
    await readFile(join(migrations, 'meta/_journal.json'), 'utf8'),
  );
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: (last?.idx ?? 0) + 1, when: (last?.when ?? 0) + 1, ...{ tag } });
  await writeFile(join(migrations, 'meta/_journal.json'), JSON.stringify(journal));
  await writeFile(join(migrations, `${tag}.sql`), sql);
  await mkdir(join(migrations, 'back-fills'), { recursive: true });
  await writeFile(join(migrations, 'back-fills', `${tag}.sql`), backFill);
  return release(folder);
}

const release = (folder: string): Release => ({
  folder,
  main: join(folder, 'apps/server/dist/main.js'),
  remove: () => rm(folder, { recursive: true, force: true }),
});

function git(args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout } = spawnSync('git', args, { cwd: root, env, encoding: 'utf8' });
  return status === 0 ? stdout : '';
}
