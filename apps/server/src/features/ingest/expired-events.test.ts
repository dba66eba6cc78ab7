import { createSlot } from '@wayside/contract/slots';
import { beforeAll, describe, expect, it } from 'vitest';
import { wallets } from '../../money/verify/wallets.ts';
import { removeOldEvents } from '../../platform/webhooks/event-feed.ts';
import { openFeed } from '../../testing/event-feed.ts';
import { fileApplication } from '../../testing/file-application.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const test = fileApplication({ now: new Date('2026-11-05T03:35:00Z') });
let headers: { authorization: string };
let feed: Awaited<ReturnType<typeof openFeed>>;
let slots = 0;

const DAY_MS = 86_400_000;
const id = '65f800000000000000000001';

beforeAll(async () => {
  headers = await serviceKeyHeader(test.database, 'users');
  feed = await openFeed(test);
  await feed.next();
});

/** Creates an event about a slot. @returns its id */
async function makeSlot(): Promise<string> {
  slots += 1;
  const body = { starttime: '09:00', endtime: '10:00', no_of_hour: `${slots} hour` };
  expect((await test.send('POST', createSlot.path, body)).status).toBe(200);
  const [event] = await feed.next();
  return event?.id ?? '';
}

describe('[OWN-04, HOOK-04] an event older than 30 days', () => {
  const state = (wallet_amount: number, _applied: string, _version: number) =>
    test
      .call('POST', '/ingest/users', {
        headers,
        body: [{ _id: id, name: 'Asha', wallet_amount, _applied, _version }],
      })
      .then(({ body }) => body.results[0]);

  it('is accepted as the `_applied` event of a record while it is that record’s last one, and rejected afterwards', async () => {
    const [before, applied] = [await makeSlot(), await makeSlot()];
    await state(600, applied, 1);
    test.clock.now = new Date(test.clock.now.getTime() + 31 * DAY_MS);
    await removeOldEvents(test.database, test.clock.now);
    expect((await state(600, before, 2)).outcome).toBe('rejected');
    expect((await state(650, applied, 3)).outcome).toBe('updated');
    await test.goTo(test.clock.now);
    const later = await makeSlot();
    expect((await state(660, applied, 4)).outcome).toBe('updated');
    test.clock.now = new Date(test.clock.now.getTime() + 31 * DAY_MS);
    await removeOldEvents(test.database, test.clock.now);
    expect((await state(670, applied, 5)).outcome).toBe('rejected');
    expect((await state(670, later, 5)).outcome).toBe('updated');
    expect((await verifyIntegrity(test.database, [wallets])).issues).toEqual([]);
  });
});
