import { describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const application = signedInApplication();
const { send } = application;
const NOBODY = '65f00000000000000000dead';
const names = async (path: string, key: string) =>
  (await send('GET', path)).body.data.map((record: Record<string, unknown>) => record[key]);

describe('[API-10] services and parts', () => {
  it('[PART-01] are deleted together, and an import does not restore the parts', async () => {
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
      _etag: part._etag,
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
  ])('[PART-02] reject the part %j', async (body, field) => {
    await expectFieldErrors(send('POST', '/service/parts/create', body), field);
  });

  it('[PART-02] return 404 for a part of an unknown service', async () => {
    expect(
      (await send('POST', '/service/parts/create', { serviceId: NOBODY, partname: 'Pad', amount: 1 })).status,
    ).toBe(404);
  });

  it('[SERV-01] include the creation time of a service', async () => {
    const { body } = await send('POST', '/service/create', { servicename: 'Wash', vehicle_type: 'car' });
    expect(body.data.createdAt).toBe(application.clock.now.toISOString());
  });
});
