import type pg from 'pg';
import { acceptsWrites, withinLimit } from './client.ts';
import { hasSqlState } from './database-errors.ts';
import { type Fault, faultOf } from './database-faults.ts';

/** Checks whether something can be written to a database, on a connection of its own. */
export interface Readiness {
  /** Why nothing can be written; null where it can. */
  check(): Promise<Fault | null>;
  close(): Promise<void>;
}

/** Space is written to at most this often while there is some, and at every check while there is none (OWN-12). */
const SPACE_CHECK_MS = 10_000;

// Half a megabyte that does not fit into the memory goes to a temporary file beside the tables: no WAL, no table, no bloat.
const WRITE_TEMPORARY_FILE = `SET LOCAL work_mem = '64kB'; SET LOCAL temp_tablespaces = '';
  SELECT count(*) FROM generate_series(1, 20000)`;

async function hasSpace(client: pg.Client): Promise<boolean> {
  try {
    await client.query(WRITE_TEMPORARY_FILE);
    return true;
  } catch (error) {
    if (hasSqlState(error, '53100')) return false;
    // The server limits temporary files, so that they say nothing about the disk.
    if (hasSqlState(error, '53400')) return true;
    throw error;
  }
}

export interface ReadinessParts {
  /** Creates a client without connecting it. */
  readonly newClient: () => pg.Client;
  /** The limit of a connection and of a check, in milliseconds. */
  readonly limitMs: number;
  /** Whether the program has a data key, by its id; null before it has opened its keys. */
  readonly knowsKey: () => ((id: string) => boolean) | null;
}

/**
 * The connection stays open between checks. When it fails a new one is tried at once, so that a broken connection alone
 * makes no node unready. Concurrent checks share their result.
 */
export function readinessOf({ newClient, limitMs, knowsKey }: ReadinessParts): Readiness {
  let connected: pg.Client | null = null;
  let checking: Promise<Fault | null> | null = null;
  let hadSpaceAtMs = Number.NEGATIVE_INFINITY;

  async function checkSpace(client: pg.Client): Promise<Fault | null> {
    if (performance.now() - hadSpaceAtMs < SPACE_CHECK_MS) return null;
    hadSpaceAtMs = (await hasSpace(client)) ? performance.now() : Number.NEGATIVE_INFINITY;
    return hadSpaceAtMs > 0 ? null : 'disk_full';
  }

  async function checkKey(client: pg.Client): Promise<Fault | null> {
    const knows = knowsKey();
    if (knows === null) return null;
    const { rows } = await client.query<{ id: string }>(
      "SELECT value AS id FROM business_settings WHERE name = 'data_key'",
    );
    return rows.every(({ id }) => knows(id)) ? null : 'unknown_data_key';
  }

  async function checkOn(client: pg.Client, begin: () => Promise<unknown>): Promise<Fault | null> {
    try {
      return await withinLimit(client, limitMs, async () => {
        await begin();
        // After a fail-over another host may accept writes.
        if (!(await acceptsWrites(client))) return 'read_only';
        const fault = (await checkKey(client)) ?? (await checkSpace(client));
        connected = client;
        return fault;
      });
    } catch (error) {
      return faultOf(error) ?? 'unreachable';
    } finally {
      if (connected !== client) client.connection.stream.destroy();
    }
  }

  async function check(): Promise<Fault | null> {
    const open = connected;
    connected = null;
    const fault = open === null ? 'unreachable' : await checkOn(open, () => Promise.resolve());
    if (open !== null && connected === open) return fault;
    const client = newClient();
    client.on('error', () => undefined);
    return checkOn(client, () => client.connect());
  }

  return {
    check: () => {
      checking ??= check().finally(() => {
        checking = null;
      });
      return checking;
    },
    close: async () => {
      await checking;
      connected?.connection.stream.destroy();
      connected = null;
    },
  };
}
