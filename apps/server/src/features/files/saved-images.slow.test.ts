import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFieldErrors } from '../../testing/expect-error.ts';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

let test: ImageApplication;
let picture: Buffer;

beforeAll(async () => {
  test = await createImageApplication();
  picture = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});
afterAll(() => test.drop());

const save = async (image: string | null) => {
  const { status, body } = await test.call('POST', '/master/global/company/create', {
    token: test.token,
    body: { companyname: 'Tata', image },
  });
  return { status, body, id: body.data?._id, image: body.data?.image };
};
const update = (id: string, body: object) =>
  test.call('PUT', `/master/global/company/update/${id}`, { token: test.token, body });

describe('[FILE-01] an image URL in a saved record', () => {
  it('is returned exactly as the upload returned it', async () => {
    const url = await test.uploaded(picture);
    expect((await save(url)).image).toBe(url);
  });

  it.each<[string, (url: string) => string]>([
    ['absolute', (url) => `https://backoffice.example.org${url}`],
    ['of a thumbnail', (url) => url.replace('.webp', '-thumbnail.webp')],
    ['with a query', (url) => `${url}?v=1#top`],
  ])('is recognized when it is %s', async (_, written) => {
    const url = await test.uploaded(picture);
    expect((await save(written(url))).image).toBe(url);
  });

  it('stays unchanged when it is external', async () => {
    const foreign = `https://example.in/files/images/${'a'.repeat(32)}.webp`;
    for (const image of ['https://example.in/tata.png', foreign, '/logo.png', null])
      expect((await save(image)).image).toBe(image);
  });

  it('is rejected when the image no longer exists, unless the record already refers to it', async () => {
    const url = await test.uploaded(picture);
    const { id } = await save(url);
    await test.database.pool.query('DELETE FROM files WHERE reference = $1', [url]);
    expect((await update(id, { companyname: 'Tata Motors', image: url })).body.data.image).toBe(url);
    const rejected = await save(url);
    expect(rejected.status).toBe(400);
    expect(rejected.body.errors).toEqual([{ field: 'image', message: 'no longer exists: please choose it again' }]);
  });

  it('is rejected when the image was uploaded as a document', async () => {
    await expectFieldErrors(save(await test.uploaded(picture, 'document')), 'image');
  });
});

describe('[FILE-02] the deletion of an image', () => {
  it('removes the image, and also succeeds when repeated', async () => {
    const url = await test.uploaded(picture);
    expect(await test.remove(url)).toEqual({ status: 200, body: { status: true } });
    expect((await test.show(url)).status).toBe(404);
    expect((await test.show(url.replace('.webp', '-thumbnail.webp'))).status).toBe(404);
    expect(await test.remove(url)).toEqual({ status: 200, body: { status: true } });
  });

  it.each([
    'https://example.in/a.png',
    'nothing at all',
    `/files/images/${'0'.repeat(32)}.webp`,
    '/files/../../etc/passwd',
  ])('succeeds for an external URL (%s)', async (url) => {
    expect(await test.remove(url)).toEqual({ status: 200, body: { status: true } });
  });

  it('accepts an expired link, also with the base path', async () => {
    const url = await test.uploaded(picture, 'document');
    const response = await test.app.inject({
      method: 'DELETE',
      url: '/api/v1/file/delete',
      query: { imageUrl: `https://backoffice.example.org${url.replace(/expires=\d+/, 'expires=1')}` },
      headers: { token: test.token },
    });
    expect(response.json()).toEqual({ status: true });
    expect((await test.show(url)).status).toBe(404);
  });

  it('is rejected with 409 while a record refers to the image', async () => {
    const url = await test.uploaded(picture);
    const { id } = await save(url);
    expect(await test.remove(url)).toEqual({
      status: 409,
      body: { status: false, message: 'A record still shows this image.' },
    });
    expect((await test.show(url)).status).toBe(200);
    await update(id, { image: null });
    expect((await test.remove(url)).status).toBe(200);
    expect((await test.show(url)).status).toBe(404);
  });

  it('either keeps the image or makes a concurrent save fail', async () => {
    for (let round = 0; round < 10; round += 1) {
      const url = await test.uploaded(picture);
      const [saved, removed] = await Promise.all([save(url), test.remove(url)]);
      expect([saved.status, removed.status].toSorted(), `round ${round}`).toEqual(
        saved.status === 200 ? [200, 409] : [200, 400],
      );
      expect((await test.show(url)).status).toBe(saved.status === 200 ? 200 : 404);
    }
  });

  it('[SECU-03] requires a session and a URL', async () => {
    const bare = await test.app.inject({ method: 'DELETE', url: '/file/delete?imageUrl=a' });
    expect(bare.statusCode).toBe(401);
    const without = await test.app.inject({
      method: 'DELETE',
      url: '/file/delete',
      headers: { token: test.token },
    });
    expect(without.statusCode).toBe(400);
    expect(without.json().errors[0].field).toBe('imageUrl');
  });
});
