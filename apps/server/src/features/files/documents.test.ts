import { randomBytes } from 'node:crypto';
import { thumbnailOf } from '@wayside/contract/files';
import { AADHAAR_ON_FILE } from '@wayside/contract/mechanics';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '../../platform/accounts/passwords.ts';
import { findKeyChange, switchKey } from '../../platform/crypto/change-data-key.ts';
import { derivedKey } from '../../platform/crypto/data-key.ts';
import { readableLinks, sessionIdOf } from '../../platform/files/files.ts';
import { hashToken, newToken } from '../../session-token.ts';
import { dumpDatabase } from '../../testing/dump-database.ts';
import { eventually } from '../../testing/eventually.ts';
import { createImageApplication, type ImageApplication } from '../../testing/image-application.ts';
import { DATA_KEY } from '../../testing/test-keys.ts';

let test: ImageApplication;
let picture: Buffer;

const MECHANIC = '65f0000000000000000000a1';
const NOW = new Date('2026-03-01T10:02:00Z');
const MINUTE_MS = 60_000;
const FOREIGN = 'https://example.in/shop.png';
const PASSWORD = 'a password of their own';

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

describe('[FILE-03] a document link', () => {
  it('[PRIV-02] returns the document with headers that prevent caching', async () => {
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

  it('also opens the thumbnail', async () => {
    const url = await test.uploaded(picture, 'document');
    expect((await test.show(thumbnailOf(url))).status).toBe(200);
    expect(thumbnailOf(url)).toContain('signature=');
  });

  it('is rejected after it expires', async () => {
    const url = await test.uploaded(picture, 'document');
    test.clock.now = new Date(expiryOf(url) - 1000);
    expect((await test.show(url)).status).toBe(200);
    test.clock.now = new Date(expiryOf(url));
    const { status, message, headers } = await test.show(url);
    expect(status).toBe(403);
    expect(message).toBe('This link has expired or is incomplete. Reload its record to get a new one.');
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

  it('does not open another document', async () => {
    const [one, other] = [await test.uploaded(picture, 'document'), await test.uploaded(picture, 'document')];
    expect((await test.show(one.replace(plainPath(one), plainPath(other)))).status).toBe(403);
  });

  it('does not reveal whether a document exists', async () => {
    const there = await test.show(plainPath(await test.uploaded(picture, 'document')));
    const nowhere = await test.show(`/files/documents/${'0'.repeat(32)}.webp`);
    expect([nowhere.status, nowhere.message]).toEqual([there.status, there.message]);
  });

  it('does not work with the path of an image', async () => {
    const url = await test.uploaded(picture, 'document');
    expect((await test.show(url.replace('documents', 'images'))).status).toBe(404);
  });

  it('[SECU-04] is not logged, and neither is the signing key', async () => {
    const url = await test.uploaded(picture, 'document');
    await test.show(url);
    await test.show(changed(url, 'expires', '1'));
    const { key } = await test.keys.deriveKey('links');
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

  it('are signed links in every response, and external URLs stay unchanged', async () => {
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

  it('[MECH-07] keep the same link for a few minutes, so that a page does not load an image again', async () => {
    await hire(plainPath(await test.uploaded(picture, 'document')), null);
    const first = await listed();
    test.clock.now = later(2);
    expect(await listed()).toEqual(first);
  });

  const revealed = async (token: string): Promise<string> =>
    (await test.call('GET', `/admin/mechanics/${MECHANIC}/documents/aadhaar`, { token })).body.url;

  it.each(['/files/documents/x.webp', 'https://example.in/aadhaar.png'])(
    '[FILE-04] state only whether an Aadhaar card exists, in every response: %s',
    async (card) => {
      await hire(null, card);
      expect((await listed()).adhar_card).toBe(AADHAAR_ON_FILE);
      const { body } = await test.call('GET', `/admin/mechanics/${MECHANIC}`, { token: test.token });
      expect(body.data.documents.adhar_card).toBe(AADHAAR_ON_FILE);
      expect(JSON.stringify(body)).not.toContain(card);
      expect((await test.show(AADHAAR_ON_FILE)).status).toBe(404);
    },
  );

  it('[FILE-04] include the Aadhaar card only in a separate call, which is logged', async () => {
    await hire(null, plainPath(await test.uploaded(picture, 'document')));
    const url = await revealed(test.token);
    expect((await test.show(url)).status).toBe(200);
    expect((await test.show(thumbnailOf(url))).status).toBe(200);
    const query = { entity: 'mechanic', id: MECHANIC };
    const { body } = await test.call('GET', '/admin/activity', { token: test.token, query });
    expect(body.data).toMatchObject([{ action: 'aadhaar_card_shown', changes: [] }]);
    expect(JSON.stringify(body)).not.toContain(plainPath(url));
  });

  it('[FILE-04] have an Aadhaar link that expires with the session that requested it', async () => {
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

const sql = (text: string, ...values: unknown[]) => test.database.pool.query(text, values);
const statusOf = async (url: string) => (await test.show(url)).status;
const sessionOf = (token: string) => sessionIdOf({ tokenHash: hashToken(token) });

/** Creates a link to a new document for the session of a token. */
async function linkFor(token: string): Promise<string> {
  const form = new FormData();
  form.append('Image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'card.png');
  form.append('purpose', 'document');
  const { body } = await test.send(form, { token });
  return body.data ?? '';
}

/** Creates another session for the same administrator. */
async function anotherSession(token: string): Promise<string> {
  const other = newToken();
  await sql(
    `INSERT INTO sessions (token_hash, admin_id, created_at, expires_at)
     SELECT $2, admin_id, created_at, expires_at FROM sessions WHERE id = $1`,
    sessionOf(token),
    hashToken(other),
  );
  return other;
}

describe('[PRIV-02, FILE-04] a document link of a session', () => {
  it.each<[string, (token: string) => Promise<unknown>]>([
    ['a logout', (token) => test.call('POST', '/admin/logout', { token })],
    [
      'the end of the session from another one',
      async (token) =>
        test.call('DELETE', `/admin/profile/sessions/${sessionOf(token)}`, { token: await anotherSession(token) }),
    ],
    [
      'a new password',
      async (token) => {
        const admin = 'id = (SELECT admin_id FROM sessions WHERE id = $1)';
        await sql(
          `UPDATE admins SET password_hash = $2 WHERE ${admin}`,
          sessionOf(token),
          await hashPassword(PASSWORD),
        );
        await test.call('POST', '/admin/profile/password', {
          token: await anotherSession(token),
          body: { currentPassword: PASSWORD, newPassword: `${PASSWORD}, changed` },
        });
      },
    ],
    [
      'a suspension',
      (token) =>
        sql(
          'UPDATE admins SET suspended_at = now() WHERE id = (SELECT admin_id FROM sessions WHERE id = $1)',
          sessionOf(token),
        ),
    ],
    [
      'the end of an idle session',
      async (token) => {
        await sql(
          'UPDATE sessions SET expires_at = $2 WHERE id = $1',
          sessionOf(token),
          new Date(NOW.getTime() + MINUTE_MS),
        );
        test.clock.now = new Date(NOW.getTime() + 2 * MINUTE_MS);
      },
    ],
    [
      'the longest life of a session',
      (token) =>
        sql(
          "UPDATE sessions SET created_at = $2::timestamptz - interval '8 days' WHERE id = $1",
          sessionOf(token),
          NOW,
        ),
    ],
  ])('expires with %s, and links of other sessions stay valid', async (_, endSession) => {
    const [mine, theirs] = [await test.signIn(), await test.signIn()];
    const [own, other] = [await linkFor(mine), await linkFor(theirs)];
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 200]);
    await endSession(mine);
    expect([await statusOf(own), await statusOf(thumbnailOf(own)), await statusOf(other)]).toEqual([403, 403, 200]);
  });

  it('rejects a request with the token of another session', async () => {
    const [mine, theirs] = [await test.signIn(), await test.signIn()];
    const url = await linkFor(mine);
    const status = async (token: string) => (await test.app.inject({ url, headers: { token } })).statusCode;
    expect([await status(mine), await status(theirs), await status(await anotherSession(mine))]).toEqual([
      200, 403, 403,
    ]);
  });

  it('contains a session id that grants no access, and does not contain the token', async () => {
    const token = await test.signIn();
    const url = await linkFor(token);
    expect(url).not.toContain(token);
    const session = new URL(url, 'http://x').searchParams.get('session') ?? '';
    expect((await test.call('GET', '/admin/ownprofile', { token: session })).status).toBe(401);
  });
});

/** Decodes every text in a dump that may be an encoded key. */
function possibleKeys(dump: string): Buffer[] {
  const texts = new Set(dump.match(/[\w+/=-]{16,}/g));
  for (const hex of dump.match(/[0-9a-f]{32,}/g) ?? []) texts.add(hex);
  return [...texts].flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'base64'),
    ...(/^([0-9a-f]{2})+$/.test(text) ? [Buffer.from(text, 'hex')] : []),
  ]);
}

describe('[PRIV-01, PRIV-02] a database dump', () => {
  it('contains nothing that can create a link: no link key, no data key and no former key', async () => {
    const token = await test.signIn();
    const url = await linkFor(token);
    const id = new URL(url, 'http://x').searchParams.get('key') ?? '';
    const reader = { tokenHash: hashToken(token) };
    const makesTheLink = (key: Buffer) => readableLinks({ id, key }, NOW, reader)(plainPath(url)) === url;
    const isKey = (bytes: Buffer) => makesTheLink(bytes) || makesTheLink(derivedKey({ secret: bytes }, 'links'));
    const dump = await dumpDatabase(test.database.pool, test.connectionString);
    for (const known of [plainPath(url), sessionOf(token), id]) expect(dump).toContain(known);
    expect(possibleKeys(dump).filter(isKey)).toEqual([]);
    expect(possibleKeys(`${dump} '${DATA_KEY}'`).some(isKey)).toBe(true);
    const { key } = await test.keys.deriveKey('links');
    expect(possibleKeys(`${dump} \\x${key.toString('hex')}`).some(isKey)).toBe(true);
    expect(dump).not.toContain('link_key');
  });
});

describe('[PRIV-01, PRIV-02] a new data key', () => {
  it('invalidates the links of the previous key immediately, and signs new links', async () => {
    const change = await findKeyChange({
      dataKey: Buffer.from(DATA_KEY, 'base64'),
      nextDataKey: Buffer.alloc(32, 9),
      dataDir: '/nowhere',
    });
    if (change === null) throw new Error('there is a new key');
    const url = await linkFor(test.token);
    expect(await statusOf(url)).toBe(200);
    await switchKey(test.database, change);
    expect(await statusOf(url)).toBe(403);
    await eventually('a link of the new key', async () => (await statusOf(await linkFor(test.token))) === 200);
  });
});
