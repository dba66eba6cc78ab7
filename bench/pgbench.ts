import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SESSION_OPTIONS } from './data.ts';

const DEBIAN = '/usr/lib/postgresql';

/** A prepared statement with its values. */
interface PgbenchStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The result of pgbench for the statements of a call. */
export interface PgbenchResult {
  /** Calls per second. */
  readonly rate: number;
  /** Mean latency in milliseconds. */
  readonly latencyMs: number;
}

/** Returns the path of pgbench if the system has it; the embedded server does not include it. */
function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  return versions.map((version) => join(DEBIAN, version, 'bin/pgbench')).find((path) => existsSync(path)) ?? null;
}

/** Formats a value for pgbench. */
function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : String(value);
}

/** Creates a pgbench script with one line per statement and the values as variables. */
function scriptOf(questions: readonly PgbenchStatement[]): { script: string; variables: string[] } {
  const lines = questions.map(({ text, values }, place) =>
    values
      .reduceRight<string>((sql, _, index) => sql.replaceAll(`$${index + 1}`, `:q${place}v${index + 1}`), text)
      .replaceAll(/\s+/g, ' '),
  );
  const variables = questions.flatMap(({ values }, place) =>
    values.flatMap((value, index) => ['-D', `q${place}v${index + 1}=${textOf(value)}`]),
  );
  return { script: lines.map((line) => `${line};\n`).join(''), variables };
}

/** Measures the statements of a call in sequence with pgbench; null if pgbench is missing. */
export async function pgbench(
  connectionString: string,
  questions: readonly PgbenchStatement[],
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<PgbenchResult | null> {
  const program = findPgbench();
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'wayside-bench-'));
  try {
    const { script, variables } = scriptOf(questions);
    const file = join(folder, 'call.sql');
    await writeFile(file, script);
    const load = ['-c', String(connections), '-j', String(Math.min(2, connections)), '-T', String(seconds)];
    const { stdout } = await promisify(execFile)(
      program,
      ['-n', '-M', 'prepared', '-f', file, ...variables, ...load, connectionString],
      { env: { ...process.env, PGOPTIONS: SESSION_OPTIONS } },
    );
    const stat = (name: RegExp) => Number(name.exec(stdout)?.[1]);
    return { rate: stat(/tps = ([\d.]+)/), latencyMs: stat(/latency average = ([\d.]+)/) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
