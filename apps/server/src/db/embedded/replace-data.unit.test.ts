import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectoryAt } from './data-directory.ts';
import { completeReplacement, draftDirectory, replaceData } from './replace-data.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-replace-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Makes files that say only whether they are of the old data or of the new. */
async function put(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

async function content(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = files.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries((await Promise.all(read)).sort());
}

const data = (of: string, place = '') => ({
  [`${place}postgres/PG_VERSION`]: of,
  [`${place}postgres.password`]: of,
  [`${place}files/a/b.webp`]: of,
});

/** What lies in the directory when a restore ends at a step; new data have no PGlite, the old had. */
const steps: [string, Record<string, string>, 'old' | 'new'][] = [
  ['while the draft is made', { ...data('old'), ...data('new', 'restoring/') }, 'old'],
  ['when it is decided', { ...data('old'), ...data('new', 'restored/') }, 'new'],
  [
    'while the old data leave',
    { 'files/a/b.webp': 'old', 'replaced/postgres/PG_VERSION': 'old', ...data('new', 'restored/') },
    'new',
  ],
  ['when the old data have left', { ...data('old', 'replaced/'), ...data('new', 'restored/') }, 'new'],
  ['before the new data come', { ...data('old', 'replaced/'), ...data('new', 'restored.moving-in/') }, 'new'],
  [
    'while the new data come',
    {
      ...data('old', 'replaced/'),
      'postgres/PG_VERSION': 'new',
      'postgres.password': 'new',
      'restored.moving-in/files/a/b.webp': 'new',
    },
    'new',
  ],
  ['before the old data are removed', { ...data('old', 'replaced/'), ...data('new') }, 'new'],
];

describe('[RUN-01] a restore that ends', () => {
  it.each(steps)('%s is settled by the next that opens the data', async (_when, files, whose) => {
    await put({ ...files, 'postgres.log': 'kept' });
    await completeReplacement(dataDirectoryAt(folder));
    expect(await content()).toEqual({ ...data(whose), 'postgres.log': 'kept' });
    await completeReplacement(dataDirectoryAt(folder));
    expect(await content()).toEqual({ ...data(whose), 'postgres.log': 'kept' });
  });

  it('whole leaves the new data alone, without what the old had besides and what the draft needed', async () => {
    await put({ 'pglite/PG_VERSION': 'old', 'files/gone': 'old', 'postgres.log': 'kept' });
    const draft = await draftDirectory(dataDirectoryAt(folder));
    await put({ ...data('new', 'restoring/'), 'restoring/postgres.log': 'of the draft' });
    expect(draft.path).toBe(join(folder, 'restoring'));
    await replaceData(dataDirectoryAt(folder));
    expect(await content()).toEqual({ ...data('new'), 'postgres.log': 'kept' });
  });
});
