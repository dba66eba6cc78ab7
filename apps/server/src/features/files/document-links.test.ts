import { thumbnailOf } from '@wayside/contract/files';
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

const NOW = new Date('2026-03-01T10:02:00Z');
const MINUTE_MS = 60_000;
const PASSWORD = 'a password of their own';

let test: ImageApplication;
let picture: Buffer;

beforeAll(async () => {
  test = await createImageApplication({ now: NOW });
  picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#446688' } })
    .png()
    .toBuffer();
});
afterAll(() => test.drop());
beforeEach(() => {
  test.clock.now = NOW;
});

const sql = (text: string, ...values: unknown[]) => test.database.pool.query(text, values);
const statusOf = async (url: string) => (await test.show(url)).status;
const plainPath = (url: string) => url.split('?')[0] ?? '';
const sessionOf = (token: string) => sessionIdOf({ tokenHash: hashToken(token) });

/** A link to a new document, for the session of a token. */
async function linkFor(token: string): Promise<string> {
  const form = new FormData();
  form.append('Image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'card.png');
  form.append('purpose', 'document');
  const { body } = await test.send(form, { token });
  return body.data ?? '';
}

/** Another session of the same administrator. */
async function besides(token: string): Promise<string> {
  const other = newToken();
  await sql(
    `INSERT INTO sessions (token_hash, admin_id, created_at, expires_at)
     SELECT $2, admin_id, created_at, expires_at FROM sessions WHERE id = $1`,
    sessionOf(token),
    hashToken(other),
  );
  return other;
}

describe('[PRIV-02, FILE-04] the link of a document', () => {
  it.each<[string, (token: string) => Promise<unknown>]>([
    ['a logout', (token) => test.call('POST', '/admin/logout', { token })],
    [
      'the end of the session from another one',
      async (token) =>
        test.call('DELETE', `/admin/profile/sessions/${sessionOf(token)}`, { token: await besides(token) }),
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
          token: await besides(token),
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
  ])('ends with %s, and those of other sessions do not', async (_, endSession) => {
    const [mine, theirs] = [await test.signIn(), await test.signIn()];
    const [own, other] = [await linkFor(mine), await linkFor(theirs)];
    expect([await statusOf(own), await statusOf(other)]).toEqual([200, 200]);
    await endSession(mine);
    expect([await statusOf(own), await statusOf(thumbnailOf(own)), await statusOf(other)]).toEqual([403, 403, 200]);
  });

  it('opens nothing for a request with the token of another session', async () => {
    const [mine, theirs] = [await test.signIn(), await test.signIn()];
    const url = await linkFor(mine);
    const status = async (token: string) => (await test.app.inject({ url, headers: { token } })).statusCode;
    expect([await status(mine), await status(theirs), await status(await besides(mine))]).toEqual([200, 403, 403]);
  });

  it('has the id of a session that opens nothing, and not its token', async () => {
    const token = await test.signIn();
    const url = await linkFor(token);
    expect(url).not.toContain(token);
    const session = new URL(url, 'http://x').searchParams.get('session') ?? '';
    expect((await test.call('GET', '/admin/ownprofile', { token: session })).status).toBe(401);
  });
});

/** Every text of a dump that may be a key, as the bytes that it may stand for. */
function possibleKeys(dump: string): Buffer[] {
  const texts = new Set(dump.match(/[\w+/=-]{16,}/g));
  for (const hex of dump.match(/[0-9a-f]{32,}/g) ?? []) texts.add(hex);
  return [...texts].flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'base64'),
    ...(/^([0-9a-f]{2})+$/.test(text) ? [Buffer.from(text, 'hex')] : []),
  ]);
}

describe('[PRIV-01, PRIV-02] a dump', () => {
  it('holds nothing that makes a link: no key of a link, no data key, no key from the time before', async () => {
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
    const { key } = await test.keys.derived('links');
    expect(possibleKeys(`${dump} \\x${key.toString('hex')}`).some(isKey)).toBe(true);
    expect(dump).not.toContain('link_key');
  });
});

describe('[PRIV-01, PRIV-02] another data key', () => {
  it('ends the links of the key before at once, and signs new ones', async () => {
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
