import { type Event, listChanges } from '@wayside/contract/events';
import { eventually } from '../../apps/server/src/testing/eventually.ts';

const RESPONSE_TIMEOUT_MS = 10_000;
const RECOVERY_MS = 60_000;

/**
 * A client that follows the changes feed as a marketplace does. It polls with the last cursor through any application
 * that responds.
 */
export class FeedFollower {
  /** The ids in the order of the feed. */
  readonly ids: string[] = [];
  readonly #key: string;
  #cursor: string | null = null;
  #isFollowing = false;
  #following: Promise<void> = Promise.resolve();

  constructor(key: string) {
    this.#key = key;
  }

  /** Reads the feed and retries after every failure, until `stop`. */
  start(addresses: () => readonly string[]): void {
    this.#isFollowing = true;
    this.#following = (async () => {
      for (let turn = 0; this.#isFollowing; turn += 1)
        await this.#read(addresses()[turn % addresses().length] ?? '').catch(() => new Promise(setImmediate));
    })();
  }

  /** Stops when there is nothing left to read. */
  async stop(address: string): Promise<void> {
    this.#isFollowing = false;
    await this.#following;
    const readAll = async () => (await this.#read(address).catch(() => 1)) === 0;
    await eventually('the end of the feed', readAll, RECOVERY_MS);
  }

  async #read(address: string): Promise<number> {
    const query = new URLSearchParams({ limit: '7', ...(this.#cursor === null ? {} : { after: this.#cursor }) });
    const response = await fetch(`${address}/api/v1${listChanges.path}?${query}`, {
      headers: { authorization: `Bearer ${this.#key}` },
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the feed answered ${response.status}`);
    const { data, cursor } = (await response.json()) as { data: Event[]; cursor: string };
    this.ids.push(...data.map(({ id }) => id));
    this.#cursor = cursor;
    return data.length;
  }
}
