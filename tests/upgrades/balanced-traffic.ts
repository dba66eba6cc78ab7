import { setTimeout as delay } from 'node:timers/promises';
import { listBookings } from '@wayside/contract/bookings';
import { getDashboard } from '@wayside/contract/dashboard';
import { listPaymentsOut } from '@wayside/contract/payments-out';
import { ownProfile } from '@wayside/contract/session';
import { listUsers } from '@wayside/contract/users';
import { requestPayment } from '../crash/payment-order.ts';

/** The interval at which a load balancer polls `/readyz`. */
const READY_MS = 200;

/** The credentials and ids that the traffic needs. */
export interface Marketplace {
  readonly token: string;
  readonly password: string;
  readonly serviceKey: string;
  readonly mechanics: readonly string[];
}

const READ = [
  `${listBookings.path}?limit=10`,
  getDashboard.path,
  `${listUsers.path}?limit=10`,
  ownProfile.path,
  `${listPaymentsOut.path}?limit=10`,
];

/**
 * Reads, payouts, ingest requests and logins through a load balancer. It sends each call once, to a node that was
 * ready at the last check. No call is retried, so that every failure counts.
 */
export class BalancedTraffic {
  /** Calls that got no response or an unexpected one. */
  readonly failures: string[] = [];
  /** The transaction ids of acknowledged payouts. */
  readonly paid: string[] = [];
  /** Bookings that an ingest request has acknowledged. */
  readonly booked: string[] = [];
  /** The number of responses by node. */
  readonly answers = new Map<string, number>();
  /** The longest duration of a call, in milliseconds. */
  longestMs = 0;
  #ready: string[] = [];
  #nodes: string[] = [];
  #next = 0;
  #isEnding = false;
  #working: Promise<unknown> = Promise.resolve();

  /** Adds a node to the load balancer. */
  add(address: string): void {
    this.#nodes.push(address);
  }

  /** The nodes that were ready at the last check. */
  get ready(): readonly string[] {
    return this.#ready;
  }

  async start(marketplace: Marketplace): Promise<void> {
    await this.#look();
    const { token, password, serviceKey, mechanics } = marketplace;
    let number = 0;
    this.#working = Promise.all([
      this.#repeat(async () => {
        await delay(READY_MS);
        await this.#look();
      }),
      ...[0, 1].map(() =>
        this.#repeat((round) => {
          const path = READ[round % READ.length] ?? '';
          return this.#call(path, (node) => statusOf(node, path, { headers: { token } }));
        }),
      ),
      this.#repeat(async (round) => {
        const order = {
          kind: 'payout' as const,
          payeeId: mechanics[round % mechanics.length] ?? '',
          amountPaise: 100,
          transactionId: `ROLLING-${round}`,
        };
        const isPaid = await this.#call('payout', (node) => requestPayment(node, token, order));
        if (isPaid) this.paid.push(order.transactionId);
      }),
      this.#repeat(async () => {
        number += 1;
        const id = `feed${number.toString(16).padStart(20, '0')}`;
        const record = { _id: id, status: 'pending', createdAt: new Date().toISOString(), _version: 1 };
        const isBooked = await this.#call('ingest', (node) =>
          statusOf(node, '/ingest/bookings', {
            method: 'POST',
            headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
            body: JSON.stringify([record]),
          }),
        );
        if (isBooked) this.booked.push(id);
      }),
      this.#repeat(() =>
        this.#call('login', (node) =>
          statusOf(node, '/admin/login', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: 'admin@wayside.test', password }),
          }),
        ),
      ),
    ]);
  }

  /** Stops the traffic after the calls in progress. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#working;
  }

  async #repeat(work: (round: number) => Promise<unknown>): Promise<void> {
    for (let round = 0; !this.#isEnding; round += 1) await work(round);
  }

  async #look(): Promise<void> {
    const isReady = await Promise.all(
      this.#nodes.map((node) =>
        fetch(`${node}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    this.#ready = this.#nodes.filter((_, place) => isReady[place]);
  }

  async #call(what: string, send: (node: string) => Promise<number | null>): Promise<boolean> {
    const node = this.#ready[this.#next++ % this.#ready.length];
    if (node === undefined) {
      this.failures.push(`${what}: no node is ready`);
      await delay(READY_MS);
      return false;
    }
    const begunMs = performance.now();
    const status = await send(node);
    this.longestMs = Math.max(this.longestMs, performance.now() - begunMs);
    this.answers.set(node, (this.answers.get(node) ?? 0) + 1);
    const isGood = status !== null && status >= 200 && status < 300;
    if (!isGood) this.failures.push(`${what} at ${node}: ${status ?? 'no response'}`);
    return isGood;
  }
}

/** Returns the status of a complete response; null if there was none. A login response without a token is a failure. */
async function statusOf(node: string, path: string, options: RequestInit): Promise<number | null> {
  try {
    const response = await fetch(`${node}/api/v1${path}`, options);
    const text = await response.text();
    return path === '/admin/login' && !text.includes('"token"') ? null : response.status;
  } catch {
    return null;
  }
}
