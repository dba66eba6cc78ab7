import { parseArgs } from 'node:util';
import { drawDemoPictures } from '../../../../packages/demo/src/demo-picture-files.ts';
import {
  DEFAULT_BOOKINGS,
  DEFAULT_SEED,
  MAX_BOOKINGS,
  MAX_SEED,
  MIN_BOOKINGS,
} from '../../../../packages/demo/src/demo-plan.ts';
import { fillWithDemo } from '../../../../packages/demo/src/fill-with-demo.ts';
import type { LiveCounts } from '../../../../packages/demo/src/live-marketplace.ts';
import { LiveError, runLive } from '../../../../packages/demo/src/run-live.ts';
import { createServiceKey, revokeServiceKey } from '../features/service-keys/service-keys.ts';
import { commandLineActor } from '../platform/db/activity-entry.ts';
import { withLock } from '../platform/db/advisory-locks.ts';
import { recordCommand } from '../platform/db/record-activity.ts';
import { openImageStore } from '../platform/files/files.ts';
import type { DemoMarker } from '../records/demo-marker.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { CommandContext } from './command.ts';
import { addDemoSettlements } from './demo-settlements.ts';

const USAGE = 'Usage: npm run demo -- [--bookings N] [--seed S] [--live [--pace N]]';
const MAX_PACE = 1000;
/** The maximum time to fill the largest demo. */
const MAX_FILL_MS = 6 * 3_600_000;
/** The validity of a live demo's key, in case the demo is killed and cannot revoke it. */
const KEY_DAYS = 1;

export interface DemoContext extends Pick<CommandContext, 'database' | 'owner' | 'keys' | 'stopped'> {
  readonly settings: Pick<
    Settings,
    'databaseUrl' | 'dataDir' | 'objectStorage' | 'host' | 'port' | 'settlementProfiles'
  >;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/**
 * `npm run demo`: fills an empty database with a fictional marketplace. With `--live`, it then acts as the
 * marketplace for the running program until it is stopped, N times as fast with `--pace N`. @returns the exit code,
 * which is also 0 when the same demo already exists @throws StartError if the arguments are invalid or the database
 * is not empty
 */
export async function run(args: string[], context: DemoContext): Promise<number> {
  const { bookings, seed, pace } = parseArguments(args);
  // The data is complete before the live demo begins. If a command finds an existing demo, it may stop an embedded
  // database that other commands have joined.
  await withLock(context.database.pool, 'demo', { longestMs: MAX_FILL_MS }, () =>
    fill({ bookings, seed }, context, pace !== null),
  );
  if (pace !== null) await runMarketplace({ seed, pace }, context);
  return 0;
}

/** The live demo revokes its key and reports its counts before it ends. */
export const stopsGracefully = (args: readonly string[]): boolean => args.includes('--live');

/** @param isAnyFine whether existing demo data may have another size and seed */
async function fill(wanted: DemoMarker, context: DemoContext, isAnyFine: boolean): Promise<void> {
  const { database, owner, keys, settings, stdout } = context;
  const from = performance.now();
  const onProgress = createProgressReporter(context.stderr, wanted.bookings);
  const summary = await fillWithDemo({ database: owner, keys }, { ...wanted, now: new Date(), onProgress });
  if (summary.outcome === 'occupied')
    throw new StartError(
      `This database contains real business records, so demo data cannot be added. ${startOverHint(context)}`,
    );
  if (summary.outcome === 'already demo') {
    const { marker } = summary;
    const found = `${marker.bookings.toLocaleString('en-IN')} bookings, seed ${marker.seed}`;
    const isSame = marker.bookings === wanted.bookings && marker.seed === wanted.seed;
    if (!isAnyFine && !isSame)
      throw new StartError(
        `This database already contains demo data (${found}); nothing was added. ${startOverHint(context)}`,
      );
    stdout.write(`This demo already exists (${found}); nothing was added.\n`);
    return;
  }
  await recordCommand(database, 'demo_created', { ...wanted });
  await addDemoSettlements({ database, keys, settings, now: () => new Date() });
  await drawDemoPictures(database, openImageStore(settings));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const counts = Object.entries(summary.counts).map(([name, count]) => `${count.toLocaleString('en-IN')} ${name}`);
  stdout.write(`Filled in ${seconds} s: ${counts.join(', ')}.\n`);
}

function startOverHint({ settings }: DemoContext): string {
  return settings.databaseUrl === null
    ? `To start over, stop Wayside and remove ${settings.dataDir}, or set DATA_DIR to a new directory.`
    : 'To start over, set DATABASE_URL to an empty database.';
}

/**
 * Acts as a marketplace until it is stopped, with a service key that it revokes at the end.
 * @throws StartError if no mechanic is available, or the program rejects the key or records
 */
async function runMarketplace(
  { seed, pace }: { readonly seed: number; readonly pace: number },
  { database, settings, stdout, stopped }: DemoContext,
): Promise<void> {
  const say = (text: string) => stdout.write(`${text}\n`);
  const address = `http://${hostOf(settings.host)}:${settings.port}`;
  const context = { database, now: () => new Date(), actor: commandLineActor() };
  const { key, record } = await createServiceKey(context, {
    name: `live demo ${process.pid}`,
    scopes: ['users', 'bookings', 'positions', 'refunds', 'changes'],
    days: KEY_DAYS,
  });
  say(`The live marketplace runs against ${address}. Press Ctrl+C to stop it.`);
  let last = '';
  try {
    const counts = await runLive(database, {
      ...{ address, key, seed, pace, stopped },
      onReachable: (isReachable) =>
        say(isReachable ? 'Wayside responds again.' : `Wayside does not respond at ${address}; retrying.`),
      onStep: (present) => {
        const text = describe(present);
        if (text !== last) say(text);
        last = text;
      },
    });
    if (counts === null)
      throw new StartError('Cannot send a mechanic: no approved and available mechanic has a shop location.');
    say(`It has ended: ${describe(counts)}.`);
  } catch (error) {
    throw error instanceof LiveError ? new StartError(error.message, { cause: error }) : error;
  } finally {
    await revokeServiceKey(context, record).catch(() =>
      // An embedded database ends with the program and restarts later on another port.
      say(
        `The database that was joined is no longer available, so the key ${record.prefix} remains: it expires within a day, or revoke it.`,
      ),
    );
  }
}

/** Returns the host to connect to. A program that listens on every address is reached through the loopback address. */
function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
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
    `${counts.refunded} refunds made`,
  ].join(', ');

function parseArguments(args: string[]): DemoMarker & { readonly pace: number | null } {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: { bookings: text, seed: text, live: { type: 'boolean' }, pace: text },
    });
    if (values.pace !== undefined && !values.live) throw new StartError('--pace requires --live.');
    return {
      bookings: wholeNumber('--bookings', values.bookings, DEFAULT_BOOKINGS, [MIN_BOOKINGS, MAX_BOOKINGS]),
      seed: wholeNumber('--seed', values.seed, DEFAULT_SEED, [0, MAX_SEED]),
      pace: values.live ? wholeNumber('--pace', values.pace, 1, [1, MAX_PACE]) : null,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${error instanceof Error ? error.message : error}\n${USAGE}`, { cause: error });
  }
}

function wholeNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  [min, max]: readonly [number, number],
): number {
  if (text === undefined) return fallback;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new StartError(`${name} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}.`);
}

/**
 * Returns a function that reports progress: on a terminal it updates one line, elsewhere it prints a line for every
 * tenth of the work.
 */
function createProgressReporter(stderr: DemoContext['stderr'], bookings: number): (made: number) => void {
  let shown = 0;
  return (made) => {
    const percent = Math.min(100, Math.floor((made / bookings) * 100));
    if (percent === shown || (!stderr.isTTY && percent < shown + 10)) return;
    shown = percent;
    stderr.write(stderr.isTTY ? `\r${percent} % of the bookings${percent === 100 ? '\n' : ''}` : `${percent} %\n`);
  };
}
