import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from './database.ts';
import { isLockTimeout } from './database-errors.ts';

/** What processes may keep in memory of a table: whoever changes it takes it back from all of them. */
export interface LeaseTerms {
  /** The channel of NOTIFY on which a change is told. */
  readonly channel: string;
  /** The advisory lock that everybody who keeps something shares. */
  readonly lock: number;
  /** How long anything is kept at most, in milliseconds: whoever can be neither told nor reached is past it by then. */
  readonly longestMs: number;
}

/** Told whether anything may be kept. */
export interface Tenant {
  /** What was kept is dropped, and nothing is kept from now on. */
  onLost(): void;
  /** From now on what is read may be kept. */
  onHeld(): void;
}

const RETRY_MS = 1_000;
/** Long enough for whoever has changed something to see that all have let go. */
const REST_MS = 250;
/** A machine that lost its power lets go after some half a minute. */
const NOTICE_DEATH = 'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/**
 * Holds a lease until it is closed, over a connection from the pool that is replaced when it breaks. At each notice the
 * tenant drops what it keeps and the shared lock is given back, to be taken anew a moment later. After LISTEN it sends
 * a notice itself, over another connection: where a pooler stands between, none ever comes, and nothing is ever kept.
 */
export function holdLease(
  { pool }: Pick<Database, 'pool'>,
  { channel, lock }: LeaseTerms,
  { tenant, log }: { readonly tenant: Tenant; readonly log: Logger },
): { close(): Promise<void> } {
  const closing = new AbortController();
  const closed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));

  async function hold(): Promise<void> {
    const client = await pool.connect();
    let notices = 0;
    let hasAsked = false;
    let resting: NodeJS.Timeout | undefined;
    try {
      const ended = new Promise<void>((resolve, reject) => {
        const take = async (notice: number): Promise<void> => {
          hasAsked = true;
          await client.query(`${NOTICE_DEATH}; SELECT pg_advisory_lock_shared(${lock})`);
          if (notice === notices) tenant.onHeld();
        };
        client.once('end', resolve);
        client.on('notification', () => {
          notices += 1;
          tenant.onLost();
          if (hasAsked) client.query(`SELECT pg_advisory_unlock_shared(${lock})`).catch(reject);
          hasAsked = false;
          clearTimeout(resting);
          resting = setTimeout(() => take(notices).catch(reject), REST_MS);
        });
      });
      await client.query(`LISTEN ${channel}`);
      await pool.query(`NOTIFY ${channel}`);
      await Promise.race([ended, closed]);
    } finally {
      client.removeAllListeners('notification');
      clearTimeout(resting);
      // An answer that is still to come is about a lock that goes with the connection.
      notices += 1;
      tenant.onLost();
      client.release(true);
    }
  }

  async function holdOn(): Promise<void> {
    while (!closing.signal.aborted) {
      await hold().catch((error: Error) => log.debug({ err: error }, `cannot listen on ${channel} now`));
      await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const holding = holdOn();
  return {
    close: () => {
      closing.abort();
      return holding;
    },
  };
}

/**
 * Resolves when nobody keeps anything that was read before the last commit: the change must be committed, and told on
 * the channel, before this is called.
 */
export async function untilTakenBack(
  { transaction }: Pick<Database, 'transaction'>,
  { lock, longestMs }: LeaseTerms,
): Promise<void> {
  try {
    await transaction(async (client) => {
      await client.query(`SET LOCAL lock_timeout = ${longestMs}`);
      await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    });
  } catch (error) {
    // Somebody hangs, and by now whatever it kept is too old for it, too.
    if (!isLockTimeout(error)) throw error;
  }
}
