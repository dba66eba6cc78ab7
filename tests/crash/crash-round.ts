import pino from 'pino';
import { expect } from 'vitest';
import { type DataKeys, openDataKeys } from '../../apps/server/src/platform/crypto/data-keys.ts';
import { connectDatabase, type Database } from '../../apps/server/src/platform/db/database.ts';
import { readSettings } from '../../apps/server/src/settings.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { Random } from '../../packages/demo/src/random.ts';
import { makeBurst, type Payee, writePayees } from './burst.ts';
import { startConcurrentImport } from './concurrent-import.ts';
import { Corrections } from './corrections.ts';
import { findContradictions } from './find-contradictions.ts';
import { type PaymentOrder, requestPayment } from './payment-order.ts';
import type { RequestLog } from './request-log.ts';

/** The programs that a crash round kills and restarts. */
export interface CrashTarget {
  /** Returns the addresses of the running applications. */
  addresses(): readonly string[];
  /** The settings for a command on the same database. */
  readonly environment: Readonly<Record<string, string>>;
  connectionString(): Promise<string>;
  /** Kills the target during a burst. */
  kill(): Promise<void>;
  /** Restarts the target and resolves when every application serves requests again. */
  recover(): Promise<void>;
}

/** The state that persists over all rounds. */
export interface CrashTest {
  readonly token: string;
  readonly asked: RequestLog;
  /** The payees of all rounds so far, which are checked again. */
  readonly payees: Payee[];
}

const RESPONSES_TIMEOUT_MS = 180_000;
/** The kill happens before the server has responded to this share of the burst. */
const MAX_ANSWERED_SHARE = 0.6;

/**
 * Sends a burst of payments, voids and adjustments during an import and kills the target in the middle (in even
 * rounds, also the import). Then it checks the records before and after repeating the unanswered requests.
 */
export async function runCrashRound(
  round: number,
  target: CrashTarget,
  { token, asked, payees }: CrashTest,
): Promise<void> {
  const random = new Random(round, 'kill', 0);
  const burst = makeBurst(round);
  const corrections = new Corrections(round);
  await withDatabase(target, async (database) => {
    await writePayees(database, burst);
    await corrections.write(database);
  });
  payees.push(...burst.payees);
  const concurrentImport = await startConcurrentImport(round, burst, target.environment);
  const addresses = target.addresses();
  let responses = 0;
  async function ask(order: PaymentOrder, place: number): Promise<void> {
    asked.record(order, await requestPayment(addresses[place % addresses.length] ?? '', token, order));
    responses += 1;
  }
  const paying = shuffled(burst.orders, random).map(([order, place]) => ask(order, place));
  const correcting = corrections.send(addresses, token);
  const threshold = random.between(1, burst.orders.length * MAX_ANSWERED_SHARE);
  await eventually('the first answers', () => responses >= threshold, RESPONSES_TIMEOUT_MS);
  await target.kill();
  if (round % 2 === 0) await concurrentImport.kill();
  await Promise.all([...paying, correcting]);
  await target.recover();
  await concurrentImport.complete();
  const expectNone = (when: string) =>
    withDatabase(target, async (database, keys) =>
      expect(
        [
          ...(await findContradictions(database, asked, payees, { keys })),
          ...(await corrections.contradictions(database)),
        ],
        `round ${round}, ${when}`,
      ).toEqual([]),
    );
  await expectNone('after recovery');
  await retryUnanswered(target, token, asked);
  const isCorrected = () => corrections.send(target.addresses(), token);
  await eventually('an answer to every void and adjustment', isCorrected, RESPONSES_TIMEOUT_MS);
  await expectNone('after repeated requests');
}

/** Repeats the unanswered requests, some of them twice at the same time on different applications. */
async function retryUnanswered(target: CrashTarget, token: string, asked: RequestLog): Promise<void> {
  await eventually(
    'an answer to every request',
    async () => {
      const addresses = target.addresses();
      const open = asked.takeUnanswered();
      await Promise.all(
        [...open, ...open.filter((_, place) => place % 4 === 0)].map(async (order, place) =>
          asked.record(order, await requestPayment(addresses[place % addresses.length] ?? '', token, order)),
        ),
      );
      return open.length === 0;
    },
    RESPONSES_TIMEOUT_MS,
  );
}

function shuffled(orders: readonly PaymentOrder[], random: Random): [order: PaymentOrder, place: number][] {
  return orders
    .map((order, place) => ({ order, place, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ order, place }) => [order, place]);
}

async function withDatabase<T>(
  target: CrashTarget,
  work: (database: Database, keys: DataKeys) => Promise<T>,
): Promise<T> {
  const log = pino({ level: 'silent' });
  const database = connectDatabase(await target.connectionString(), { max: 2, log });
  try {
    return await work(database, await openDataKeys(database, readSettings({ ...target.environment })));
  } finally {
    await database.close();
  }
}
