import pino from 'pino';
import { expect } from 'vitest';
import { connectDatabase, type Database } from '../../db/database.ts';
import { Random } from '../../demo/random.ts';
import { eventually } from '../eventually.ts';
import type { AskedPayments } from './asked-payments.ts';
import { makeBurst, type Payee, writePayees } from './burst.ts';
import { importBeside } from './import-beside.ts';
import { contradictionsOf } from './paid-books.ts';
import { askToPay, type PayOrder } from './pay-order.ts';

/** What is killed and comes back while money is paid. */
export interface FireTarget {
  /** Of every application that should answer now. */
  addresses(): readonly string[];
  /** What a command needs to work on the same database. */
  readonly environment: Readonly<Record<string, string>>;
  connectionString(): Promise<string>;
  /** Kills without warning, in the middle of a burst. */
  kill(): Promise<void>;
  /** Resolves when every application serves again. */
  recover(): Promise<void>;
}

/** What lasts over the rounds. */
export interface Fire {
  readonly token: string;
  readonly asked: AskedPayments;
  /** Of all rounds so far: what was right once stays right. */
  readonly payees: Payee[];
}

const ANSWERS_MS = 60_000;
/** The kill comes at any time before so much of the burst has been answered. */
const LATEST_SHARE = 0.6;

/**
 * A burst of payments beside an import, a kill in the middle of it, in every second round of the import too, and the books,
 * before and after the unanswered are asked again.
 */
export async function fightRound(round: number, target: FireTarget, { token, asked, payees }: Fire): Promise<void> {
  const random = new Random(round, 'kill', 0);
  const burst = makeBurst(round);
  await withDatabase(target, (database) => writePayees(database, burst));
  payees.push(...burst.payees);
  const beside = await importBeside(round, burst, target.environment);
  const addresses = target.addresses();
  let answers = 0;
  async function ask(order: PayOrder, place: number): Promise<void> {
    asked.note(order, await askToPay(addresses[place % addresses.length] ?? '', token, order));
    answers += 1;
  }
  const paying = shuffled(burst.orders, random).map(([order, place]) => ask(order, place));
  const wanted = random.between(1, burst.orders.length * LATEST_SHARE);
  await eventually('the first answers', () => answers >= wanted, ANSWERS_MS);
  await target.kill();
  if (round % 2 === 0) await beside.kill();
  await Promise.all(paying);
  await target.recover();
  await beside.complete();
  await withDatabase(target, async (database) =>
    expect(await contradictionsOf(database, asked, payees), `round ${round}, as it was left`).toEqual([]),
  );
  await askAgain(target, token, asked);
  await withDatabase(target, async (database) =>
    expect(await contradictionsOf(database, asked, payees), `round ${round}, asked again`).toEqual([]),
  );
}

/** Each of the unanswered once more, some of them twice at the same moment and of different applications. */
async function askAgain(target: FireTarget, token: string, asked: AskedPayments): Promise<void> {
  await eventually(
    'an answer to every request',
    async () => {
      const addresses = target.addresses();
      const open = asked.takeUnanswered();
      await Promise.all(
        [...open, ...open.filter((_, place) => place % 4 === 0)].map(async (order, place) =>
          asked.note(order, await askToPay(addresses[place % addresses.length] ?? '', token, order)),
        ),
      );
      return open.length === 0;
    },
    ANSWERS_MS,
  );
}

function shuffled(orders: readonly PayOrder[], random: Random): [order: PayOrder, place: number][] {
  return orders
    .map((order, place) => ({ order, place, at: random.next() }))
    .sort((one, other) => one.at - other.at)
    .map(({ order, place }) => [order, place]);
}

async function withDatabase<T>(target: FireTarget, work: (database: Database) => Promise<T>): Promise<T> {
  const log = pino({ level: 'silent' });
  const database = connectDatabase(await target.connectionString(), { max: 2, log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
