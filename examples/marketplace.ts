/**
 * A marketplace in one file: its bookings reach Wayside as they happen, and what administrators change there reaches it.
 *
 *   npm run key -- create marketplace --scope users,bookings,changes
 *   WAYSIDE_KEY=wsk_… npx tsx examples/marketplace.ts
 *
 * BOOKINGS ends it after so many; PAUSE_MS is the time between two changes.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const url = `${process.env['WAYSIDE_URL'] ?? 'http://127.0.0.1:3000'}/api/v1`;
const key = process.env['WAYSIDE_KEY'] ?? '';
const last = Number(process.env['BOOKINGS'] ?? Number.POSITIVE_INFINITY);
const pauseMs = Number(process.env['PAUSE_MS'] ?? 1000);
const authorization = `Bearer ${key}`;
const newId = () => randomBytes(12).toString('hex');

/** How a booking goes on. */
const STATUSES = ['pending', 'accecpted', 'arrived', 'completed'] as const;
const CUSTOMERS = ['Asha Rao', 'Ravi Kumar', 'Meena Sharma'].map((name) => ({ _id: newId(), name, _version: 1 }));

interface Booking {
  readonly _id: string;
  readonly userid: string;
  readonly bookingtype: string;
  readonly createdAt: string;
  readonly status: string;
  /** Counts the changes, so that they may be sent twice and in any order. */
  readonly _version: number;
}

/** What has happened and is not in Wayside yet, in the order in which it happened; a real one is a table or a queue. */
const outbox: { readonly collection: string; readonly record: object }[] = [];

/** Calls until there is an answer; what is overloaded or away says when to come back. */
async function call(path: string, init: RequestInit = {}): Promise<Response> {
  for (let waitSeconds = 1; ; waitSeconds = Math.min(waitSeconds * 2, 60)) {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(30_000) }).catch(
      () => null,
    );
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
    await delay(1000 * Number(answer?.headers.get('retry-after') ?? waitSeconds));
  }
}

/** Sends what is in the outbox, at most 500 of one collection at a time. */
async function send(): Promise<void> {
  const [first] = outbox;
  if (!first) return;
  const other = outbox.findIndex(({ collection }) => collection !== first.collection);
  const batch = outbox.slice(0, Math.min(other < 0 ? outbox.length : other, 500));
  const body = JSON.stringify(batch.map(({ record }) => record));
  const answer = await call(`/ingest/${first.collection}?results=rejected`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const { counts, results } = await answer.json();
  console.log(`sent ${batch.length} of ${first.collection}: ${JSON.stringify(counts)}`);
  for (const { _id, errors } of results) console.error(`rejected ${_id}: ${JSON.stringify(errors)}`);
  outbox.splice(0, batch.length);
}

/** Reads the feed of what administrators have changed, from where it stopped. @returns the new cursor */
async function receive(cursor: string): Promise<string> {
  const answer = await call(`/changes?limit=100${cursor && `&after=${cursor}`}`);
  // Events are kept for 30 days; whoever was away for longer begins again with the oldest.
  if (answer.status === 410) return '';
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  const { data, cursor: next } = await answer.json();
  for (const { type, data: changed } of data) console.log(`received ${type}: ${JSON.stringify(changed)}`);
  return next;
}

async function main(): Promise<void> {
  for (const record of CUSTOMERS) outbox.push({ collection: 'users', record });
  const open: Booking[] = [];
  let cursor = '';
  for (let made = 0; made < last || open.length > 0; ) {
    const customer = CUSTOMERS[made % CUSTOMERS.length];
    if (made < last && customer) {
      const createdAt = new Date().toISOString();
      const booking = {
        _id: newId(),
        userid: customer._id,
        bookingtype: 'services',
        createdAt,
        status: 'pending',
        _version: 1,
      };
      open.push(booking);
      outbox.push({ collection: 'bookings', record: booking });
      made += 1;
    }
    const booking = open.shift();
    const status = STATUSES[booking?._version ?? STATUSES.length];
    if (booking && status) {
      const changed = { ...booking, status, _version: booking._version + 1 };
      open.push(changed);
      outbox.push({ collection: 'bookings', record: changed });
    }
    while (outbox.length > 0) await send();
    cursor = await receive(cursor);
    await delay(pauseMs);
  }
}

await main();
