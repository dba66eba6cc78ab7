import type { Event } from '@wayside/contract/events';
import { createSlot } from '@wayside/contract/slots';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wallets } from '../../money/verify/wallets.ts';
import { openFeed } from '../../testing/event-feed.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });
let headers: { authorization: string };
let feed: Awaited<ReturnType<typeof openFeed>>;
let id: string;
let last = 0;

const PEOPLE = [
  ['users', 'user', {}],
  ['mechanics', 'mechnaic', { status: 'approve' }],
] as const;
const newId = () => `65f8${(++last).toString(16).padStart(20, '0')}`;
const { sql } = test;

beforeAll(async () => {
  headers = await serviceKeyHeader(test.database, 'users', 'mechanics', 'bookings');
  feed = await openFeed(test);
});
beforeEach(async () => {
  id = newId();
  await feed.next();
});

/** Ingests one record and returns its result. */
async function ingest(collection: string, record: object): Promise<{ outcome: string; errors: object[] }> {
  const { body } = await test.call('POST', `/ingest/${collection}`, { headers, body: [record] });
  return body.results[0];
}
const verify = async () => (await verifyIntegrity(test.database, [wallets])).issues;

describe.each(PEOPLE)('[OWN-04] the wallet of a person in %s', (collection, usertype, fields) => {
  let version = 0;
  let transactions = 0;
  const state = (wallet_amount: number | null, more: object = {}) =>
    ingest(collection, { _id: id, name: 'Asha', ...fields, wallet_amount, _version: ++version, ...more });
  const stateWithoutVersion = (wallet_amount: number) => state(wallet_amount, { _version: null });
  const wallet = async () =>
    (await sql(`SELECT wallet_paise FROM ${collection} WHERE id = $1`, [id])).rows[0].wallet_paise / 100;
  /** Pays out the wallet. @returns the event of the payout */
  async function pay(amount: number): Promise<Event> {
    const transaction_id = `WALLET${usertype}${id}${++transactions}`;
    const body = { amount, usertype, transaction_id, userid: id };
    expect((await test.send('POST', '/admin/pay/loyality', body)).status).toBe(200);
    return nextEvent();
  }
  async function voidLast(): Promise<Event> {
    const found = await sql(
      'SELECT id FROM loyalty_payouts WHERE coalesce(user_id, mechanic_id) = $1 ORDER BY id DESC LIMIT 1',
      [id],
    );
    const path = `/admin/payments-out/loyalty/${found.rows[0].id}/void`;
    expect((await test.send('POST', path, { reason: 'Returned by the bank' })).status).toBe(200);
    return nextEvent();
  }
  async function nextEvent(): Promise<Event> {
    const [event, ...others] = await feed.next();
    expect(others).toEqual([]);
    if (!event) throw new Error('there is no event');
    return event;
  }

  describe('when the source subtracts payouts and sends no `_applied` event', () => {
    it('stays 0 when the source confirms a payout, and grows with the next grant', async () => {
      await state(600);
      const { data } = await pay(600);
      expect(data).toMatchObject({ wallet_amount: 0, amount: 600 });
      expect((await state(0)).outcome).toBe('updated');
      expect(await wallet()).toBe(0);
      await state(120);
      expect(await wallet()).toBe(120);
      await pay(120);
      await state(0);
      expect([await wallet(), await verify()]).toEqual([0, []]);
    });

    it('is owed again after a void that follows the confirmation', async () => {
      await state(600);
      await pay(600);
      await state(0);
      expect((await voidLast()).data).toMatchObject({ wallet_amount: 600, amount: 600 });
      expect(await wallet()).toBe(600);
      await state(600);
      expect([await wallet(), await verify()]).toEqual([600, []]);
      await pay(600);
      await state(0);
      expect([await wallet(), await verify()]).toEqual([0, []]);
    });
  });

  describe('when the source never subtracts payouts', () => {
    it('increases only with grants, and no old or repeated export refills it', async () => {
      await state(600);
      await pay(600);
      const repeated = { _version: version };
      expect((await state(600, repeated)).outcome).toBe('unchanged');
      await state(720);
      expect((await state(600, repeated)).outcome).toBe('stale');
      expect(await wallet()).toBe(120);
      await pay(120);
      await state(720);
      expect([await wallet(), await verify()]).toEqual([0, []]);
    });

    it('is not refilled by an old export without a version, nor by the next new export', async () => {
      await stateWithoutVersion(600);
      await pay(600);
      for (const exported of [400, 600, 400, 650]) await stateWithoutVersion(exported);
      expect([await wallet(), await verify()]).toEqual([50, []]);
      for (const exported of [300, 400, 200, 100, 500]) {
        await stateWithoutVersion(exported);
        expect([exported, await wallet()]).toEqual([exported, 50]);
      }
      await stateWithoutVersion(700);
      expect([await wallet(), await verify()]).toEqual([100, []]);
    });

    it('is not refilled by old records that have a `_version` and so count as newer than the last record, which has only `updatedAt`', async () => {
      const dated = { _version: null, updatedAt: '2026-11-04T10:00:00Z' };
      await state(600, dated);
      await pay(600);
      for (const old of [100, 400, 600]) {
        expect((await state(old)).outcome).toBe('updated');
        expect([old, await wallet()]).toEqual([old, 0]);
      }
      expect((await state(720, dated)).outcome).toBe('stale');
      await state(650);
      expect([await wallet(), await verify()]).toEqual([50, []]);
    });

    it('is not refilled by two records with the same version', async () => {
      await state(600);
      await pay(600);
      const same = { _version: version };
      for (const stated of [400, 600]) await state(stated, same);
      expect([await wallet(), await verify()]).toEqual([0, []]);
    });
  });

  it('follows a source that subtracts payouts, even when the confirming record has another kind of version', async () => {
    await state(600, { _version: null, updatedAt: '2026-11-04T10:00:00Z' });
    await pay(600);
    for (const stated of [0, 120, 700]) await state(stated);
    expect([await wallet(), await verify()]).toEqual([700, []]);
  });

  describe('when the source sends `_applied` events in some records', () => {
    const missing = {
      outcome: 'rejected',
      errors: [
        {
          field: '_applied',
          message:
            'is missing: the last wallet_amount of this person came with it. Send the last event that wallet_amount includes, or leave wallet_amount out',
        },
      ],
    };

    it('is not refilled by a record without the event', async () => {
      await state(600);
      const paid = await pay(600);
      await state(0, { _applied: paid.id });
      for (const more of [{}, { _version: null }, { _version: null, updatedAt: '2026-11-04T10:00:00Z' }])
        for (const stated of [600, 120]) {
          const result = await state(stated, more);
          if (result.outcome !== 'stale') expect(result).toMatchObject(missing);
          expect(await wallet()).toBe(0);
        }
      await state(120, { _applied: paid.id });
      expect([await wallet(), await verify()]).toEqual([120, []]);
    });

    it('accepts a record without the event when the wallet is the same or missing', async () => {
      await state(600);
      const paid = await pay(600);
      await state(80, { _applied: paid.id });
      expect((await state(80, { name: 'Asha Rao' })).outcome).toBe('updated');
      expect((await state(null, { name: 'Asha' })).outcome).toBe('updated');
      expect(await state(600)).toMatchObject(missing);
      expect((await state(80)).outcome).toBe('updated');
      expect([await wallet(), await verify()]).toEqual([80, []]);
    });

    it('rejects a record without the event even after the person was deleted, but accepts the other records in the request', async () => {
      await state(600);
      const paid = await pay(600);
      await state(0, { _applied: paid.id });
      const person = { _id: id, name: 'Asha', ...fields, wallet_amount: 600 };
      await ingest(collection, { _id: id, _deleted: true, _version: version + 2 });
      const other = newId();
      const records = [
        { ...person, _version: version + 1 },
        { ...person, _id: other, _version: 1 },
      ];
      const { body } = await test.call('POST', `/ingest/${collection}`, { headers, body: records });
      expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['rejected', 'created']);
      expect([await wallet(), await verify()]).toEqual([0, []]);
    });
  });

  describe('when records contain the id of the last event that their wallet amount includes', () => {
    it('is the value in the record, adjusted by all payouts and voids after that event', async () => {
      await state(600);
      const paid = await pay(600);
      // One record reports both a grant and the payout, so the wallet amount alone does not show the payout.
      await state(400, { _applied: paid.id });
      expect(await wallet()).toBe(400);
      const paidAgain = await pay(400);
      await state(450, { _applied: paid.id });
      expect(await wallet()).toBe(50);
      const voided = await voidLast();
      expect(await wallet()).toBe(450);
      await state(50, { _applied: paidAgain.id });
      expect(await wallet()).toBe(450);
      await state(450, { _applied: voided.id });
      expect([await wallet(), await verify()]).toEqual([450, []]);
    });

    it('is correct regardless of the order of the records', async () => {
      await state(600);
      const paid = await pay(600);
      const records = [
        { wallet_amount: 0, _applied: paid.id, _version: 1001 },
        { wallet_amount: 70, _applied: paid.id, _version: 1002 },
        { wallet_amount: 30, _applied: paid.id, _version: 1003 },
      ];
      for (const order of [
        [2, 0, 1],
        [1, 2, 0],
      ])
        for (const place of order)
          await ingest(collection, { _id: id, name: 'Asha', ...fields, ...records[place] });
      expect([await wallet(), await verify()]).toEqual([30, []]);
    });

    it('accepts an event about another person as the last one', async () => {
      await state(600);
      const before = await makeSlot();
      await pay(600);
      const after = await makeSlot();
      await state(610, { _applied: before });
      expect(await wallet()).toBe(10);
      await state(10, { _applied: after });
      expect([await wallet(), await verify()]).toEqual([10, []]);
    });

    it('becomes correct again after the previous release processed a record of a source that subtracts payouts', async () => {
      await state(600);
      const paid = await pay(600);
      const owner = collection === 'users' ? 'user_id' : 'mechanic_id';
      // This is how a node of the previous release posts it.
      await sql(`INSERT INTO wallet_entries (${owner}, kind, amount_paise) VALUES ($1, 'source_change', -60000)`, [
        id,
      ]);
      await sql(`UPDATE ${collection} SET source_wallet_paise = 0 WHERE id = $1`, [id]);
      expect([await wallet(), await verify()]).toEqual([-600, []]);
      await state(120, { _applied: paid.id });
      expect([await wallet(), await verify()]).toEqual([120, []]);
    });

    it('includes the value that a node of the previous release posts after a confirmation', async () => {
      await state(600);
      await pay(600);
      await state(0);
      const owner = collection === 'users' ? 'user_id' : 'mechanic_id';
      await sql(`UPDATE ${collection} SET source_wallet_paise = 12000 WHERE id = $1`, [id]);
      // The difference from the sum of the source's entries.
      await sql(
        `INSERT INTO wallet_entries (${owner}, kind, amount_paise) VALUES ($1, 'source_change', 12000 - 60000)`,
        [id],
      );
      expect([await wallet(), await verify()]).toEqual([120, []]);
      await state(150);
      expect([await wallet(), await verify()]).toEqual([150, []]);
    });

    it('is correct for a person deleted at the source when the record arrives late', async () => {
      await state(600);
      const paid = await pay(600);
      await ingest(collection, { _id: id, _deleted: true, _version: version + 2 });
      const late = {
        _id: id,
        name: 'Asha',
        ...fields,
        wallet_amount: 40,
        _applied: paid.id,
        _version: version + 1,
      };
      expect((await ingest(collection, late)).outcome).toBe('stale');
      expect([await wallet(), await verify()]).toEqual([40, []]);
    });
  });

  it.each([
    ['is not an id of an event', 'c1k', 'must be the `id` of an event of the feed'],
    ['is unknown', `evt_${'0'.repeat(24)}`, 'is not the id of an event that the feed still has (30 days)'],
    ['is a number', 7, 'must be a string'],
  ])('rejects a record with an `_applied` that %s', async (_name, _applied, message) => {
    await state(600);
    await pay(600);
    expect(await state(0, { _applied })).toMatchObject({
      outcome: 'rejected',
      errors: [{ field: '_applied', message }],
    });
    expect([await wallet(), await verify()]).toEqual([0, []]);
  });

  it('[PRIV-05] fails the integrity check when it confirms another amount', async () => {
    await state(600);
    await pay(600);
    await state(0);
    const confirming = 'id = (SELECT max(id) FROM wallet_entries)';
    await tamper(
      test.database,
      `UPDATE wallet_entries SET confirmed_paise = confirmed_paise - 100, amount_paise = amount_paise - 100 WHERE ${confirming};
       UPDATE ${collection} SET wallet_paise = wallet_paise - 100 WHERE id = '${id}'`,
    );
    const noun = collection === 'users' ? 'customer' : 'mechanic';
    expect(await verify()).toEqual([
      `the wallet of ${noun} ${id} has an entry that confirms another amount than it can`,
    ]);
    await tamper(
      test.database,
      `UPDATE wallet_entries SET confirmed_paise = confirmed_paise + 100, amount_paise = amount_paise + 100 WHERE ${confirming};
       UPDATE ${collection} SET wallet_paise = wallet_paise + 100 WHERE id = '${id}'`,
    );
    expect(await verify()).toEqual([]);
  });
});

/** Creates an event about a slot. @returns its id */
async function makeSlot(): Promise<string> {
  const body = { starttime: '09:00', endtime: '10:00', no_of_hour: `${++last} hour` };
  expect((await test.send('POST', createSlot.path, body)).status).toBe(200);
  const [event] = await feed.next();
  return event?.id ?? '';
}
