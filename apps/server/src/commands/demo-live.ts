import { LiveError } from '../../../../packages/demo/src/live-client.ts';
import type { LiveCounts } from '../../../../packages/demo/src/live-marketplace.ts';
import { runLive } from '../../../../packages/demo/src/run-live.ts';
import { createServiceKey, revokeServiceKey } from '../features/service-keys/service-keys.ts';
import { commandLine } from '../platform/db/activity-entry.ts';
import type { Database } from '../platform/db/database.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';

/** One that was killed leaves a key that expires. */
const KEY_DAYS = 1;

/** The part of the command context that it uses. */
interface LiveContext {
  readonly database: Database;
  readonly settings: Pick<Settings, 'host' | 'port'>;
  /** Aborted when it is to end. */
  readonly stopped: AbortSignal;
  readonly stdout: { write(text: string): unknown };
}

/**
 * Goes on as a marketplace would until it is stopped, with a service key of its own that it revokes at the end.
 * @returns the exit code
 * @throws StartError where nobody can be sent, or the program rejects key or records
 */
export async function goOn(
  { seed, pace }: { readonly seed: number; readonly pace: number },
  { database, settings, stdout, stopped }: LiveContext,
): Promise<number> {
  const say = (text: string) => stdout.write(`${text}\n`);
  const address = `http://${hostOf(settings.host)}:${settings.port}`;
  const context = { database, now: () => new Date(), actor: commandLine() };
  const name = `live demo ${process.pid}`;
  const { key, record } = await createServiceKey(context, {
    name,
    scopes: ['users', 'bookings', 'positions', 'changes'],
    days: KEY_DAYS,
  });
  say(`The marketplace goes on in front of ${address}, until Ctrl+C.`);
  try {
    const counts = await runLive(database, {
      ...{ address, key, seed, pace, stopped },
      onReachable: (isReachable) =>
        say(isReachable ? 'Wayside answers again.' : `Wayside does not answer at ${address}; it is asked again.`),
      onStep: progress(say),
    });
    if (counts === null)
      throw new StartError(
        'No mechanic can be sent: nobody who is approved and available has a shop with a place.',
      );
    say(`It has ended: ${describe(counts)}.`);
    return 0;
  } catch (error) {
    throw error instanceof LiveError ? new StartError(error.message, { cause: error }) : error;
  } finally {
    await revokeServiceKey(context, record).catch(() =>
      // An embedded database ends with the program, and begins again elsewhere.
      say(
        `The database that was joined is gone, so that the key ${record.prefix} stays: it ends within a day, or revoke it.`,
      ),
    );
  }
}

/** Every address of the machine is reached by loopback. */
function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Says what has changed. */
function progress(say: (text: string) => void): (counts: LiveCounts) => void {
  let last = '';
  return (counts) => {
    const text = describe(counts);
    if (text !== last) say(text);
    last = text;
  };
}

const describe = (counts: LiveCounts): string =>
  [
    `${counts.emergencies} emergencies came`,
    `${counts.answered} requests answered`,
    `${counts.late} late`,
    `${counts.unanswered} never`,
    `${counts.otherMechanic} with another mechanic`,
    `${counts.completed} completed`,
    `${counts.cancelled} cancelled`,
  ].join(', ');
