import { describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const { send } = signedInApplication();
const NOBODY = '65f00000000000000000dead';

describe('[API-11] time slots', () => {
  it('[SLOT-03] are created, listed as a plain array, changed and deleted', async () => {
    const { body } = await send('POST', '/slot/create', {
      starttime: ' 09:00 ',
      endtime: '10:00',
      no_of_hour: 'one hour',
    });
    expect(body).toEqual({
      status: true,
      data: {
        _id: body.data._id,
        starttime: '09:00',
        endtime: '10:00',
        no_of_hour: 'one hour',
        _etag: body.data._etag,
      },
    });
    expect((await send('GET', '/slot/getall')).body).toEqual([body.data]);
    const changed = await send('PATCH', `/slot/update/${body.data._id}`, { ...body.data, endtime: '10:30' });
    expect(changed.body.data).toEqual({ ...body.data, endtime: '10:30', _etag: expect.any(String) });
    expect((await send('DELETE', `/slot/delete/${body.data._id}`)).body).toEqual({ status: true });
    expect((await send('GET', '/slot/getall')).body).toEqual([]);
    expect((await send('DELETE', `/slot/delete/${body.data._id}`)).status).toBe(404);
  });

  it('[SLOT-04] have a duration calculated from their times', async () => {
    const made = await send('POST', '/slot/create', { starttime: '9 AM', endtime: '10:30 am', no_of_hour: ' ' });
    expect(made.body.data.no_of_hour).toBe('1.5 hours');
    const { _id } = made.body.data;
    const changed = await send('PUT', `/slot/update/${_id}`, { endtime: '10 am', no_of_hour: null });
    expect(changed.body.data).toMatchObject({ _id, starttime: '9 AM', endtime: '10 am', no_of_hour: '1 hour' });
  });

  it('[API-11] are rejected with 400 when the id in the body differs from the id in the path', async () => {
    const { body } = await send('POST', '/slot/create', { starttime: '09:00', endtime: '10:00' });
    const { _id } = body.data;
    const changed = await send('PATCH', `/slot/update/${_id}`, { _id: _id.toUpperCase(), endtime: '11:00' });
    expect(changed.body.data.endtime).toBe('11:00');
    for (const other of [NOBODY, 'nonsense']) {
      await expectFieldErrors(send('PATCH', `/slot/update/${_id}`, { _id: other, endtime: '12:00' }), '_id');
    }
    expect((await send('GET', '/slot/getall')).body).toContainEqual(changed.body.data);
    await send('DELETE', `/slot/delete/${_id}`);
  });

  it.each([
    [{ starttime: '09:00', endtime: '09:00' }, 'no_of_hour'],
    [{ starttime: 'early', endtime: 'late' }, 'no_of_hour'],
    [{ endtime: '10:00', no_of_hour: '1 hour' }, 'starttime'],
    [{ starttime: '  ', endtime: '10:00' }, 'starttime'],
    [{ starttime: '09:00', endtime: 'x'.repeat(300) }, 'endtime'],
  ])('[SLOT-05] reject %j', async (body, field) => {
    const refused = await send('POST', '/slot/create', body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});
