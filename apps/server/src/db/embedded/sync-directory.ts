import { open } from 'node:fs/promises';

/** Puts on the disk which names a directory has, where the system can do so (Windows cannot and need not). */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}
