/**
 * A marketplace in one file. It sends its bookings and payments to Wayside as they happen, and receives what
 * administrators change there. Customers earn loyalty and Wayside pays it out, so that both have the same wallets.
 * The marketplace makes the refunds that Wayside requests.
 *
 * npm run key -- create marketplace --scope users,bookings,payments,refunds,changes
 * WAYSIDE_KEY=wsk_… npx tsx examples/marketplace.ts
 *
 * It ends after BOOKINGS bookings; PAUSE_MS is the time between two changes.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const url = `${process.env['WAYSIDE_URL'] ?? 'http://127.0.0.1:3000'}/api/v1`;
const key = process.env['WAYSIDE_KEY'] ?? '';
const last = Number(process.env['BOOKINGS'] ?? Number.POSITIVE_INFINITY);
const pauseMs = Number(process.env['PAUSE_MS'] ?? 1000);
const authorization = `Bearer ${key}`;
const newId = () => randomBytes(12).toString('hex');

/** The states of a booking, in order. */
const STATUSES = ['pending', 'accecpted', 'arrived', 'completed'] as const;
/** Loyalty in rupees: the initial amount, and the amount for each completed booking. */
const [WELCOME, LOYALTY] = [50, 25];
/** The price of a booking in rupees. */
const PRICE = 450;
const CUSTOMERS = ['Asha Rao', 'Ravi Kumar', 'Meena Sharma'].map((name) => ({
  ...{ _id: newId(), name, wallet_amount: WELCOME, _version: 0 },
}));
/**
 * The last feed event that the wallets include. A real marketplace stores it in the transaction that changes the
 * wallets.
 */
let applied: string | null = null;

interface Booking {
  readonly _id: string;
  readonly userid: string;
  readonly bookingtype: string;
  readonly createdAt: string;
  readonly status: string;
  /** The number of changes, which allows the records to arrive more than once and in any order. */
  readonly _version: number;
}

/** The records not yet sent to Wayside, in order. A real marketplace uses a table or a queue. */
const outbox: { readonly collection: string; readonly record: object }[] = [];

/** The requests for which a refund was made; a real marketplace stores them, because the feed may repeat an event. */
const made = new Set<unknown>();

/** Adds the current state of a customer to the outbox. */
function tell(customer: (typeof CUSTOMERS)[number]): void {
  customer._version += 1;
  outbox.push({ collection: 'users', record: { ...customer, _applied: applied } });
}

/**
 * Makes the refund that an event requests, once, and reports it. A real marketplace calls its payment gateway, and
 * reports `failed` if the gateway declines.
 */
function refund({ id: refundId, paymentId, amount }: Record<string, unknown>): void {
  if (made.has(refundId)) return;
  made.add(refundId);
  const record = {
    _id: newId(),
    paymentId,
    refundId,
    amount,
    status: 'confirmed',
    refundedAt: new Date().toISOString(),
  };
  outbox.push({ collection: 'refunds', record });
}

/**
 * Applies an event of the feed. A payment by Wayside leaves the wallet, and a voided payment returns to it. The
 * wallet is not set to 0, because it may hold more by now.
 */
function apply(id: string, type: string, changed: Record<string, unknown>): void {
  applied = id;
  if (type === 'refund.requested') refund(changed);
  const isPaid = type === 'user.loyalty_paid';
  const isVoided = type === 'payout.voided' && 'wallet_amount' in changed;
  const person = isPaid ? changed['id'] : changed['userid'];
  const customer = isPaid || isVoided ? CUSTOMERS.find(({ _id }) => _id === person) : undefined;
  if (!customer) return;
  customer.wallet_amount += isPaid ? -Number(changed['amount']) : Number(changed['amount']);
  tell(customer);
}

/** Retries until there is a response; an overloaded or unavailable server sends Retry-After. */
async function call(path: string, init: RequestInit = {}): Promise<Response> {
  for (let waitSeconds = 1; ; waitSeconds = Math.min(waitSeconds * 2, 60)) {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(30_000) }).catch(
      () => null,
    );
    if (response !== null && response.status < 500 && response.status !== 429) return response;
    await delay(1000 * Number(response?.headers.get('retry-after') ?? waitSeconds));
  }
}

/** Sends the records of the outbox, at most 500 of one collection at a time. */
async function send(): Promise<void> {
  const [first] = outbox;
  if (!first) return;
  const other = outbox.findIndex(({ collection }) => collection !== first.collection);
  const batch = outbox.slice(0, Math.min(other < 0 ? outbox.length : other, 500));
  const body = JSON.stringify(batch.map(({ record }) => record));
  const response = await call(`/ingest/${first.collection}?results=rejected`, { method: 'POST', body });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { counts, results } = await response.json();
  console.log(`sent ${batch.length} of ${first.collection}: ${JSON.stringify(counts)}`);
  for (const { _id, errors } of results) console.error(`rejected ${_id}: ${JSON.stringify(errors)}`);
  outbox.splice(0, batch.length);
}

/** Reads the feed of administrators' changes from a cursor on. @returns the new cursor */
async function receive(cursor: string): Promise<string> {
  const response = await call(`/changes?limit=100${cursor && `&after=${cursor}`}`);
  // Events are retained for 30 days. The wallets still contain payouts that this marketplace has missed, so a user
  // must compare them.
  if (response.status === 410) throw new Error(`events were missed: compare the wallets. ${await response.text()}`);
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { data, cursor: next } = await response.json();
  for (const { id, type, data: changed } of data) {
    console.log(`received ${type}: ${JSON.stringify(changed)}`);
    apply(id, type, changed);
  }
  return next;
}

async function main(): Promise<void> {
  for (const customer of CUSTOMERS) tell(customer);
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
      const owner = CUSTOMERS.find(({ _id }) => _id === booking.userid);
      if (status === 'completed' && owner) {
        owner.wallet_amount += LOYALTY;
        tell(owner);
        const payment = { _id: newId(), bookingId: booking._id, userId: owner._id, amount: PRICE, status: 'paid' };
        outbox.push({
          collection: 'payments',
          record: { ...payment, transactionDate: new Date().toISOString(), _version: 1 },
        });
      }
    }
    while (outbox.length > 0) await send();
    cursor = await receive(cursor);
    while (outbox.length > 0) await send();
    await delay(pauseMs);
  }
  for (const { name, wallet_amount } of CUSTOMERS) console.log(`the wallet of ${name} holds ₹${wallet_amount}`);
}

await main();
