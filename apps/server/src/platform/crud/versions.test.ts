import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importFiles } from '../../testing/import-run.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const test = signedInApplication({ now: new Date('2026-03-14T11:20:00Z') });
const { call, send } = test;

type WireRecord = Readonly<Record<string, unknown>> & { readonly _id: string; readonly _etag: string };

/** A CRUD resource with its calls. */
interface Resource {
  readonly name: string;
  readonly create: string;
  readonly list: string;
  /** The path and the body of an update. */
  readonly update: (id: string) => readonly [path: string, body: object];
  readonly given: () => Record<string, unknown>;
  /** A field with another value, and a field that another user changes. */
  readonly mine: Record<string, unknown>;
  readonly theirs: Record<string, unknown>;
}

const service = async () =>
  (await send('POST', '/service/create', { servicename: 'Wash', vehicle_type: 'car' })).body.data._id;
let serviceId = '';

const RESOURCES: readonly Resource[] = [
  {
    name: 'a service',
    create: '/service/create',
    list: '/service/getall',
    update: (_id) => ['/service/update', { _id }],
    given: () => ({ servicename: 'Wash', vehicle_type: 'car' }),
    mine: { servicename: 'Polish' },
    theirs: { vehicle_type: 'bus' },
  },
  {
    name: 'an SOS service',
    create: '/service/sos/create',
    list: '/service/sos/getall',
    update: (_id) => ['/service/sos/update', { _id }],
    given: () => ({ servicename: 'Towing', vehicle_type: 'car', price: 1499.5 }),
    mine: { servicename: 'Winch' },
    theirs: { price: 1600 },
  },
  {
    name: 'a part',
    create: '/service/parts/create',
    list: '/service/getall/parts/',
    update: (_id) => ['/service/parts/update', { _id }],
    given: () => ({ serviceId, partname: 'Pad', amount: 250.5 }),
    mine: { partname: 'Disc' },
    theirs: { amount: 300 },
  },
  {
    name: 'a time slot',
    create: '/slot/create',
    list: '/slot/getall',
    update: (id) => [`/slot/update/${id}`, {}],
    given: () => ({ starttime: '09:00', endtime: '10:00' }),
    mine: { starttime: '09:30' },
    theirs: { no_of_hour: 'an hour' },
  },
  {
    name: 'a vehicle model',
    create: '/master/global/company/create',
    list: '/master/global/company/get',
    update: (id) => [`/master/global/company/update/${id}`, {}],
    given: () => ({ companyname: 'Tata', image: 'https://example.in/tata.png' }),
    mine: { companyname: 'Tata Motors' },
    theirs: { image: null },
  },
  {
    name: 'the configuration',
    create: '/master/global/create',
    list: '/master/globalget',
    update: (id) => [`/master/global/update/${id}`, {}],
    given: () => ({
      charge_per_km: 12.5,
      platform_fee: 49,
      commision_percentage: 12.5,
      referral_bonus: 100,
      mechanic_charge: 250,
      discount_percentage: 5,
      Loyality_points: 20,
      upi_number: 'wayside@upi',
    }),
    mine: { platform_fee: 59 },
    theirs: { upi_number: 'other@upi' },
  },
];

const updating =
  ({ update }: Resource) =>
  ({ _id }: WireRecord, change: object, ifMatch?: string) => {
    const [path, body] = update(_id);
    return call('PATCH', path, {
      body: { ...body, ...change },
      ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
    });
  };

async function make(resource: Resource): Promise<WireRecord> {
  await test.database.pool.query('DELETE FROM configurations');
  serviceId = await service();
  const { body } = await send('POST', resource.create, resource.given());
  return body.data;
}

/** Returns the record as it appears in its list. */
async function listed({ list }: Resource, { _id }: WireRecord): Promise<WireRecord> {
  const { body } = await send('GET', list.endsWith('parts/') ? `${list}${serviceId}` : list);
  const found = [body.data ?? body].flat().find((record: WireRecord) => record._id === _id);
  return found;
}

const email = async () => {
  const { rows } = await test.database.pool.query<{ email: string }>('SELECT email FROM admins ORDER BY id DESC');
  return rows[0]?.email;
};

describe.each(RESOURCES)('[EDIT-01] an update of $name', (resource) => {
  const update = updating(resource);

  it('accepts the version returned by list, creation and update, and changes only the fields in the request', async () => {
    const made = await make(resource);
    expect(made._etag).toMatch(/^"[\w.-]+"$/);
    expect((await listed(resource, made))._etag).toBe(made._etag);
    const changed = await update(made, resource.theirs, made._etag);
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).toBe(changed.body.data._etag);
    expect(changed.body.data).toEqual({
      ...made,
      ...resource.theirs,
      _etag: expect.not.stringMatching(made._etag),
    });
    expect((await update(made, resource.mine, changed.body.data._etag)).status).toBe(200);
  });

  it('is rejected with 412 after another change, with the changed fields, author, time and record', async () => {
    const made = await make(resource);
    const { body } = await update(made, resource.theirs);
    const rejected = await update(made, resource.mine, made._etag);
    expect(rejected.status).toBe(412);
    expect(rejected.body).toEqual({
      status: false,
      message: expect.stringMatching(/^This .+ has been changed in the meantime\. Nothing was saved\.$/),
      data: body.data,
      changes: [
        {
          field: Object.keys(resource.theirs)[0],
          source: 'administrator',
          by: await email(),
          at: test.clock.now.toISOString(),
        },
      ],
      deletion: null,
    });
    expect(await listed(resource, made)).toEqual(body.data);
    expect((await update(made, resource.mine, body.data._etag)).status).toBe(200);
  });
});

describe('[EDIT-01] the record version in an update', () => {
  const slots = RESOURCES.find(({ name }) => name === 'a time slot') as Resource;
  const update = updating(slots);

  it('allows only one of two simultaneous updates', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await make(slots);
      const responses = await Promise.all([
        update(made, slots.mine, made._etag),
        update(made, slots.theirs, made._etag),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
      const saved = responses.find(({ status }) => status === 200);
      const rejected = responses.find(({ status }) => status === 412);
      expect(rejected?.body.data).toEqual(saved?.body.data);
      expect(await listed(slots, made)).toEqual(saved?.body.data);
    }
  });

  it('is optional', async () => {
    const made = await make(slots);
    await update(made, slots.theirs);
    const { status, body } = await update(made, slots.mine);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ ...slots.mine, ...slots.theirs });
  });

  it('reports that an import changed the field, with the time', async () => {
    const _id = randomUUID().replaceAll('-', '').slice(0, 24);
    const document = { _id, starttime: '06:00', endtime: '07:00', no_of_hour: '1 hour' };
    await importFiles(test.database, { slots: [document] });
    const [read] = (await send('GET', '/slot/getall')).body.filter((slot: WireRecord) => slot._id === _id);
    await update(read, { no_of_hour: '60 mins' });
    const before = Date.now();
    await importFiles(test.database, { slots: [{ ...document, endtime: '07:30' }] });
    const { body } = await update(read, { starttime: '05:00' }, read._etag);
    expect(body.data).toMatchObject({ endtime: '07:30', no_of_hour: '60 mins' });
    expect(body.changes).toEqual([
      { field: 'endtime', source: 'marketplace', by: null, at: expect.any(String) },
      { field: 'no_of_hour', source: 'administrator', by: await email(), at: test.clock.now.toISOString() },
    ]);
    expect(new Date(body.changes[0].at).getTime()).toBeGreaterThanOrEqual(before - 1);
  });

  it('reports that ingest changed the field or deleted the record', async () => {
    const headers = await serviceKeyHeader(test.database, 'slots');
    const _id = randomUUID().replaceAll('-', '').slice(0, 24);
    const ingest = (record: object) => call('POST', '/ingest/slots', { headers, body: [{ _id, ...record }] });
    const given = { starttime: '06:00', endtime: '07:00', no_of_hour: '1 hour' };
    await ingest({ ...given, _version: 1 });
    const [read] = (await send('GET', '/slot/getall')).body.filter((slot: WireRecord) => slot._id === _id);
    await ingest({ ...given, endtime: '07:30', _version: 2 });
    const changed = await update(read, { starttime: '05:00' }, read._etag);
    const marketplace = { source: 'marketplace', by: null, at: expect.any(String) };
    expect(changed.body.changes).toEqual([{ field: 'endtime', ...marketplace }]);
    await ingest({ _deleted: true, _version: 3 });
    const deleted = await update(read, { starttime: '05:00' }, read._etag);
    expect([deleted.status, deleted.body.deletion]).toEqual([412, marketplace]);
  });

  it('reports an unknown program when the change bypassed the activity log', async () => {
    const made = await make(slots);
    await test.database.pool.query(`UPDATE slots SET end_time = '11:00' WHERE id = $1`, [made._id]);
    const { body } = await update(made, slots.mine, made._etag);
    expect(body.changes).toEqual([{ field: 'endtime', source: 'unknown', by: null, at: null }]);
  });

  it('is the same again after a value is changed back', async () => {
    const made = await make(slots);
    await update(made, { endtime: '12:00' });
    await update(made, { endtime: '10:00' });
    expect((await update(made, slots.mine, made._etag)).status).toBe(200);
  });

  it('returns 412 with the user who deleted the record, and 404 for an unknown record', async () => {
    const made = await make(slots);
    await send('DELETE', `/slot/delete/${made._id}`);
    const { status, body } = await update(made, slots.mine, made._etag);
    expect([status, body]).toEqual([
      412,
      {
        status: false,
        message: 'This time slot has been deleted in the meantime.',
        data: null,
        changes: [],
        deletion: { source: 'administrator', by: await email(), at: test.clock.now.toISOString() },
      },
    ]);
    expect((await update(made, slots.mine)).status).toBe(404);
    expect((await update({ ...made, _id: 'e'.repeat(24) }, slots.mine, made._etag)).status).toBe(404);
  });

  it('may be one of several or *; a weak version never matches, and an invalid one returns 400', async () => {
    const made = await make(slots);
    expect((await update(made, { endtime: '10:30' }, `"other", ${made._etag}`)).status).toBe(200);
    expect((await update(made, { endtime: '10:40' }, '*')).status).toBe(200);
    const now = await listed(slots, made);
    const weak = await update(made, slots.mine, `W/${now._etag}`);
    expect(weak.status).toBe(412);
    // The version that the caller read is unknown, so every field may have changed.
    expect(weak.body.changes.map(({ field }: { field: string }) => field)).toEqual([
      'starttime',
      'endtime',
      'no_of_hour',
    ]);
    for (const ifMatch of ['other', '"open', '"a" "b"'])
      expect((await update(made, slots.mine, ifMatch)).body).toMatchObject({ errors: [{ field: 'If-Match' }] });
  });

  it('does not set a missing configuration value when an update omits it', async () => {
    const configuration = RESOURCES.find(({ name }) => name === 'the configuration') as Resource;
    const made = await make(configuration);
    const { body } = await updating(configuration)(made, { Loyality_points: 30 }, made._etag);
    expect(body.data).toEqual({ ...made, Loyality_points: 30, _etag: body.data._etag });
    const refused = await updating(configuration)(made, { platform_fee: null }, body.data._etag);
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'platform_fee']);
  });
});
