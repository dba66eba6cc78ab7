import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const connectionSchema = z.object({
  /** The lock of whoever serves it: a file that a killed program left names a lock that is gone. */
  token: z.string(),
  kind: z.enum(['embedded', 'fallback']),
  connectionString: z.string(),
  poolSize: z.number(),
});

/** How a command joins a running program's database. */
export type Connection = z.infer<typeof connectionSchema>;

/** Writes it for this account alone: it holds the password. */
export async function writeConnection(path: string, connection: Connection): Promise<void> {
  await writeFile(`${path}.new`, JSON.stringify(connection), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Reads it; null when there is none. */
export async function readConnection(path: string): Promise<Connection | null> {
  try {
    return connectionSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
