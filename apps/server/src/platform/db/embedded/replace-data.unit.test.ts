import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataDirectoryAt } from '../../../data-directory.ts';
import { completeReplacement, draftDirectory, replaceData } from './replace-data.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-replace-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Creates files whose content identifies the old or the new data. */
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

/** The content of the directory after a restore was interrupted at a step. */
const steps: [string, Record<string, string>, 'old' | 'new'][] = [
  ['while the draft is built', { ...data('old'), ...data('new', 'restoring/') }, 'old'],
  ['after the commit', { ...data('old'), ...data('new', 'restored/') }, 'new'],
  [
    'while the old data move away',
    { 'files/a/b.webp': 'old', 'replaced/postgres/PG_VERSION': 'old', ...data('new', 'restored/') },
    'new',
  ],
  ['after the old data have moved away', { ...data('old', 'replaced/'), ...data('new', 'restored/') }, 'new'],
  ['before the new data move in', { ...data('old', 'replaced/'), ...data('new', 'restored.moving-in/') }, 'new'],
  [
    'while the new data move in',
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

describe('[RUN-01] a restore', () => {
  it.each(steps)(
    'is completed by the next program that opens the data when it is interrupted %s',
    async (_when, files, whose) => {
      await put({ ...files, 'postgres.log': 'unchanged' });
      await completeReplacement(dataDirectoryAt(folder));
      expect(await content()).toEqual({ ...data(whose), 'postgres.log': 'unchanged' });
      await completeReplacement(dataDirectoryAt(folder));
      expect(await content()).toEqual({ ...data(whose), 'postgres.log': 'unchanged' });
    },
  );

  it('leaves only the new data, without old files and draft files, when it is not interrupted', async () => {
    await put({ 'pglite/PG_VERSION': 'old', 'files/gone': 'old', 'postgres.log': 'unchanged' });
    const draft = await draftDirectory(dataDirectoryAt(folder));
    await put({ ...data('new', 'restoring/'), 'restoring/postgres.log': 'draft' });
    expect(draft.path).toBe(join(folder, 'restoring'));
    await replaceData(dataDirectoryAt(folder));
    expect(await content()).toEqual({ ...data('new'), 'postgres.log': 'unchanged' });
  });
});
