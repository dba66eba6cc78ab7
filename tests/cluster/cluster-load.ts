import { setTimeout as delay } from 'node:timers/promises';
import { listBookings } from '@wayside/contract/bookings';
import { getDashboard } from '@wayside/contract/dashboard';
import { createNotification } from '@wayside/contract/notifications';
import { listPayments } from '@wayside/contract/payments';
import { encoderOf } from '@wayside/contract/wire/wire';
import type pg from 'pg';

const EVERY_MS = 1_000;
/** The maximum response time of the program. */
const LIMIT_MS = 20_000;
/** Changes count as working again after they have succeeded for this long. */
const STEADY_MS = 4_000;

/** The parameters of a call; `path` is relative to /api/v1. */
interface Call {
  readonly kind: 'change' | 'ingest' | 'read';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Sample {
  readonly kind: Call['kind'];
  readonly address: string;
  /** Milliseconds since the start of the load. */
  readonly at: number;
  /** Undefined until the call has ended; null if there was no response. */
  status: number | null | undefined;
}

/** The addresses and credentials for the calls. */
export interface Callers {
  readonly addresses: readonly string[];
  /** The session token of an administrator. */
  readonly token: string;
  /** The headers with a service key that may ingest users. */
  readonly key: Readonly<Record<string, string>>;
}

const READS = [listBookings.path, listPayments.path, getDashboard.path];

/**
 * A load that makes changes, ingest requests and reads through each address every second, and records their
 * responses.
 */
export class ClusterLoad {
  readonly #callers: Callers;
  readonly #samples: Sample[] = [];
  readonly #acknowledgedMessages: string[] = [];
  readonly #acknowledgedUsers: string[] = [];
  readonly #began = performance.now();
  readonly #calls = new Set<Promise<void>>();
  /** Addresses with a running ingest request. */
  readonly #ingesting = new Set<string>();
  readonly #running: Promise<void>;
  readonly #name: string;
  #number = 0;
  #isOver = false;

  /** @param name distinguishes the records of this load; 8 hexadecimal digits */
  constructor(callers: Callers, name: string) {
    this.#callers = callers;
    this.#name = name;
    this.#running = this.#run();
  }

  /** The milliseconds since the start of the load. */
  get elapsedMs(): number {
    return performance.now() - this.#began;
  }

  /** All responses other than 200, and missing responses. */
  get failures(): string[] {
    return this.#samples
      .filter(({ status }) => status !== 200)
      .map(
        ({ kind, address, at, status }) => `${kind} ${address} at ${Math.round(at)} ms: ${status ?? 'no response'}`,
      );
  }

  get count(): number {
    return this.#samples.length;
  }

  /**
   * Resolves when changes through these addresses have succeeded for some time.
   * @param sinceMs the earliest time, since the start of the load
   * @returns when the first of these changes started, in milliseconds since the start; 0 if none has failed
   * @throws Error if changes do not succeed within the limit
   */
  async untilSteady(addresses: readonly string[], limitMs: number, sinceMs = 0): Promise<number> {
    for (;;) {
      const changes = this.#samples.filter(({ kind, address }) => kind === 'change' && addresses.includes(address));
      const failedAt = changes.findLast(({ status }) => status !== undefined && status !== 200)?.at ?? null;
      const since = changes.filter(({ at }) => at > (failedAt ?? -1));
      const [first, last] = [since[0], since.findLast(({ status }) => status === 200)];
      const isKnown = last !== undefined && since.every(({ at, status }) => at > last.at || status === 200);
      if (first && isKnown && last.at >= Math.max(first.at + STEADY_MS, sinceMs))
        return failedAt === null ? 0 : Math.round(first.at);
      if (this.elapsedMs > limitMs)
        throw new Error(`changes do not work after ${limitMs} ms: ${this.failures.slice(-8).join('; ')}`);
      await delay(100);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    await Promise.all(this.#calls);
  }

  /** Returns the acknowledged changes and records that are missing from the database. Call it after `stop`. */
  async missing(client: pg.Client): Promise<string[]> {
    const messages = await client.query<{ name: string }>(
      'SELECT message AS name FROM notifications WHERE message = ANY($1)',
      [this.#acknowledgedMessages],
    );
    const users = await client.query<{ name: string }>('SELECT id AS name FROM users WHERE id = ANY($1)', [
      this.#acknowledgedUsers,
    ]);
    const found = new Set([...messages.rows, ...users.rows].map(({ name }) => name));
    return [...this.#acknowledgedMessages, ...this.#acknowledgedUsers]
      .filter((name) => !found.has(name))
      .map((name) => `${name}: acknowledged and missing`);
  }

  /** The number of acknowledged changes and records. */
  get acknowledged(): number {
    return this.#acknowledgedMessages.length + this.#acknowledgedUsers.length;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      for (const address of this.#callers.addresses) {
        void this.#start(address, this.#change());
        void this.#start(address, this.#read());
        // A service waits for the response to an ingest request before it sends the next one (SYNC-02).
        if (this.#ingesting.has(address)) continue;
        this.#ingesting.add(address);
        void this.#start(address, this.#ingest()).finally(() => this.#ingesting.delete(address));
      }
      await delay(EVERY_MS);
    }
  }

  #start(address: string, [call, acknowledge]: [Call, () => void]): Promise<void> {
    const calling: Promise<void> = this.#take(address, call, acknowledge).finally(() =>
      this.#calls.delete(calling),
    );
    this.#calls.add(calling);
    return calling;
  }

  async #take(
    address: string,
    { kind, method, path, headers, body }: Call,
    acknowledge: () => void,
  ): Promise<void> {
    const sample: Sample = { kind, address, at: this.elapsedMs, status: undefined };
    this.#samples.push(sample);
    try {
      const response = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      await response.text();
      sample.status = response.status;
      if (response.status === 200) acknowledge();
    } catch {
      sample.status = null;
    }
  }

  #change(): [Call, () => void] {
    const message = `Cluster ${this.#name} ${++this.#number}`;
    const { method, path, body } = createNotification;
    if (body === null) throw new Error(`${path} takes no body`);
    const encoded = encoderOf(body)({ message, type: 'all', userId: null, mechanicId: null });
    const headers = { token: this.#callers.token };
    return [
      { kind: 'change', method, path, headers, body: JSON.stringify(encoded) },
      () => this.#acknowledgedMessages.push(message),
    ];
  }

  #ingest(): [Call, () => void] {
    const id = `${this.#name}${(++this.#number).toString(16).padStart(16, '0')}`;
    const at = new Date().toISOString();
    const record = { _id: id, name: 'Asha', createdAt: at, updatedAt: at };
    return [
      {
        kind: 'ingest',
        method: 'POST',
        path: '/ingest/users',
        headers: this.#callers.key,
        body: JSON.stringify([record]),
      },
      () => this.#acknowledgedUsers.push(id),
    ];
  }

  #read(): [Call, () => void] {
    const path = READS[this.#number % READS.length] ?? '';
    return [{ kind: 'read', method: 'GET', path, headers: { token: this.#callers.token } }, () => undefined];
  }
}
