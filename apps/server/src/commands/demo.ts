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
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';
import { recordCommand } from '../platform/db/record-activity.ts';
import { openImageStore } from '../platform/files/files.ts';
import type { DemoMarker } from '../records/demo-marker.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { goOn } from './demo-live.ts';

const USAGE = 'Use: npm run demo -- [--bookings N] [--seed S] [--live [--pace N]]';
const MAX_PACE = 1000;

/** The part of the command context that `demo` uses. */
export interface DemoContext {
  readonly database: Database;
  readonly owner: Database;
  readonly keys: DataKeys;
  readonly settings: Pick<Settings, 'databaseUrl' | 'dataDir' | 'objectStorage' | 'host' | 'port'>;
  /** Aborted when the command is to end. */
  readonly stopped: AbortSignal;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/**
 * `npm run demo -- [--bookings N] [--seed S]`: fills an empty database with a fictional marketplace. With `--live` it goes on as a
 * marketplace would, in front of the running program and also beside a demo of another size, until it is stopped; `--pace N` is N times as fast.
 * @returns the exit code, also 0 when the same demo exists already
 * @throws StartError on invalid arguments or when the database is not empty
 */
export async function run(args: string[], context: DemoContext): Promise<number> {
  const { bookings, seed, pace } = parseArguments(args);
  const code = await fill({ bookings, seed }, context, { isAnyFine: pace !== null });
  return pace === null ? code : goOn({ seed, pace }, context);
}

/** The live demo ends in order: it revokes its key, and says what it did. */
export const endsInOrder = (args: readonly string[]): boolean => args.includes('--live');

async function fill(
  { bookings, seed }: DemoMarker,
  context: DemoContext,
  { isAnyFine }: { readonly isAnyFine: boolean },
): Promise<number> {
  const showProgress = progressOn(context.stderr, bookings);
  const from = performance.now();
  const { owner, keys } = context;
  const summary = await fillWithDemo(
    { database: owner, keys },
    { bookings, seed, now: new Date(), onProgress: showProgress },
  );
  if (summary.outcome === 'occupied')
    throw new StartError(
      `This database holds records of a real business, among which made-up ones have no place. ${startOver(context)}`,
    );
  if (summary.outcome === 'already demo') {
    if (!isAnyFine && !isSame(summary.marker, { bookings, seed }))
      throw new StartError(
        `This database holds demo data already (${describe(summary.marker)}); nothing was added. ${startOver(context)}`,
      );
    context.stdout.write(`This demo is here already (${describe(summary.marker)}); nothing was added.\n`);
    return 0;
  }
  await recordCommand(context.database, 'demo_created', { bookings, seed });
  await drawDemoPictures(context.database, openImageStore(context.settings));
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const counts = Object.entries(summary.counts).map(([name, count]) => `${count.toLocaleString('en-IN')} ${name}`);
  context.stdout.write(`Filled in ${seconds} s: ${counts.join(', ')}.\n`);
  return 0;
}

const isSame = (one: DemoMarker, other: DemoMarker) => one.bookings === other.bookings && one.seed === other.seed;
const describe = ({ bookings, seed }: DemoMarker) => `${bookings.toLocaleString('en-IN')} bookings, seed ${seed}`;

function startOver({ settings }: DemoContext): string {
  return settings.databaseUrl === null
    ? `To start over, stop Wayside and remove ${settings.dataDir}, or set DATA_DIR to a new directory.`
    : 'To start over, let DATABASE_URL name an empty database.';
}

function parseArguments(args: string[]): DemoMarker & { readonly pace: number | null } {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: { bookings: text, seed: text, live: { type: 'boolean' }, pace: text },
    });
    if (values.pace !== undefined && !values.live) throw new StartError('--pace is for --live.');
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
  throw new StartError(`${name} must be a whole number from ${min} to ${max}, and is ${JSON.stringify(text)}.`);
}

/** Updates one line on a terminal; elsewhere prints a line for every tenth. */
function progressOn(stderr: DemoContext['stderr'], bookings: number): (made: number) => void {
  let shown = 0;
  return (made) => {
    const percent = Math.min(100, Math.floor((made / bookings) * 100));
    if (percent === shown || (!stderr.isTTY && percent < shown + 10)) return;
    shown = percent;
    stderr.write(stderr.isTTY ? `\r${percent} % of the bookings${percent === 100 ? '\n' : ''}` : `${percent} %\n`);
  };
}
