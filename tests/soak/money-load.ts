import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import { makeBurst, type Payee, writePayees } from '../crash/burst.ts';
import { type ConcurrentImport, startConcurrentImport } from '../crash/concurrent-import.ts';
import { findContradictions } from '../crash/find-contradictions.ts';
import { type PaymentOrder, requestPayment } from '../crash/payment-order.ts';
import { RequestLog } from '../crash/request-log.ts';
import { importRefunds, makeRefunds } from './concurrent-refunds.ts';
import type { Callers } from './other-load.ts';

/** The number of concurrent requests to different nodes. Copies of a request are next to each other. */
const BURST = 6;
const RESPONSES_TIMEOUT_MS = 120_000;

/** Payments through every node during imports, with a model to compare them with. */
export class MoneyLoad {
  readonly requestLog = new RequestLog();
  readonly #payees: Payee[] = [];
  readonly #callers: Callers;
  readonly #database: Database;
  readonly #environment: Readonly<Record<string, string>>;
  #refunding: Payee[][] = [];
  #imports: ConcurrentImport[] = [];
  #started: Promise<void>[] = [];
  #round = 0;
  imports = 0;

  constructor(callers: Callers, database: Database, environment: Readonly<Record<string, string>>) {
    this.#callers = callers;
    this.#database = database;
    this.#environment = environment;
  }

  /** Starts a burst that is spread over the given time, with concurrent imports. */
  async begin(overMs: number): Promise<void> {
    this.#round += 1;
    const burst = makeBurst(this.#round);
    const refunds = makeRefunds(this.#round);
    const payees = [...burst.payees, ...refunds.payees];
    await writePayees(this.#database, { payees, orders: [] });
    this.#payees.push(...payees);
    this.#imports.push(await startConcurrentImport(this.#round, burst, this.#environment));
    this.#refunding.push(refunds.payees);
    this.imports += 2;
    const refunding = importRefunds(refunds.payees, this.#environment).then(() => undefined);
    this.#started.push(refunding, this.#askAll([...refunds.orders, ...burst.orders], overMs));
  }

  async #askAll(orders: readonly PaymentOrder[], overMs: number): Promise<void> {
    const asking: Promise<void>[] = [];
    for (let first = 0; first < orders.length; first += BURST) {
      for (const [place, order] of orders.slice(first, first + BURST).entries())
        asking.push(this.#ask(order, place));
      await delay((overMs * BURST) / orders.length);
    }
    await Promise.all(asking);
  }

  async #ask(order: PaymentOrder, place: number): Promise<void> {
    const { addresses, token, times } = this.#callers;
    const node = place % addresses.length;
    const kind = order.kind === 'payout' ? 'createPayout' : 'payLoyalty';
    this.requestLog.record(
      order,
      await times.measure(kind, node, () => requestPayment(addresses[node] ?? '', token, order)),
    );
  }

  /** Resolves when every import is complete and every request has a response. */
  async complete(): Promise<void> {
    await Promise.all(this.#started);
    this.#started = [];
    for (const each of this.#imports) await each.complete();
    for (const payees of this.#refunding) {
      const code = await importRefunds(payees, this.#environment);
      if (code !== 0) throw new Error(`the import of refunds ended with ${code}`);
    }
    this.imports += this.#imports.length + this.#refunding.length;
    this.#imports = [];
    this.#refunding = [];
    await eventually(
      'an answer to every request',
      async () => {
        const open = this.requestLog.takeUnanswered();
        const again = [...open, ...open.filter((_, place) => place % 4 === 0)];
        for (let first = 0; first < again.length; first += BURST)
          await Promise.all(again.slice(first, first + BURST).map((order, place) => this.#ask(order, place)));
        return open.length === 0;
      },
      RESPONSES_TIMEOUT_MS,
    );
  }

  /** Returns contradictions between records, responses and imports. Call it while no payment is running. */
  contradictions(): Promise<string[]> {
    return findContradictions(this.#database, this.requestLog, this.#payees, {
      dataDir: this.#environment['DATA_DIR'] ?? tmpdir(),
    });
  }
}
