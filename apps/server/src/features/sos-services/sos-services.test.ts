import { describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const { send } = signedInApplication();
const NOBODY = '65f00000000000000000dead';
const names = async (path: string, key: string) =>
  (await send('GET', path)).body.data.map((record: Record<string, unknown>) => record[key]);

describe('[API-10] SOS services', () => {
  const given = { servicename: 'Towing', vehicle_type: 'car', price: 1499.5, image: '' };

  it('[SOS-01] are created, listed, changed by _id or id with any update method, and deleted', async () => {
    const { body } = await send('POST', '/service/sos/create', given);
    expect(body.data).toEqual({ ...given, _id: body.data._id, image: null, _etag: body.data._etag });
    const { _id } = body.data;
    await send('PATCH', '/service/sos/update', { _id, price: '1600' });
    await send('PUT', '/service/sos/update', { id: _id, vehicle_type: 'truck' });
    await send('POST', '/service/sos/update', { _id, id: _id, servicename: 'Long tow' });
    const [kept] = (await send('GET', '/service/sos/getall')).body.data;
    expect(kept).toMatchObject({ _id, servicename: 'Long tow', vehicle_type: 'truck', price: 1600, image: null });
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
  ])('[SOS-02] are rejected when the request is %j', async (body, field) => {
    await expectFieldErrors(send('POST', '/service/sos/create', body), field);
  });

  it('[API-10] return 400 for an update without an id and 404 for an unknown id', async () => {
    const nameless = await send('PATCH', '/service/sos/update', { price: 1 });
    expect(nameless.body.errors).toEqual([{ field: '_id', message: 'is required' }]);
    expect((await send('PATCH', '/service/sos/update', { _id: NOBODY, price: 1 })).status).toBe(404);
  });
});
