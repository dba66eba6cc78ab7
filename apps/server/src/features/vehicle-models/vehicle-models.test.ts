import { describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { signedInApplication } from '../../testing/signed-in-application.ts';

const { send } = signedInApplication();
const NOBODY = '65f00000000000000000dead';

describe('[API-12] vehicle models', () => {
  it('[MODL-02] are created, changed without their logo and deleted, each with an activity entry', async () => {
    const made = await send('POST', '/master/global/company/create', {
      companyname: 'Tata',
      image: 'https://example.in/tata.png',
    });
    const { _id } = made.body.data;
    const changed = await send('PUT', `/master/global/company/update/${_id}`, { companyname: 'Tata Motors' });
    expect(changed.body.data).toMatchObject({ companyname: 'Tata Motors', image: 'https://example.in/tata.png' });
    const bare = await send('PATCH', `/master/global/company/update/${_id}`, { image: null });
    expect(bare.body.data.image).toBeNull();
    expect((await send('GET', '/master/global/company/get')).body).toEqual({
      status: true,
      data: [bare.body.data],
    });
    await send('DELETE', `/master/global/company/delete/${_id}`);
    const log = await send('GET', `/admin/activity?entity=vehicle_model&id=${_id}`);
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      'deleted',
      'updated',
      'updated',
      'created',
    ]);
    expect(log.body.data[2].changes).toEqual([{ field: 'companyName', before: 'Tata', after: 'Tata Motors' }]);
  });

  it.each(['javascript:alert(1)', '//evil.example', 'data:text/html,x', 'tata.png', '/\\evil'])(
    '[API-14] reject an image at %s',
    async (image) => {
      await expectFieldErrors(
        send('POST', '/master/global/company/create', { companyname: 'Tata', image }),
        'image',
      );
    },
  );

  it('[API-14] return 404 for an unknown vehicle model', async () => {
    const refused = await send('PUT', `/master/global/company/update/${NOBODY}`, { companyname: 'Tata' });
    expect(refused.body).toEqual({ status: false, message: 'There is no vehicle model with this id.' });
  });
});
