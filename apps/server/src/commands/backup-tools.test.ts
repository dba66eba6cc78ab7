import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemBinaries } from '../testing/database-server.ts';
import { buildProgram, onServer, startProgram } from '../testing/program.ts';
import { withDatabase } from '../testing/test-database-names.ts';

const NO_TOOLS = 'there is no pg_dump here: install postgresql';

let folder: string;

beforeAll(async () => {
  buildProgram();
  folder = await mkdtemp(join(tmpdir(), 'wayside-backup-tools-'));
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('[OPER-06] npm run backup with DATABASE_URL', { timeout: 300_000 }, () => {
  it('ends with one sentence where pg_dump is older than the server', async ({ skip }) => {
    const system = await systemBinaries(null);
    skip(system === null, NO_TOOLS);
    const own = new pg.Client({ connectionString: inject('testServer') });
    await own.connect();
    const { rows } = await own.query("SELECT current_setting('server_version_num')::int / 10000 AS major");
    const other = `wayside_backup_${process.pid}`;
    skip(rows[0].major <= (system?.majorVersion ?? 0), 'pg_dump is as new as the server of these tests');
    await own.query(`CREATE DATABASE ${other}`);
    try {
      const path = join(folder, 'older.backup');
      const environment = onServer(withDatabase(inject('testServer'), other), join(folder, 'older'));
      const backup = startProgram(environment, { words: ['backup', path] });
      expect({ code: await backup.ended(), stderr: backup.stderr() }).toEqual({
        code: 1,
        stderr: expect.stringMatching(
          /pg_dump is version \d+ here, older than PostgreSQL 18 of the database: install PostgreSQL's client programs of version 18 or newer \(on Debian postgresql-client-18\)\.\n$/,
        ),
      });
      expect((await readdir(folder)).filter((name) => name.startsWith('older.'))).toEqual([]);
    } finally {
      await own.query(`DROP DATABASE ${other} WITH (FORCE)`);
      await own.end();
    }
  });
});
