import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DeskPerson, deskUnderTest } from '../../testing/desk-under-test.ts';
import { eventually } from '../../testing/eventually.ts';
import { openReceiver, type ReceivedRequest, type Receiver } from '../../testing/receiver.ts';
import { sendPushesRepeatedly, subscriptionCellAddress } from './send-pushes.ts';

const desk = deskUnderTest({ bookingtype: 'emergency' }, { WEBHOOK_ALLOW_PRIVATE: 'on' });
const OPEN = { isMuted: false, isClosing: false };
const WITHIN_MS = 5_000;

/** A subscribed browser that collects the contents of its messages. */
class Browser {
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly path: string;
  readonly #service: Receiver;

  constructor(service: Receiver, name: string) {
    this.#pair.generateKeys();
    this.#service = service;
    this.path = `/send/${name}`;
  }

  get subscription() {
    return {
      endpoint: new URL(this.path, this.#service.url).href,
      p256dh: this.#pair.getPublicKey('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  get requests(): ReceivedRequest[] {
    return this.#service.received.filter(({ path }) => path === this.path);
  }

  get messages(): { kind: string; id: string; text?: string }[] {
    return this.requests.map(({ bytes }) => JSON.parse(this.#decrypt(bytes)));
  }

  #decrypt(body: Buffer): string {
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const derive = (secret: Buffer, with_: Buffer, label: Buffer | string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, with_, label, bytes));
    const secret = derive(this.#pair.computeSecret(sender), this.#auth, info, 32);
    const cipher = createDecipheriv(
      'aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12),
    );
    cipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
      .subarray(0, -1)
      .toString();
  }
}

let service: Receiver;
let stop: () => Promise<void>;
let absent: DeskPerson;
let present: DeskPerson;
let off: DeskPerson;
let browsers: { absent: Browser; present: Browser; off: Browser };

const subscribe = (person: DeskPerson, browser: Browser) =>
  desk.test.call('POST', '/admin/roadside/push', { token: person.token, body: browser.subscription });
const about = (browser: Browser, id: string) => browser.messages.filter((message) => message.id === id);

beforeAll(async () => {
  absent = await desk.signIn('support', 'Asha Rao');
  present = await desk.signIn('support', 'Bala Iyer');
  off = await desk.signIn('manager', 'Chitra Nair');
  await desk.send(off, '/shift', { isOnShift: false });
});
beforeEach(async () => {
  service = await openReceiver();
  browsers = {
    absent: new Browser(service, 'absent'),
    present: new Browser(service, 'present'),
    off: new Browser(service, 'off'),
  };
  for (const [person, browser] of [
    [absent, browsers.absent],
    [present, browsers.present],
    [off, browsers.off],
  ] as const)
    expect((await subscribe(person, browser)).status).toBe(200);
  await desk.send(present, '/desk', OPEN);
  const { program: database, keys, settings } = desk.test;
  stop = sendPushesRepeatedly({
    database,
    keys,
    contact: settings.adminEmail,
    allowsPrivate: true,
    log: pino({ level: 'silent' }),
    now: () => desk.now,
  });
});
afterEach(async () => {
  await stop();
  service.close();
  await desk.sql("UPDATE bookings SET status = 'cancelled'");
  await desk.sql('DELETE FROM push_subscriptions');
  // Otherwise, the next test receives the messages that close the notifications of this test.
  await desk.sql('DELETE FROM emergency_pushes');
});

/** Creates an emergency with a creation time the given number of seconds ago. */
const emergencyOf = (seconds: number) =>
  desk.emergency({ createdAt: new Date(Date.now() - seconds * 1000).toISOString(), problem: 'Flat tyre of Ravi' });

describe('[DESK-05] a push notification', () => {
  it('is sent after the deadline to users on shift without an open desk, and is closed when the emergency is claimed', async () => {
    const id = await emergencyOf(58);
    await eventually(
      'the absent browser has the message',
      () => about(browsers.absent, id).length === 1,
      WITHIN_MS + 2_000,
    );
    const { headers } = browsers.absent.requests[0] ?? { headers: {} };
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '600',
      urgency: 'high',
      topic: id,
      authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/),
    });
    expect(about(browsers.absent, id)).toEqual([{ kind: 'unclaimed', id, text: 'Emergency unclaimed for 60 s' }]);
    expect([browsers.present.messages, browsers.off.messages]).toEqual([[], []]);
    await desk.send(present, `/${id}/claim`);
    await eventually('the notification is closed', () => about(browsers.absent, id).length === 2, WITHIN_MS);
    expect(about(browsers.absent, id)[1]).toEqual({ kind: 'claimed', id });
  });

  it('is sent again when the claim expires', async () => {
    const id = await emergencyOf(90);
    await desk.send(absent, '/desk', { ...OPEN, isClosing: true });
    await eventually('the browser has the message', () => about(browsers.absent, id).length === 1, WITHIN_MS);
    await desk.send(present, `/${id}/claim`);
    await eventually('it is closed', () => about(browsers.absent, id).length === 2, WITHIN_MS);
    await desk.goAway(present);
    await eventually(
      'the browser has the message again',
      () => about(browsers.absent, id).at(-1)?.kind === 'unclaimed',
      WITHIN_MS,
    );
  });

  it('is not sent for an emergency that was claimed in time', async () => {
    const [claimed, unclaimed] = [await emergencyOf(50), await emergencyOf(70)];
    await desk.send(present, `/${claimed}/claim`);
    await desk.age(claimed, 30);
    await eventually(
      'the message about the other one is there',
      () => about(browsers.absent, unclaimed).length === 1,
      WITHIN_MS,
    );
    expect(about(browsers.absent, claimed)).toEqual([]);
  });

  it.each([404, 410])('is not sent again to a subscription that responds with %i', async (status) => {
    service.respond = (response, request) =>
      response.writeHead(request.url?.endsWith('absent') ? status : 201).end();
    const id = await emergencyOf(70);
    const isThere = async () =>
      (await desk.sql('SELECT FROM push_subscriptions WHERE admin_id = $1', [absent.id])).length > 0;
    await eventually('it is removed', async () => !(await isThere()), WITHIN_MS);
    expect(about(browsers.absent, id)).toHaveLength(1);
  });

  it('is retried when the push service fails', async () => {
    let failures = 1;
    service.respond = (response) => {
      response.writeHead(failures > 0 ? 503 : 201).end();
      failures -= 1;
    };
    const id = await emergencyOf(70);
    await eventually('it is sent again', () => about(browsers.absent, id).length === 2, WITHIN_MS);
  });

  it('is not retried once it is out of date', async () => {
    const id = await emergencyOf(90);
    await eventually('the browser has the message', () => about(browsers.absent, id).length === 1, WITHIN_MS);
    const held: { end: () => void }[] = [];
    service.respond = (response, request) => {
      const end = (status: number) => void response.writeHead(status).end();
      if (request.url !== browsers.absent.path) end(201);
      else held.push({ end: () => end(503) });
    };
    await desk.send(present, `/${id}/claim`);
    await eventually('the claim is announced', () => held.length === 1, WITHIN_MS);
    await desk.goAway(present);
    await eventually('the emergency is announced again', () => held.length === 2, WITHIN_MS);
    for (const { end } of held) end();
    await eventually('only the second is tried again', () => held.length === 3, WITHIN_MS);
    expect(about(browsers.absent, id).map(({ kind }) => kind)).toEqual([
      'unclaimed',
      'claimed',
      'unclaimed',
      'unclaimed',
    ]);
  });
});

describe('[DESK-05] a push subscription', () => {
  it('is encrypted, belongs to one user, and ends with the session', async () => {
    const person = await desk.signIn('support', 'Dev Shah');
    const rows = () => desk.sql('SELECT subscription FROM push_subscriptions WHERE admin_id = $1', [person.id]);
    await subscribe(person, browsers.off);
    const [row] = await rows();
    expect(String(row?.['subscription'])).not.toContain('127.0.0.1');
    expect((await desk.sql('SELECT FROM push_subscriptions WHERE admin_id = $1', [off.id])).length).toBe(0);
    await desk.test.call('POST', '/admin/logout', { token: person.token });
    expect(await rows()).toEqual([]);
  });

  it('is removed when the user turns notifications off', async () => {
    const { endpoint } = browsers.absent.subscription;
    await desk.test.call('POST', '/admin/roadside/push/end', { token: absent.token, body: { endpoint } });
    expect(await desk.sql('SELECT FROM push_subscriptions WHERE admin_id = $1', [absent.id])).toEqual([]);
  });

  it('requires the permission to claim', async () => {
    const viewer = await desk.signIn('viewer', 'Viji Menon');
    expect((await subscribe(viewer, browsers.off)).status).toBe(403);
  });

  it.each([{ auth: 'short' }, { p256dh: 'B'.repeat(87) }, { p256dh: `B${'A'.repeat(86)}` }])(
    'is rejected with 400 when its keys contain %j',
    async (key) => {
      const body = { ...browsers.off.subscription, ...key };
      const { status, body: response } = await desk.test.call('POST', '/admin/roadside/push', {
        token: off.token,
        body,
      });
      expect([status, response.errors[0].field]).toEqual([400, Object.keys(key)[0]]);
    },
  );

  it('is stored only once when it is sent several times concurrently', async () => {
    const responses = await Promise.all(
      [off, off, present, off, off].map((person) => subscribe(person, browsers.off)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const id = await emergencyOf(70);
    await subscribe(absent, browsers.off);
    await eventually('it can be decrypted', () => about(browsers.off, id).length === 1, WITHIN_MS);
  });

  it('is limited to the ten newest per user', async () => {
    const all = Array.from({ length: 12 }, (_, index) => new Browser(service, `many-${index}`));
    for (const browser of all) await subscribe(off, browser);
    const [oldest, newest] = [all[1], all[11]].map((browser) => browser?.subscription.endpoint ?? '');
    const [row] = await desk.sql(
      `SELECT count(*), count(*) FILTER (WHERE endpoint_hash = sha256($2)) AS oldest,
         count(*) FILTER (WHERE endpoint_hash = sha256($3)) AS newest FROM push_subscriptions WHERE admin_id = $1`,
      [off.id, Buffer.from(oldest ?? ''), Buffer.from(newest ?? '')],
    );
    expect(row).toEqual({ count: 10, oldest: 0, newest: 1 });
  });

  it('is removed when the next message is sent if its key is not a point on the curve', async () => {
    const { program, keys } = desk.test;
    const [row] = await desk.sql('SELECT id FROM push_subscriptions WHERE admin_id = $1', [absent.id]);
    const id = String(row?.['id']);
    const subscription = JSON.stringify({ ...browsers.absent.subscription, p256dh: 'B'.repeat(87) });
    const stored = await program.transaction((client) =>
      keys.encrypt(client, subscription, subscriptionCellAddress(id)),
    );
    await desk.sql('UPDATE push_subscriptions SET subscription = $2 WHERE id = $1', [id, stored]);
    await emergencyOf(70);
    const isGone = async () => (await desk.sql('SELECT FROM push_subscriptions WHERE id = $1', [id])).length === 0;
    await eventually('it is removed', isGone, WITHIN_MS);
  });

  it('uses the same public key in every call', async () => {
    const key = async () => (await desk.test.call('GET', '/admin/roadside/push', { token: off.token })).body;
    expect(await key()).toEqual(await key());
  });
});
