import type { Event } from '@wayside/contract/events';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallets } from '../../apps/server/src/money/verify/wallets.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import { deliver } from '../../apps/server/src/testing/ingest-client.ts';
import { verifyIntegrity } from '../../apps/server/src/testing/integrity.ts';
import { killRounds } from '../../apps/server/src/testing/program.ts';
import { Random } from '../../packages/demo/src/random.ts';
import { openSession } from './open-session.ts';
import { startTwoNodes, type TwoNodes } from './two-nodes.ts';
import { type Collection, ModelPerson, SOURCE_KINDS } from './wallet-market.ts';

const ROUNDS = 3;
const STEPS = 12;
const TIMEOUT_MS = 240_000;
const FIRST_SEED = Number(process.env['WAYSIDE_SEED'] ?? Date.now() % 1_000_000);

let nodes: TwoNodes;
let database: Database;
let token: string;
let headers: { authorization: string };
let people: ModelPerson[] = [];
let cursor = '';
let reading: Promise<unknown> = Promise.resolve();
let made = 0;

beforeAll(async () => {
  nodes = await startTwoNodes();
  token = await openSession(nodes.connectionString);
  const limits = { max: 2, statementTimeoutMs: 60_000, responseTimeoutMs: 70_000, log: pino({ level: 'warn' }) };
  database = connectDatabase(nodes.connectionString, limits);
  const body = { name: 'marketplace', scopes: ['users', 'mechanics', 'changes'] };
  const { body: made } = await nodes.ask<{ key: string }>('/admin/keys', { token, body });
  headers = { authorization: `Bearer ${made.key}` };
}, 300_000);
afterAll(async () => {
  await database?.close();
  await nodes?.stop();
});

const send = async (collection: Collection, records: readonly object[], first = 0) => {
  const addresses = first % 2 === 0 ? nodes.addresses() : nodes.addresses().toReversed();
  for (const { outcome, errors } of await deliver(addresses, headers, { collection, records }))
    if (outcome === 'rejected')
      expect(errors).toEqual([{ field: '_applied', message: expect.stringMatching('^is missing') }]);
};
const sendNow = (person: ModelPerson) => send(person.collection, [person.record()]);

/**
 * Reads the feed to its end. A source that subtracts payouts without naming events sends a record after each event
 * about the wallet.
 */
async function readFeed(): Promise<void> {
  for (;;) {
    const response = await fetch(`${nodes.addresses()[0]}/api/v1/changes?limit=7${cursor && `&after=${cursor}`}`, {
      headers,
    });
    const page = (await response.json()) as { data: Event[]; cursor: string };
    for (const event of page.data)
      for (const person of people) if (person.apply(event) && person.kind === 'subtracts') await sendNow(person);
    cursor = page.cursor;
    if (page.data.length === 0) return;
  }
}
/** Runs work sequentially, like a marketplace that reads the feed and sends records in one queue. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = reading.then(work);
  reading = done.catch(() => undefined);
  return done;
}
/** @returns after everything that was committed before the call has been applied */
const catchUp = () => inTurn(readFeed);

async function walletHere({ collection, id }: ModelPerson): Promise<number> {
  const [row] = await nodes.query<{ paise: number }>(
    `SELECT coalesce(wallet_paise, 0) AS paise FROM ${collection} WHERE id = $1`,
    [id],
  );
  return row?.paise ?? 0;
}

/** Pays out the wallet amount in two concurrent requests with different transaction ids. */
async function pay(person: ModelPerson): Promise<void> {
  // Without `_applied`, each change must be sent before the person is paid again (docs/money.md).
  if (person.kind === 'subtracts') await catchUp();
  const amount = (await walletHere(person)) / 100;
  if (amount <= 10) return;
  const usertype = person.collection === 'users' ? 'user' : 'mechnaic';
  const request = () => {
    const body = { amount, usertype, transaction_id: `WALLET${++made}X${person.id}`, userid: person.id };
    return nodes.ask('/admin/pay/loyality', { token, body });
  };
  const statuses = (await Promise.all([request(), request()])).map(({ status }) => status);
  expect([
    [200, 409],
    [409, 409],
  ]).toContainEqual(statuses.toSorted());
}

/** Voids the last payout that is not voided yet. */
async function voidLast({ id, kind }: ModelPerson): Promise<void> {
  if (kind === 'subtracts') await catchUp();
  const [payout] = await nodes.query<{ id: string }>(
    `SELECT l.id FROM loyalty_payouts AS l WHERE coalesce(user_id, mechanic_id) = $1
       AND NOT EXISTS (SELECT FROM payout_voids WHERE loyalty_payout_id = l.id) ORDER BY id DESC LIMIT 1`,
    [id],
  );
  if (!payout) return;
  const { status } = await nodes.ask(`/admin/payments-out/loyalty/${payout.id}/void`, {
    token,
    body: { reason: 'Returned by the bank' },
  });
  expect(status).toBe(200);
}

/** Simulates the marketplace's changes for one person. */
async function tell(person: ModelPerson, random: Random): Promise<void> {
  if (random.chance(0.7)) person.grant(random.between(1, 60_000));
  const isOld = random.chance(0.3);
  if (person.kind === 'subtracts') {
    // The order must be preserved, because the reader of the feed sends records too.
    await inTurn(() => sendNow(person));
    return;
  }
  const old = isOld ? person.oldRecords(random) : [];
  if (person.kind === 'has no versions') {
    for (const record of old) await send(person.collection, [record]);
    await sendNow(person);
    return;
  }
  // Records are sent in any order, some of them twice, and to both nodes concurrently.
  const now = person.record();
  await Promise.all([now, ...old, now].map((record, place) => send(person.collection, [record], place)));
}

async function live(person: ModelPerson, random: Random): Promise<void> {
  await sendNow(person);
  for (let step = 0; step < STEPS; step += 1) {
    const telling = tell(person, random);
    if (random.chance(0.5)) await (random.chance(0.75) ? pay(person) : voidLast(person));
    await telling;
    // Without event names, a payment must reach the marketplace before the next payment.
    if (person.kind === 'subtracts' || random.chance(0.3)) await catchUp();
  }
}

/** Returns the amount that Wayside has paid and not voided, in paise. */
async function paidPaise({ id }: ModelPerson): Promise<number> {
  const [row] = await nodes.query<{ paise: number }>(
    `SELECT coalesce(sum(amount_paise), 0)::bigint AS paise FROM loyalty_payouts AS l WHERE coalesce(user_id, mechanic_id) = $1
       AND NOT EXISTS (SELECT FROM payout_voids WHERE loyalty_payout_id = l.id)`,
    [id],
  );
  return row?.paise ?? 0;
}

/** Returns the wallets that were negative after some entry. */
const everNegative = () =>
  nodes.query(
    `SELECT id FROM (SELECT id, sum(amount_paise) OVER (PARTITION BY coalesce(user_id, mechanic_id) ORDER BY id) AS paise FROM wallet_entries) AS w
     WHERE paise < 0`,
  );

describe('[OWN-04, LOYA-05] the wallets of marketplaces that subtract payouts and of others', () => {
  it.each(killRounds(ROUNDS))(
    'match Wayside’s after changes through two nodes concurrently (round %i)',
    async (round) => {
      const seed = FIRST_SEED + round;
      console.log(`round ${round}: WAYSIDE_SEED=${seed - 1} repeats it as the first`);
      people = SOURCE_KINDS.flatMap((kind, place) =>
        (['users', 'mechanics'] as const).map((collection, other) => {
          const number = round * 100 + place * 10 + other;
          return new ModelPerson(`65fa${number.toString(16).padStart(20, '0')}`, collection, kind);
        }),
      );
      await catchUp();
      await Promise.all(people.map((person, place) => live(person, new Random(seed, 'wallets', place))));
      await catchUp();
      // Two records are sent, because only one of two consecutive records may name the last event.
      for (const person of [...people, ...people]) await sendNow(person);
      for (const person of people) {
        const paid = await paidPaise(person);
        const about = `${person.kind}, ${person.collection}, seed ${seed - 1}`;
        expect([about, await walletHere(person)]).toEqual([about, person.grantedPaise - paid]);
        if (person.subtracts) expect([about, await walletHere(person)]).toEqual([about, person.walletPaise]);
        expect(paid).toBeLessThanOrEqual(person.grantedPaise);
      }
      expect(await everNegative()).toEqual([]);
      expect((await verifyIntegrity(database, [wallets])).issues).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
