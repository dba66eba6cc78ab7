import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTool } from './postgres-tools.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayside-tools-'));
  const path = join(folder, 'pg_dump');
  await writeFile(path, '#!/bin/sh\necho "pg_dump (PostgreSQL) 40.1 (Debian 40.1-1)"\n');
  await chmod(path, 0o755);
});
afterAll(() => rm(folder, { recursive: true }));

describe('[OPER-06] the PostgreSQL programs', () => {
  it('are found in PATH in a version not older than the server', async () => {
    expect(await findTool('pg_dump', 40, folder)).toEqual({
      name: 'pg_dump',
      path: join(folder, 'pg_dump'),
      majorVersion: 40,
    });
  });

  it('are reported as missing with a message that states what to install', async () => {
    await expect(findTool('pg_dump', 41, folder)).rejects.toThrow(
      "The installed pg_dump has version 40, older than the database's PostgreSQL 41: install PostgreSQL's client programs of version 41 or newer (on Debian postgresql-client-41).",
    );
    await expect(findTool('pg_restore', 41, folder, [])).rejects.toThrow(
      "pg_restore is not installed: install PostgreSQL's client programs of version 41 or newer (on Debian postgresql-client-41).",
    );
  });
});
