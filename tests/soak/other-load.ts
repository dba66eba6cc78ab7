import { setTimeout as delay } from 'node:timers/promises';
import { listActivity } from '@wayside/contract/activity';
import { listBookings } from '@wayside/contract/bookings';
import { updateConfiguration } from '@wayside/contract/configuration';
import { getDashboard } from '@wayside/contract/dashboard';
import { exportPayments } from '@wayside/contract/exports';
import { listMechanics, toggleMechanicBlock } from '@wayside/contract/mechanics';
import { createNotification, listNotifications } from '@wayside/contract/notifications';
import { listPayments } from '@wayside/contract/payments';
import { getMechanicBalance, listMechanicEarnings, summarizePayouts } from '@wayside/contract/payouts-earnings';
import { listLedger } from '@wayside/contract/payouts-ledger';
import { listUsers } from '@wayside/contract/users';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import { encoderOf } from '@wayside/contract/wire/wire';
import type pg from 'pg';
import { Random } from '../../packages/demo/src/random.ts';
import type { CallTimes } from './call-times.ts';

/** Far above the time limit of a call, so that every duration is measured. */
const TIMEOUT_MS = 60_000;

/** The addresses and the session for calls. */
export interface Callers {
  readonly addresses: readonly string[];
  readonly token: string;
  readonly times: CallTimes;
}

/** The configuration that is repeatedly saved with a new charge. */
export interface SavedConfiguration {
  readonly id: string;
  readonly chargePerKmPaise: number;
  readonly platformFeePaise: number;
  readonly commissionPercent: number;
  readonly referralBonusPaise: number;
  readonly mechanicChargePaise: number;
  readonly discountPercent: number;
  readonly loyaltyPoints: number;
  readonly upiId: string | null;
}

type Asked = Pick<Endpoint, 'name' | 'method' | 'path'>;

/** Makes a call. Resolves with the status of a complete response, or null if there was none. */
export async function callNode(
  { addresses, token, times }: Callers,
  node: number,
  { name, method, path }: Asked,
  { query = '', body }: { query?: string; body?: unknown } = {},
): Promise<number | null> {
  return await times.measure(name, node, async (waits) => {
    try {
      const response = await fetch(`${addresses[node]}/api/v1${path}${query}`, {
        method,
        headers: { token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      waits.note();
      for await (const _bytes of response.body ?? []) waits.note();
      return response.status;
    } catch {
      return null;
    }
  });
}

const at = <E extends Asked>(endpoint: E, id: string): Asked => ({
  name: endpoint.name,
  method: endpoint.method,
  path: endpoint.path.replace('{id}', id),
});

function bodyOf<P, Q, B, A>({ body, path }: Endpoint<P, Q, B, A>, value: NoInfer<B>): unknown {
  if (body === null) throw new Error(`${path} takes no body`);
  return encoderOf(body)(value);
}

/** A load of reads, and of changes other than payments. */
export class OtherLoad {
  readonly #callers: Callers;
  readonly #random = new Random(1, 'soak', 0);
  readonly #acknowledgedMessages = new Set<string>();
  readonly #acknowledgedCharges = new Set<number>();
  /** The acknowledged blocking state of each mechanic. */
  readonly #mechanics: Map<string, boolean>;
  readonly #uncertain = new Set<string>();
  readonly #busy = new Set<string>();
  readonly #configuration: SavedConfiguration;
  readonly #changes = new Set<Promise<unknown>>();
  #isOver = false;
  #number = 0;
  /** Whether changes are paused for the checks. */
  isPaused = false;

  constructor(callers: Callers, mechanics: ReadonlyMap<string, boolean>, configuration: SavedConfiguration) {
    this.#callers = callers;
    this.#mechanics = new Map(mechanics);
    this.#configuration = configuration;
  }

  /** Sends requests at a fixed rate until `stop`, without waiting for responses. */
  async run(perSecond: number): Promise<void> {
    while (!this.#isOver) {
      this.#askOne();
      await delay(1000 / perSecond);
    }
  }

  stop(): void {
    this.#isOver = true;
  }

  /** Pauses changes and resolves when none is in progress. */
  async pause(): Promise<void> {
    this.isPaused = true;
    await Promise.all(this.#changes);
  }

  #askOne(): void {
    const random = this.#random;
    const node = random.between(0, this.#callers.addresses.length - 1);
    const page = `?page=${random.between(1, 30)}&limit=10`;
    const word = random.pick(['an', 'ra', 'kumar', '98', '6f1', 'test', '12']);
    const mechanic = random.pick([...this.#mechanics.keys()]);
    const read = (endpoint: Asked, query = '') => void callNode(this.#callers, node, endpoint, { query });
    const actions: [weight: number, act: () => void][] = [
      [12, () => read(listBookings, page)],
      [6, () => read(listBookings, `${page}&search=${word}`)],
      [10, () => read(listUsers, `${page}&search=${word}`)],
      [8, () => read(listMechanics, page)],
      [6, () => read(listMechanics, `${page}&search=${word}`)],
      [10, () => read(listPayments, page)],
      [8, () => read(getDashboard)],
      [8, () => read(summarizePayouts)],
      [1, () => read(listMechanicEarnings)],
      [5, () => read(listLedger, `${page}&sum=paidOut`)],
      [5, () => read(listActivity, page)],
      [6, () => read(at(getMechanicBalance, mechanic))],
      [4, () => read(listNotifications, page)],
      [1, () => read(exportPayments)],
      [5, () => this.#change(() => this.#notify(node))],
      [5, () => this.#change(() => this.#toggle(node, mechanic))],
      [1, () => this.#change(() => this.configure(node))],
    ];
    let left = random.between(
      1,
      actions.reduce((sum, [weight]) => sum + weight, 0),
    );
    for (const [weight, act] of actions) {
      left -= weight;
      if (left > 0) continue;
      act();
      return;
    }
  }

  #change(change: () => Promise<unknown>): void {
    if (this.isPaused) return;
    const changing: Promise<unknown> = change().finally(() => this.#changes.delete(changing));
    this.#changes.add(changing);
  }

  async #notify(node: number): Promise<void> {
    this.#number += 1;
    const message = `Soak message ${this.#number}`;
    const body = bodyOf(createNotification, { message, type: 'all', userId: null, mechanicId: null });
    if ((await callNode(this.#callers, node, createNotification, { body })) === 200)
      this.#acknowledgedMessages.add(message);
  }

  async #toggle(node: number, id: string): Promise<void> {
    if (this.#busy.has(id) || this.#uncertain.has(id)) return;
    this.#busy.add(id);
    const seen = this.#mechanics.get(id) ?? false;
    const status = await callNode(this.#callers, node, at(toggleMechanicBlock, id), { query: `?seen=${seen}` });
    this.#busy.delete(id);
    if (status === 200) this.#mechanics.set(id, !seen);
    else this.#uncertain.add(id);
  }

  /** Saves the configuration with a new charge. Commission and fee stay 0, so that balances equal the payments. */
  async configure(node: number): Promise<number | null> {
    this.#number += 1;
    const values = { ...this.#configuration, chargePerKmPaise: 100_000 + this.#number };
    const body = bodyOf(updateConfiguration, values);
    const status = await callNode(this.#callers, node, at(updateConfiguration, values.id), { body });
    if (status === 200) this.#acknowledgedCharges.add(values.chargePerKmPaise);
    return status;
  }

  /** Returns acknowledged changes that are missing from the database. Call it while changes are paused. */
  async missing(client: pg.Client): Promise<string[]> {
    const messages = await client.query<{ message: string }>(
      "SELECT message FROM notifications WHERE message LIKE 'Soak message %'",
    );
    const versions = await client.query<{ charge: string }>(
      "SELECT content->>'charge_per_km_paise' AS charge FROM configuration_versions",
    );
    const mechanics = await client.query<{ id: string; is_blocked: boolean }>(
      'SELECT id, is_blocked FROM mechanics WHERE id = ANY($1)',
      [[...this.#mechanics.keys()]],
    );
    const found = new Set(messages.rows.map(({ message }) => message));
    const charges = new Set(versions.rows.map(({ charge }) => Number(charge)));
    const wrong = [
      ...[...this.#acknowledgedMessages].filter((message) => !found.has(message)),
      ...[...this.#acknowledgedCharges]
        .filter((charge) => !charges.has(charge))
        .map((charge) => `charge ${charge}`),
    ];
    for (const { id, is_blocked: isBlocked } of mechanics.rows) {
      if (!this.#uncertain.has(id) && this.#mechanics.get(id) !== isBlocked)
        wrong.push(`mechanic ${id} ${isBlocked}`);
      this.#mechanics.set(id, isBlocked);
    }
    this.#uncertain.clear();
    return wrong.map((each) => `${each}: acknowledged and missing`);
  }

  /** The numbers of acknowledged changes, as text. */
  get acknowledged(): string {
    return `${this.#acknowledgedMessages.size} notifications, ${this.#acknowledgedCharges.size} configurations`;
  }
}
