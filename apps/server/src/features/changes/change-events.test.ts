import { EXAMPLE_TIME, eventExamples } from '@wayside/contract/event-examples';
import { EVENT_TYPES, type EventType } from '@wayside/contract/event-types';
import { type Event, eventData } from '@wayside/contract/events';
import { REFUND_RESPONSE_DAYS } from '@wayside/contract/filter-values';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openFeed } from '../../testing/event-feed.ts';
import { type FileApplication, fileApplication } from '../../testing/file-application.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const CUSTOMER = eventExamples['user.blocked'].data['id'] as string;
const MECHANIC = eventExamples['mechanic.blocked'].data['id'] as string;
const BANK_AND_IDENTITY = {
  bank_account_holder: 'Suresh Patil',
  bank_account_number: '50100012345678',
  bank_ifsc_code: 'HDFC0000001',
  bank_upi_id: 'suresh@upi',
  aadhaar_card: 'https://images.example.in/aadhaar.png',
};

const test = fileApplication({ now: new Date(EXAMPLE_TIME) });
let feed: Awaited<ReturnType<typeof openFeed>>;

beforeAll(async () => {
  feed = await openFeed(test);
});

type Method = Parameters<FileApplication['call']>[0];
const send = async (method: Method, path: string, given?: unknown) => {
  const { status, body } = await test.call(method, path, {
    token: test.token,
    ...(given === undefined ? {} : { body: given }),
  });
  expect([path, status, body.message]).toEqual([path, 200, body.message]);
  return body.data?._id ?? body._id;
};

async function prepare(): Promise<void> {
  const records = moneyRecords(test);
  await test.sql(`INSERT INTO users (id, name, phone, created_at) VALUES ($1, 'Ravi Kumar', '9876543210', now())`, [
    CUSTOMER,
  ]);
  await records.mechanic(MECHANIC, { name: 'Suresh Patil', status: 'pending', ...BANK_AND_IDENTITY });
  await records.payment('65f0000000000000000000c1', { mechanic_id: MECHANIC, amount_paise: 100_000 });
  await records.wallet('users', CUSTOMER, 25_050);
  await records.wallet('mechanics', MECHANIC, 25_050);
  await records.post();
}

async function changePeople(): Promise<void> {
  const decide = (status: string, remarks: string) =>
    send('PATCH', '/mechanic/checkapplication', { id: MECHANIC, status, remarks });
  await decide('resendforverification', 'The card cannot be read');
  await decide('rejected', 'The photo of the shop is missing');
  await test.sql(`UPDATE mechanics SET status = 'pending' WHERE id = $1`, [MECHANIC]);
  await decide('approve', '');
  for (const _ of ['on', 'off']) await send('GET', `/mechanic/blockmechnic/${MECHANIC}`);
  await send('GET', `/mechanic/toggle/expert/${MECHANIC}`);
  for (const _ of ['on', 'off']) await send('GET', `/user/blockuser/${CUSTOMER}`);
}

async function pay(): Promise<void> {
  await send('POST', '/booking/create/apyout', {
    mechanicid: MECHANIC,
    transaction_id: 'UTR-1',
    amount: '1000',
    paymentmethod: 'bank_transfer',
  });
  const wallet = { amount: 250.5, transaction_id: 'LOYALTY-1', usertype: 'user', userid: CUSTOMER };
  await send('POST', '/admin/pay/loyality', wallet);
  await send('POST', '/admin/pay/loyality', {
    ...wallet,
    transaction_id: 'LOYALTY-2',
    usertype: 'mechnaic',
    userid: MECHANIC,
  });
}

async function voidPayout(): Promise<void> {
  const { body } = await test.get('/admin/payments-out', { kind: 'payout' });
  await send('POST', `/admin/payments-out/${body.data[0].kind}/${body.data[0]._id}/void`, {
    reason: 'The account is closed',
  });
}

/** Creates the refunds and disputes. The last refund and the last dispute of each kind are the ones in the examples. */
async function refund(): Promise<void> {
  const payment = '/admin/payments/65f0000000000000000000c1';
  const [reason, dueOn] = ['The customer is right', '2026-11-20'];
  const request = { kind: 'part', amount: 250.5, mechanicPercent: 0, reason };
  test.clock.now = new Date(Date.parse(EXAMPLE_TIME) - (REFUND_RESPONSE_DAYS + 1) * 86_400_000);
  const unanswered = await send('POST', `${payment}/refunds`, { ...request, key: 'refund-0' });
  test.clock.now = new Date(EXAMPLE_TIME);
  await send('POST', `/admin/refunds/${unanswered}/cancel`, { reason });
  const requested = await send('POST', `${payment}/refunds`, { ...request, key: 'refund-1' });
  const headers = await serviceKeyHeader(test.database, 'refunds');
  const confirmed = { _id: 'e'.repeat(24), refundId: requested, amount: 250.5, status: 'confirmed' };
  const paymentId = payment.slice(-24);
  await test.call('POST', '/ingest/refunds', { headers, body: [{ ...confirmed, paymentId }] });
  for (const lost of [false, true]) {
    const opened = await send('POST', `${payment}/disputes`, {
      amount: 500,
      dueOn,
      reason,
      key: `dispute-${lost}`,
    });
    await send('POST', `/admin/refunds/${opened}/outcome`, { lost, mechanicPercent: 0, reason });
  }
}

async function workAtTheDesk(): Promise<void> {
  const [first, second] = ['65f0000000000000000000b1', '65f0000000000000000000b2'];
  await test.sql(
    `INSERT INTO bookings (id, kind, status, customer_id) SELECT id, 'emergency', 'pending', $2 FROM unnest($1::text[]) AS id`,
    [[first, second], CUSTOMER],
  );
  await send('POST', `/admin/roadside/${first}/assign`, { mechanicId: MECHANIC });
  await send('POST', `/admin/roadside/${second}/cancel`, { reason: 'The customer has driven on' });
}

async function changeCatalogue(): Promise<void> {
  const service = await send('POST', '/service/create', { servicename: 'Oil change', vehicle_type: 'bike' });
  await send('PATCH', '/service/update', { _id: service, servicename: 'Oil and filter', vehicle_type: 'bike' });
  const part = await send('POST', '/service/parts/create', {
    serviceId: service,
    partname: 'Filter',
    amount: 349.5,
  });
  await send('PATCH', '/service/parts/update', { _id: part, amount: 299 });
  await send('DELETE', `/service/parts/delete/${part}`);
  await send('DELETE', `/service/delete/${service}`);
  const sos = await send('POST', '/service/sos/create', {
    servicename: 'Towing',
    vehicle_type: 'car',
    price: 1499.5,
  });
  await send('PATCH', '/service/sos/update', { _id: sos, price: 1600 });
  await send('DELETE', `/service/sos/delete/${sos}`);
  const slot = await send('POST', '/slot/create', { starttime: '09:00', endtime: '10:00' });
  await send('PATCH', `/slot/update/${slot}`, { endtime: '10:30', no_of_hour: null });
  await send('DELETE', `/slot/delete/${slot}`);
  const model = await send('POST', '/master/global/company/create', {
    companyname: 'Tata',
    image: 'https://images.example.in/tata.png',
  });
  await send('PUT', `/master/global/company/update/${model}`, { image: null });
  await send('DELETE', `/master/global/company/delete/${model}`);
}

async function saveConfiguration(): Promise<void> {
  const values = {
    charge_per_km: 12.5,
    platform_fee: 49,
    commision_percentage: 10,
    referral_bonus: 100,
    mechanic_charge: 250,
    discount_percentage: 5,
    Loyality_points: 20,
    upi_number: 'wayside@upi',
  };
  const id = await send('POST', '/master/global/create', values);
  const changed = { ...values, platform_fee: 59, commision_percentage: 12.5, upi_number: 'other@upi' };
  await send('PUT', `/master/global/update/${id}`, changed);
}

/** Returns the event with the ids of the example in place of ids that are generated with a record. */
function withIdsOf(example: Event, { id, data, ...event }: Event): Event {
  expect(id).toMatch(/^evt_[0-9a-f]{24}$/);
  const ids = ['id', 'serviceId', 'paymentId'].filter((key) => key in data);
  for (const key of ids) expect(data[key]).toMatch(/^[0-9a-f]{24}$/);
  const exampleIds = Object.fromEntries(ids.map((key) => [key, example.data[key]]));
  return { ...event, id: example.id, data: { ...data, ...exampleIds } };
}

describe('[HOOK-01] an administrator’s changes', () => {
  let made: Event[];

  it('create one event each, in order, as in the examples', async () => {
    await prepare();
    await changePeople();
    await pay();
    await voidPayout();
    await refund();
    await workAtTheDesk();
    await changeCatalogue();
    await saveConfiguration();
    await send('POST', '/notification/create', {
      message: ' Your mechanic is near ',
      type: 'user',
      user_id: CUSTOMER,
    });
    made = await feed.next();
    const last = Object.fromEntries(made.map((event) => [event.type, event]));
    for (const event of Object.values(last)) {
      const example = eventExamples[event.type as EventType];
      expect(withIdsOf(example, event)).toEqual(example);
    }
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    expect(made.map(({ type }) => type).slice(0, 7)).toEqual([
      'mechanic.resubmission_requested',
      'mechanic.rejected',
      'mechanic.approved',
      'mechanic.blocked',
      'mechanic.unblocked',
      'mechanic.expert_changed',
      'user.blocked',
    ]);
  });

  it('create an event when a person is erased, and the person’s remarks, messages and reasons are removed from the feed', async () => {
    await send('DELETE', `/mechanic/deletemechnic/${MECHANIC}`);
    await send('DELETE', `/user/deleteuser/${CUSTOMER}`);
    const erased = await feed.next();
    expect(erased.map(({ type, data }) => ({ type, data }))).toEqual(
      (['mechanic.deleted', 'user.deleted'] as const).map((type) => ({ type, data: eventExamples[type].data })),
    );
    made.push(...erased);
    const { body } = await feed.read({ limit: '1000' });
    expect(body.data).toHaveLength(made.length);
    expect(JSON.stringify(body.data)).not.toMatch(/The photo of the shop|Your mechanic is near|has driven on/);
  });

  it('cover every event type', () => {
    const types = new Set<string>(made.map(({ type }) => type));
    expect(EVENT_TYPES.filter((type) => !types.has(type))).toEqual([]);
  });

  it('never include bank or identity data, a name or a phone number', () => {
    const everything = JSON.stringify(made);
    for (const secret of [...Object.values(BANK_AND_IDENTITY), '9876543210', 'Ravi Kumar', 'other@upi'])
      expect(everything).not.toContain(secret);
  });

  it.each(Object.entries(eventExamples))('have a schema that accepts the example of %s', (type, { data }) => {
    expect(z.safeDecode(eventData[type as EventType], data as never).error).toBeUndefined();
  });
});

describe('[HOOK-01] a call that changes nothing as an administrator', () => {
  it('creates no event: reading, a repeated payment, a rejected change, a new service key', async () => {
    const wallet = { amount: 250.5, transaction_id: 'LOYALTY-1', usertype: 'user', userid: CUSTOMER };
    await send('POST', '/admin/pay/loyality', wallet);
    expect((await test.get(`/user/blockuser/${'d'.repeat(24)}`)).status).toBe(404);
    await test.send('POST', '/admin/keys', { name: 'another', scopes: ['users'] });
    expect(await feed.next()).toEqual([]);
  });
});
