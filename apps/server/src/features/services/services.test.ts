import { describe, expect, it } from 'vitest';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const application = signedInApplication();
const { send } = application;
const NOBODY = '65f00000000000000000dead';
const names = async (path: string, key: string) =>
  (await send('GET', path)).body.data.map((record: Record<string, unknown>) => record[key]);

describe('[API-10] SOS services', () => {
  const given = { servicename: 'Towing', vehicle_type: 'car', price: 1499.5, image: '' };

  it('[SOS-01] are created, listed, changed by _id or id in any update-style verb, and deleted', async () => {
    const { body } = await send('POST', '/service/sos/create', given);
    expect(body.data).toEqual({ ...given, _id: body.data._id, image: null });
    const { _id } = body.data;
    await send('PATCH', '/service/sos/update', { _id, price: '1600' });
    await send('PUT', '/service/sos/update', { id: _id, vehicle_type: 'truck' });
    await send('POST', '/service/sos/update', { _id, id: _id, servicename: 'Long tow' });
    const [kept] = (await send('GET', '/service/sos/getall')).body.data;
    expect(kept).toEqual({ _id, servicename: 'Long tow', vehicle_type: 'truck', price: 1600, image: null });
    expect((await send('DELETE', `/service/sos/delete/${_id}`)).body).toEqual({ status: true });
    expect(await names('/service/sos/getall', 'servicename')).toEqual([]);
  });

  it.each([
    [{ ...given, servicename: ' ' }, 'servicename'],
    [{ ...given, vehicle_type: 'boat' }, 'vehicle_type'],
    [{ ...given, vehicle_type: ['car'] }, 'vehicle_type'],
    [{ ...given, price: -1 }, 'price'],
    [{ ...given, price: 'free' }, 'price'],
    [{ servicename: 'Towing', vehicle_type: 'car' }, 'price'],
  ])('[SOS-02] refuse %j', async (body, field) => {
    const refused = await send('POST', '/service/sos/create', body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it('[API-10] an update without an id, or of an unknown one, is told so', async () => {
    const nameless = await send('PATCH', '/service/sos/update', { price: 1 });
    expect(nameless.body.errors).toEqual([{ field: '_id', message: 'is required' }]);
    expect((await send('PATCH', '/service/sos/update', { _id: NOBODY, price: 1 })).status).toBe(404);
  });
});

describe('[API-10] services and parts', () => {
  it('[PART-01] a deleted service takes its parts with it, and an import does not bring them back', async () => {
    const service = (await send('POST', '/service/create', { servicename: 'Brakes', vehicle_type: 'bike' })).body
      .data;
    const other = (await send('POST', '/service/create', { servicename: 'Oil', vehicle_type: 'bike' })).body.data;
    const part = (
      await send('POST', '/service/parts/create', { serviceId: service._id, partname: 'Pad', amount: '250.50' })
    ).body.data;
    expect(part).toEqual({
      _id: part._id,
      serviceId: service._id,
      partname: 'Pad',
      amount: 250.5,
      image: null,
    });
    expect(await names(`/service/getall/parts/${service._id}`, 'partname')).toEqual(['Pad']);
    expect(await names(`/service/getall/parts/${other._id}`, 'partname')).toEqual([]);
    await application.database.pool.query(
      `INSERT INTO imported_records (collection, id, field_hashes) VALUES ('parts', $1, '\\x01'), ('services', $2, '\\x01')`,
      [part._id, service._id],
    );
    await send('DELETE', `/service/delete/${service._id}`);
    expect(await names('/service/getall', 'servicename')).toEqual(['Oil']);
    expect((await send('GET', `/service/getall/parts/${service._id}`)).status).toBe(404);
    const { rows } = await application.database.pool.query(
      'SELECT count(*) AS parts FROM parts WHERE service_id = $1',
      [service._id],
    );
    expect(rows).toEqual([{ parts: 0 }]);
    const hashes = await application.database.pool.query('SELECT field_hashes FROM imported_records');
    expect(hashes.rows).toEqual([{ field_hashes: null }, { field_hashes: null }]);
  });

  it.each([
    [{ partname: 'Pad', amount: 1 }, 'serviceId'],
    [{ serviceId: NOBODY, partname: '', amount: 1 }, 'partname'],
    [{ serviceId: NOBODY, partname: 'Pad', amount: 0 }, 'amount'],
  ])('[PART-02] refuse %j', async (body, field) => {
    const refused = await send('POST', '/service/parts/create', body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toBe(field);
  });

  it('[PART-02] a part of an unknown service is 404', async () => {
    expect(
      (await send('POST', '/service/parts/create', { serviceId: NOBODY, partname: 'Pad', amount: 1 })).status,
    ).toBe(404);
  });

  it('[SERV-01] a service says when it was created', async () => {
    const { body } = await send('POST', '/service/create', { servicename: 'Wash', vehicle_type: 'car' });
    expect(body.data.createdAt).toBe(application.clock.now.toISOString());
  });
});
