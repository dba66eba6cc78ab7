import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type pg from 'pg';

/**
 * For tests: returns every row of every table as text, together with a dump by pg_dump if it is installed.
 * @param connectionString null to omit pg_dump
 */
export async function dumpDatabase(
  client: Pick<pg.ClientBase, 'query'>,
  connectionString: string | null = null,
): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push(JSON.stringify((await client.query(`SELECT t::text FROM ${name} AS t`)).rows));
  const { rows: versions } = await client.query(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  // pg_dump supports servers of its own version and older ones.
  const tool = `/usr/lib/postgresql/${versions[0].major}/bin/pg_dump`;
  if (connectionString !== null && existsSync(tool))
    texts.push(execFileSync(tool, ['--inserts', connectionString], { encoding: 'utf8', maxBuffer: 1e9 }));
  return texts.join('\n');
}
