import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

describe('[FILE-01] an image in a save', () => {
  it('comes back as it was answered', async () => {
    const url = await test.uploaded(picture);
    expect((await save(url)).image).toBe(url);
  });

  it.each<[string, (url: string) => string]>([
    ['absolute', (url) => `https://backoffice.example.org${url}`],
    ['of a thumbnail', (url) => url.replace('.webp', '-thumbnail.webp')],
    ['with a query', (url) => `${url}?v=1#top`],
  ])('is recognised %s', async (_, written) => {
    const url = await test.uploaded(picture);
    expect((await save(written(url))).image).toBe(url);
  });

  it('of somebody else stays as it is', async () => {
    const foreign = `https://example.in/files/images/${'a'.repeat(32)}.webp`;
    for (const image of ['https://example.in/tata.png', foreign, '/logo.png', null])
      expect((await save(image)).image).toBe(image);
  });

  it('that is gone is refused, unless the record held it all along', async () => {
    const url = await test.uploaded(picture);
    const { id } = await save(url);
    await test.database.pool.query('DELETE FROM files WHERE reference = $1', [url]);
    expect((await update(id, { companyname: 'Tata Motors', image: url })).body.data.image).toBe(url);
    const refused = await save(url);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual([{ field: 'image', message: 'is gone: please choose it again' }]);
  });

  it('that was uploaded as a document is refused', async () => {
    const refused = await save(await test.uploaded(picture, 'document'));
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].field).toBe('image');
  });
});

describe('[FILE-02] an image that is deleted', () => {
  it('is gone, and so it is when it is deleted again', async () => {
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
  ])('that was never ours (%s) is success', async (url) => {
    expect(await test.remove(url)).toEqual({ status: 200, body: { status: true } });
  });

  it('is recognised by a link that has expired, and also under the base path', async () => {
    const url = await test.uploaded(picture, 'document');
    const answer = await test.app.inject({
      method: 'DELETE',
      url: '/api/v1/file/delete',
      query: { imageUrl: `https://backoffice.example.org${url.replace(/expires=\d+/, 'expires=1')}` },
      headers: { token: test.token },
    });
    expect(answer.json()).toEqual({ status: true });
    expect((await test.show(url)).status).toBe(404);
  });

  it('while a record shows it stays, and says so', async () => {
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

  it('at the very moment at which a record takes it is either kept or refused to the record', async () => {
    for (let round = 0; round < 10; round += 1) {
      const url = await test.uploaded(picture);
      const [saved, removed] = await Promise.all([save(url), test.remove(url)]);
      expect([saved.status, removed.status].toSorted(), `round ${round}`).toEqual(
        saved.status === 200 ? [200, 409] : [200, 400],
      );
      expect((await test.show(url)).status).toBe(saved.status === 200 ? 200 : 404);
    }
  });

  it('[SECU-03] needs a session and a URL', async () => {
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
