import { randomBytes } from 'node:crypto';
import { thumbnailOf } from '@wayside/contract/files';
import { AADHAAR_ON_FILE } from '@wayside/contract/mechanics';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';

let test: ImageApplication;
let picture: Buffer;

const MECHANIC = '65f0000000000000000000a1';
const NOW = new Date('2026-03-01T10:02:00Z');
const MINUTE_MS = 60_000;
const FOREIGN = 'https://example.in/shop.png';

beforeAll(async () => {
  test = await createImageApplication({ now: NOW });
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});
afterAll(() => test.drop());
beforeEach(() => {
  test.clock.now = NOW;
});

const plainPath = (url: string) => url.split('?')[0] ?? '';
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
const expiryOf = (url: string) => Number(new URL(url, 'http://x').searchParams.get('expires')) * 1000;
const changed = (url: string, key: string, value: string) => {
  const { pathname, searchParams } = new URL(url, 'http://x');
  searchParams.set(key, value);
  return `${pathname}?${searchParams}`;
};

describe('[FILE-03] the link of a document', () => {
  it('[PRIV-02] returns the document, which no cache keeps', async () => {
    const url = await test.uploaded(picture, 'document');
    expect(url).toMatch(
      /^\/files\/documents\/[0-9a-f]{32}\.webp\?expires=\d+&session=[0-9a-f]{24}&key=[0-9a-f]{16}&signature=[\w-]{43}$/,
    );
    const shown = await test.show(url);
    expect(shown.status).toBe(200);
    expect(shown.headers['content-type']).toBe('image/webp');
    expect(shown.headers['cross-origin-resource-policy']).toBe('same-origin');
    const seconds = (expiryOf(url) - NOW.getTime()) / 1000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(shown.headers['cache-control']).toBe('private, no-store');
  });

  it('opens the thumbnail too', async () => {
    const url = await test.uploaded(picture, 'document');
    expect((await test.show(thumbnailOf(url))).status).toBe(200);
    expect(thumbnailOf(url)).toContain('signature=');
  });

  it('is rejected from its expiry on', async () => {
    const url = await test.uploaded(picture, 'document');
    test.clock.now = new Date(expiryOf(url) - 1000);
    expect((await test.show(url)).status).toBe(200);
    test.clock.now = new Date(expiryOf(url));
    const { status, message, headers } = await test.show(url);
    expect(status).toBe(403);
    expect(message).toBe('This link has expired or is not whole. Load its record again for a new one.');
    expect(headers['cache-control']).toBe('no-store');
  });

  it.each<[string, (url: string) => string]>([
    ['without a signature', plainPath],
    ['with an empty one', (url) => changed(url, 'signature', '')],
    ['with one made up', (url) => changed(url, 'signature', randomBytes(32).toString('base64url'))],
    [
      'with one letter changed',
      (url) => url.replace(/signature=./, (start) => (start.endsWith('A') ? 'signature=B' : 'signature=A')),
    ],
    ['with a later end', (url) => changed(url, 'expires', String(expiryOf(url) / 1000 + 60))],
    ['with an end in other letters', (url) => changed(url, 'expires', `0${expiryOf(url) / 1000}`)],
    ['with two ends', (url) => `${url}&expires=99999999999`],
    ['with no end', (url) => url.replace(/expires=\d+&/, '')],
    ['with no session', (url) => url.replace(/session=[^&]*&/, '')],
    ['with two sessions', (url) => `${url}&session=${'0'.repeat(24)}`],
    ['with another session', (url) => changed(url, 'session', '0'.repeat(24))],
    ['with no key', (url) => url.replace(/key=[^&]*&/, '')],
    ['with an unknown key', (url) => changed(url, 'key', '0'.repeat(16))],
  ])('is rejected %s', async (_, tamper) => {
    const url = await test.uploaded(picture, 'document');
    expect((await test.show(tamper(url))).status).toBe(403);
  });

  it('opens no other document', async () => {
    const [one, other] = [await test.uploaded(picture, 'document'), await test.uploaded(picture, 'document')];
    expect((await test.show(one.replace(plainPath(one), plainPath(other)))).status).toBe(403);
  });

  it('does not reveal whether a document exists', async () => {
    const there = await test.show(plainPath(await test.uploaded(picture, 'document')));
    const nowhere = await test.show(`/files/documents/${'0'.repeat(32)}.webp`);
    expect([nowhere.status, nowhere.message]).toEqual([there.status, there.message]);
  });

  it('does not open under the address of an image', async () => {
    const url = await test.uploaded(picture, 'document');
    expect((await test.show(url.replace('documents', 'images'))).status).toBe(404);
  });

  it('[SECU-04] is not logged, nor is the key', async () => {
    const url = await test.uploaded(picture, 'document');
    await test.show(url);
    await test.show(changed(url, 'expires', '1'));
    const { key } = await test.keys.derived('links');
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(test.logged()).not.toContain(key.toString(encoding));
    expect(test.logged()).not.toMatch(/signature=/);
  });
});

describe('[FILE-03, MECH-07] a mechanic’s documents', () => {
  beforeEach(async () => {
    await test.database.pool.query('TRUNCATE mechanics CASCADE');
  });
  const hire = (photo: string | null, card: string | null, shop: string | null = null) =>
    test.database.pool.query(
      `INSERT INTO mechanics (id, name, status, profile_photo, aadhaar_card, shop_photo, created_at)
       VALUES ($1, 'Irfan', 'pending', $2, $3, $4, now())`,
      [MECHANIC, photo, card, shop],
    );
  const listed = async () => {
    const { body } = await test.call('GET', '/mechanic/allmechnic', { token: test.token });
    return body.data[0].documents;
  };

  it('are signed links in every answer; external URLs stay unchanged', async () => {
    const reference = plainPath(await test.uploaded(picture, 'document'));
    await hire(reference, null, FOREIGN);
    const first = await listed();
    expect(first).toMatchObject({ adhar_card: null, shop_photo: FOREIGN });
    expect((await test.show(first.profile_photo)).status).toBe(200);
    test.clock.now = later(6);
    const second = await listed();
    expect(expiryOf(second.profile_photo)).toBeGreaterThan(expiryOf(first.profile_photo));
    test.clock.now = later(20);
    const { body } = await test.call('GET', `/admin/mechanics/${MECHANIC}`, { token: test.token });
    expect((await test.show(second.profile_photo)).status).toBe(403);
    expect((await test.show(body.data.documents.profile_photo)).status).toBe(200);
  });

  it('[MECH-07] have the same link for some minutes, so that a page loads no image anew', async () => {
    await hire(plainPath(await test.uploaded(picture, 'document')), null);
    const first = await listed();
    test.clock.now = later(2);
    expect(await listed()).toEqual(first);
  });

  const revealed = async (token: string): Promise<string> =>
    (await test.call('GET', `/admin/mechanics/${MECHANIC}/documents/aadhaar`, { token })).body.url;

  it.each(['/files/documents/x.webp', 'https://example.in/aadhaar.png'])(
    '[FILE-04] say only that there is an Aadhaar card, in every answer: %s',
    async (card) => {
      await hire(null, card);
      expect((await listed()).adhar_card).toBe(AADHAAR_ON_FILE);
      const { body } = await test.call('GET', `/admin/mechanics/${MECHANIC}`, { token: test.token });
      expect(body.data.documents.adhar_card).toBe(AADHAAR_ON_FILE);
      expect(JSON.stringify(body)).not.toContain(card);
      expect((await test.show(AADHAAR_ON_FILE)).status).toBe(404);
    },
  );

  it('[FILE-04] open the Aadhaar card by a link of its own call, which is recorded', async () => {
    await hire(null, plainPath(await test.uploaded(picture, 'document')));
    const url = await revealed(test.token);
    expect((await test.show(url)).status).toBe(200);
    expect((await test.show(thumbnailOf(url))).status).toBe(200);
    const query = { entity: 'mechanic', id: MECHANIC };
    const { body } = await test.call('GET', '/admin/activity', { token: test.token, query });
    expect(body.data).toMatchObject([{ action: 'aadhaar_card_shown', changes: [] }]);
    expect(JSON.stringify(body)).not.toContain(plainPath(url));
  });

  it('[FILE-04] close the link of the Aadhaar card with the session that asked for it', async () => {
    await hire(null, plainPath(await test.uploaded(picture, 'document')));
    const [mine, theirs] = [await test.signIn(), await test.signIn('reviewer')];
    const [own, other] = [await revealed(mine), await revealed(theirs)];
    const sessionOf = (url: string) => new URL(url, 'http://x').searchParams.get('session') ?? '';
    expect(sessionOf(own)).not.toBe(sessionOf(other));
    expect((await test.show(changed(own, 'session', sessionOf(other)))).status).toBe(403);
    await test.call('POST', '/admin/logout', { token: mine });
    expect([(await test.show(own)).status, (await test.show(other)).status]).toEqual([403, 200]);
  });
});
