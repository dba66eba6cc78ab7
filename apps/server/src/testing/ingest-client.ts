import { setTimeout as delay } from 'node:timers/promises';

/** Records of one collection that are sent together. */
export interface Delivery {
  readonly collection: string;
  readonly records: readonly object[];
}

/** A result of a record in the response. */
export interface DeliveredResult {
  readonly outcome: string;
  readonly errors: readonly unknown[];
}

const PATIENCE_MS = 120_000;
const PAUSE_MS = 50;

/**
 * For tests: sends a delivery like a marketplace's queue until a node responds. Without a response, or after a
 * response with Retry-After, it tries the next node.
 * @param addresses of the nodes, the preferred one first; a function if nodes restart at other addresses
 * @param patienceMs how long to try while no node responds
 * @throws for any status other than 200 and 207, and on timeout
 */
export async function deliver(
  addresses: readonly string[] | (() => readonly string[]),
  headers: Readonly<Record<string, string>>,
  { collection, records }: Delivery,
  patienceMs = PATIENCE_MS,
): Promise<readonly DeliveredResult[]> {
  const until = Date.now() + patienceMs;
  for (let attempt = 0; Date.now() < until; attempt += 1) {
    const nodes = typeof addresses === 'function' ? addresses() : addresses;
    const address = nodes[attempt % nodes.length] ?? '';
    const answer = await fetch(`${address}/api/v1/ingest/${collection}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(records),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    if (answer?.status === 200 || answer?.status === 207) return JSON.parse(answer.text).results;
    if (answer !== null && answer.status !== 429 && answer.status !== 503)
      throw new Error(`${answer.status}: ${answer.text}`);
    await delay(PAUSE_MS);
  }
  throw new Error(`no node accepted records of ${collection}`);
}
