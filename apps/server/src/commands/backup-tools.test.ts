import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { systemBinaries } from '../testing/database-server.ts';
import { databaseSettings } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';
import { withDatabase } from '../testing/test-database-names.ts';

const TOOLS_SKIP_REASON = 'there is no pg_dump here: install postgresql';

const { path, run } = programsUnderTest();

describe('[OPER-06] npm run backup with DATABASE_URL', { timeout: 300_000 }, () => {
  it('prints a one-line error when pg_dump is older than the server', async ({ skip }) => {
    const system = await systemBinaries(null);
    skip(system === null, TOOLS_SKIP_REASON);
    const own = new pg.Client({ connectionString: inject('testServer') });
    await own.connect();
    const { rows } = await own.query("SELECT current_setting('server_version_num')::int / 10000 AS major");
    const other = `wayside_backup_${process.pid}`;
    skip(rows[0].major <= (system?.majorVersion ?? 0), 'pg_dump is as new as the server of these tests');
    await own.query(`CREATE DATABASE ${other}`);
    try {
      const environment = databaseSettings(withDatabase(inject('testServer'), other), path('older'));
      expect(await run(['backup', path('older.backup')], environment)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /The installed pg_dump has version \d+, older than the database's PostgreSQL 18: install PostgreSQL's client programs of version 18 or newer \(on Debian postgresql-client-18\)\.\n$/,
        ),
      });
      expect((await readdir(path())).filter((name) => name.startsWith('older.'))).toEqual([]);
    } finally {
      await own.query(`DROP DATABASE ${other} WITH (FORCE)`);
      await own.end();
    }
  });
});
