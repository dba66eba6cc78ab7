import pino from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFiles } from '../files/files.ts';
import { sweepImages } from '../files/sweep-images.ts';
import { type DocumentHost, openDocumentHost } from '../testing/document-host.ts';
import { eventually } from '../testing/eventually.ts';
import { createImageApplication, type ImageApplication } from '../testing/image-application.ts';
import { importWith, makeFolder } from '../testing/import-run.ts';
import { serviceKeyHeader } from '../testing/service-key.ts';
import { claimCopy } from './claim-copy.ts';
import { type CopyContext, copyDocument } from './copy-document.ts';
import { copyRepeatedly } from './copy-repeatedly.ts';
import type { FetchOptions } from './fetch-document.ts';

let test: ImageApplication;
let host: DocumentHost;
let picture: Buffer;
let key: { authorization: string };
let context: CopyContext;

const HOSTS = ['127.0.0.1', 'docs.example.test'];
const MECHANIC = '65f0000000000000000000a1';
const CUSTOMER = '65f0000000000000000000b1';
const [PAYMENT, OTHER_PAYMENT] = ['65f0000000000000000000c1', '65f0000000000000000000c2'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const forever = new AbortController().signal;

beforeAll(async () => {
  test = await createImageApplication({ env: { DOCUMENT_HOSTS: HOSTS.join(','), SESSION_HOURS: '1000' } });
  host = await openDocumentHost();
  key = await serviceKeyHeader(test.database, 'mechanics', 'payments', 'users');
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#446688' } })
    .jpeg()
    .toBuffer();
  const { database, settings } = test;
  const now = () => test.clock.now;
  const files = openFiles({ settings, database, now });
  context = { database, files, now, log: pino({ level: 'silent' }), hosts: HOSTS };
});
afterAll(async () => {
  host.close();
  await test.drop();
});
beforeEach(async () => {
  // Later than the clock of the database, which says since when a document waits.
  test.clock.now = new Date(Date.now() + MINUTE_MS);
  host.asked.length = 0;
  await test.database.pool.query(
    'TRUNCATE files, document_copies, imported_records, payments, mechanics, users CASCADE',
  );
});

const passTime = (ms: number) => {
  test.clock.now = new Date(test.clock.now.getTime() + ms);
};
async function ingest(collection: string, ...records: readonly object[]): Promise<string[]> {
  const { body } = await test.call('POST', `/ingest/${collection}`, { headers: key, body: records });
  return body.results.map(({ outcome }: { outcome: string }) => outcome);
}
let version = 0;
const mechanicWith = (documents: object) => {
  version += 1;
  return { _id: MECHANIC, name: 'Irfan', status: 'pending', documents, _version: version };
};
const paymentWith = (_id: string, paymentscreenshot: string) => ({
  _id,
  userId: CUSTOMER,
  status: 'pending',
  paymentscreenshot,
});

/** Copies what is due, one after the other, as a node does; returns how many there were. */
async function copyDue(options: Partial<FetchOptions> = {}): Promise<number> {
  for (let count = 0; ; count += 1) {
    const claimed = await claimCopy(test.database, test.clock.now);
    if (!claimed) return count;
    await copyDocument(context, claimed, { allowsPrivate: true, signal: forever, ...options });
  }
}
const copies = async () => {
  const { rows } = await test.database.pool.query(
    'SELECT field, id, state, attempts, reason, next_attempt_at AS next FROM document_copies ORDER BY field, id',
  );
  return rows;
};
const storedImages = async () => (await test.database.pool.query('SELECT FROM files')).rowCount;
const documentsOf = async () =>
  (await test.call('GET', `/admin/mechanics/${MECHANIC}`, { token: test.token })).body.data.documents;
const screenshotOf = async (id: string) =>
  (await test.call('GET', `/admin/payments/${id}`, { token: test.token })).body.data.paymentscreenshot;
const plainPath = (url: string) => url.split('?')[0] ?? '';

describe('[FILE-04] documents on listed hosts', () => {
  it('are copied and shown by signed links; others stay addresses', async () => {
    const [face, shop] = [host.serve('face.jpg', picture), 'https://elsewhere.example.in/shop.jpg'];
    await ingest('mechanics', mechanicWith({ profile_photo: face, shop_photo: shop }));
    expect((await documentsOf()).profile_photo).toBe(face);
    expect(await copyDue()).toBe(1);
    const { profile_photo: link, shop_photo: outside } = await documentsOf();
    expect(outside).toBe(shop);
    expect(link).toMatch(/^\/files\/documents\/[0-9a-f]{32}\.webp\?expires=/);
    const shown = await test.show(link);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(shown.bytes).metadata()).width).toBe(300);
    expect((await test.show(plainPath(link))).status).toBe(403);
    const { body } = await test.call('GET', '/mechanic/allmechnic', { token: test.token });
    expect(body.data[0].documents.profile_photo).toBe(link);
    const { rows } = await test.database.pool.query('SELECT profile_photo FROM mechanics');
    expect(rows).toEqual([{ profile_photo: face }]);
  });

  it('are opened for an Aadhaar card by its own call alone', async () => {
    await ingest('mechanics', mechanicWith({ adhar_card: host.serve('aadhaar.jpg', picture) }));
    await copyDue();
    expect((await documentsOf()).adhar_card).toBe('/files/documents/on-file');
    const { body } = await test.call('GET', `/admin/mechanics/${MECHANIC}/documents/aadhaar`, {
      token: test.token,
    });
    expect(body.url).toMatch(/&session=/);
    expect((await test.show(body.url)).status).toBe(200);
  });

  it('are copied for an import, too, which a dry run does not cause', async () => {
    const folder = await makeFolder({ payments: [paymentWith(PAYMENT, host.serve('paid.jpg', picture))] });
    const run = (...words: string[]) => importWith(test.database, { documentHosts: HOSTS }, folder.path, ...words);
    await run('--dry-run');
    expect(await copyDue()).toBe(0);
    await run();
    expect(await copyDue()).toBe(1);
    expect((await test.show(await screenshotOf(PAYMENT))).status).toBe(200);
    await run();
    expect(await copyDue()).toBe(0);
    await folder.remove();
  });

  it('are copied once: the same record again, and another record with the same address', async () => {
    const address = host.serve('twice.jpg', picture);
    await ingest('payments', paymentWith(PAYMENT, address));
    await copyDue();
    await ingest('payments', { ...paymentWith(PAYMENT, address), amount: 100 });
    await ingest('payments', paymentWith(OTHER_PAYMENT, address));
    await copyDue();
    expect(host.asked).toEqual(['/twice.jpg']);
    expect(plainPath(await screenshotOf(OTHER_PAYMENT))).toBe(plainPath(await screenshotOf(PAYMENT)));
    expect(await storedImages()).toBe(1);
  });

  it('are copied anew when their address changes; the copy before is shown no more, and swept', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: host.serve('old.jpg', picture) }));
    await copyDue();
    const before = plainPath((await documentsOf()).profile_photo);
    const changed = host.serve('new.jpg', picture);
    await ingest('mechanics', mechanicWith({ profile_photo: changed }));
    expect((await documentsOf()).profile_photo).toBe(changed);
    await copyDue();
    expect(plainPath((await documentsOf()).profile_photo)).not.toBe(before);
    await sweepImages(context);
    passTime(25 * HOUR_MS);
    expect(await sweepImages(context)).toBe(1);
    expect(await context.files.store.has(before.slice('/files/'.length))).toBe(false);
    await ingest('mechanics', mechanicWith({ profile_photo: null }));
    expect(await copies()).toEqual([]);
  });

  it('that change during an attempt are not replaced by it', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: host.serve('slow-old.jpg', picture) }));
    const claimed = await claimCopy(test.database, test.clock.now);
    if (!claimed) throw new Error('nothing is due');
    const changed = 'https://elsewhere.example.in/new.jpg';
    const options = { allowsPrivate: true, signal: forever };
    host.serve('slow-old.jpg', (response) => {
      void ingest('mechanics', mechanicWith({ profile_photo: changed })).then(() => response.end(picture));
    });
    await copyDocument(context, claimed, options);
    expect((await documentsOf()).profile_photo).toBe(changed);
    expect(await storedImages()).toBe(0);
  });

  it('are copied by several nodes, each once', async () => {
    const name = (index: number) => `many-${index}.jpg`;
    const records = Array.from({ length: 12 }, (_, index) =>
      paymentWith(`65f000000000000000000d${index.toString(16).padStart(2, '0')}`, host.serve(name(index), picture)),
    );
    await ingest('payments', ...records);
    const nodes = [1, 2].map(() => copyRepeatedly({ ...context, allowsPrivate: true, pollMs: 20 }));
    await eventually('all are copied', async () => (await copies()).every(({ state }) => state === 'copied'));
    await Promise.all(nodes.map((stop) => stop()));
    expect(host.asked.toSorted()).toEqual(records.map((_, index) => `/${name(index)}`).toSorted());
  });

  it('are copied by another node after the one that began was killed', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: host.serve('killed.jpg', picture) }));
    // A node that dies says nothing more.
    expect(await claimCopy(test.database, test.clock.now)).toBeDefined();
    expect(await copyDue()).toBe(0);
    passTime(4 * MINUTE_MS);
    expect(await copyDue()).toBe(1);
    expect((await documentsOf()).profile_photo).toMatch(/^\/files\/documents\//);
  });

  it('are left to a later attempt by a node that stops, which counts no failure', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: host.serve('stopped.jpg', () => undefined) }));
    const stop = copyRepeatedly({ ...context, allowsPrivate: true, pollMs: 20 });
    await eventually('the document is asked for', () => host.asked.length === 1);
    await stop();
    expect(await copies()).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }]);
    host.serve('stopped.jpg', picture);
    passTime(4 * MINUTE_MS);
    expect(await copyDue()).toBe(1);
  });

  it('are copied when their host is listed after they came', async () => {
    await ingest('mechanics', mechanicWith({ shop_photo: host.serve('later.jpg', picture) }));
    await test.database.pool.query(
      `WITH gone AS (DELETE FROM document_copies) DELETE FROM business_settings WHERE name = 'document_hosts'`,
    );
    const stop = copyRepeatedly({ ...context, allowsPrivate: true, pollMs: 20 });
    await eventually('it is copied', async () => (await copies())[0]?.state === 'copied');
    await stop();
  });

  it('are forgotten when their host is listed no more', async () => {
    await ingest('mechanics', mechanicWith({ shop_photo: host.serve('unlisted.jpg', picture) }));
    const claimed = await claimCopy(test.database, test.clock.now);
    if (!claimed) throw new Error('nothing is due');
    await copyDocument({ ...context, hosts: [] }, claimed, { allowsPrivate: true, signal: forever });
    expect([await copies(), host.asked]).toEqual([[], []]);
  });
});

describe('[FILE-04] a document that cannot be copied', () => {
  const five = 5_242_880;
  const html = (response: { end(text: string): unknown }) => response.end('<html><script>alert(1)</script></html>');
  const redirect = (location: string) => (response: import('node:http').ServerResponse) =>
    response.writeHead(302, { location }).end();

  it.each<[string, Parameters<DocumentHost['serve']>[1], string, Partial<FetchOptions>?]>([
    ['HTML named .jpg', html, 'The file is not an image that can be taken: JPEG, PNG, WebP, GIF or AVIF.'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'The file is not an image that can be taken: JPEG, PNG, WebP, GIF or AVIF.',
    ],
    [
      'half an image',
      (response) => response.end(picture.subarray(0, 200)),
      'The image is damaged or incomplete and cannot be read.',
    ],
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['more than 5 MB', Buffer.alloc(five + 1), 'The document has more than 5 MB.'],
    [
      'more than 5 MB of unknown length',
      (response) => {
        response.write(Buffer.alloc(five));
        response.write('more');
      },
      'The document has more than 5 MB.',
    ],
    [
      'an answer that never ends',
      (response) => response.write('x'),
      'No complete answer came within 0.3 seconds.',
      { timeoutMs: 300 },
    ],
    ['no answer', () => undefined, 'No complete answer came within 0.3 seconds.', { timeoutMs: 300 }],
    ['an error', (response) => response.writeHead(500).end(), 'The answer was 500.'],
    [
      'a broken connection',
      (response) => response.destroy(),
      'The connection was closed before the answer was complete.',
    ],
    [
      'a redirect to the metadata of a cloud',
      redirect('http://169.254.169.254/latest/meta-data/'),
      'The answer is a redirect to another host, which is not followed.',
    ],
    [
      'a redirect to another host',
      redirect('https://elsewhere.example.in/x.jpg'),
      'The answer is a redirect to another host, which is not followed.',
    ],
    [
      'a redirect to a file',
      redirect('file:///etc/passwd'),
      'The answer is a redirect to another host, which is not followed.',
    ],
    ['a redirect to itself', redirect('hostile.jpg'), 'There were more than 3 redirects.'],
    [
      'a private address',
      Buffer.from('x'),
      'Not asked: 127.0.0.1 is not an address of the public Internet.',
      { allowsPrivate: false },
    ],
  ])('says why, and is tried again: %s', async (_, answer, reason, options) => {
    const address = host.serve('hostile.jpg', answer);
    await ingest('mechanics', mechanicWith({ profile_photo: address }));
    expect(await copyDue(options)).toBe(1);
    expect(await copies()).toMatchObject([{ state: 'waiting', attempts: 1, reason }]);
    expect(await storedImages()).toBe(0);
    expect((await documentsOf()).profile_photo).toBe(address);
  });

  it('is not asked for where the name of its host has a private address', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: 'http://docs.example.test/face.jpg' }));
    await copyDue({ allowsPrivate: false, resolve: async () => ['93.184.215.14', '10.0.0.7'] });
    const reason = 'Not asked: docs.example.test is 10.0.0.7, which is not an address of the public Internet.';
    expect(await copies()).toMatchObject([{ state: 'waiting', reason }]);
  });

  it('follows a redirect within its host', async () => {
    host.serve('moved.jpg', picture);
    await ingest('mechanics', mechanicWith({ profile_photo: host.serve('first.jpg', redirect('/moved.jpg')) }));
    await copyDue();
    expect(host.asked).toEqual(['/first.jpg', '/moved.jpg']);
    expect(await copies()).toMatchObject([{ state: 'copied' }]);
  });

  it('is tried with growing pauses, and given up with the reason', async () => {
    await ingest(
      'mechanics',
      mechanicWith({ profile_photo: host.serve('gone.jpg', (response) => response.writeHead(404).end()) }),
    );
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      expect(await copyDue()).toBe(1);
      const [copy] = await copies();
      pauses.push(copy.next.getTime() - test.clock.now.getTime());
      expect(copy).toMatchObject({ state: 'waiting', attempts: attempt });
      passTime(pauses.at(-1) ?? 0);
    }
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
    expect(pauses.at(-1)).toBeGreaterThan(9 * HOUR_MS);
    expect(await copyDue()).toBe(1);
    expect(await copies()).toMatchObject([
      { state: 'failed', attempts: 8, reason: 'The answer was 404.', next: null },
    ]);
    passTime(100 * HOUR_MS);
    expect(await copyDue()).toBe(0);
  });

  it('[SECU-04] does not put its address into the reason or the table', async () => {
    await ingest('mechanics', mechanicWith({ adhar_card: host.serve('secret-aadhaar.jpg', html) }));
    await copyDue();
    const { rows } = await test.database.pool.query('SELECT c::text AS text FROM document_copies AS c');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain('secret-aadhaar');
  });
});

describe('[FILE-04, USER-06, MECH-13] an erased person', () => {
  it.each(['mechanic', 'source'] as const)('takes the copies of a mechanic along: deleted by %s', async (by) => {
    const documents = { profile_photo: host.serve('a.jpg', picture), adhar_card: host.serve('b.jpg', picture) };
    await ingest('mechanics', mechanicWith(documents));
    await copyDue();
    expect(await storedImages()).toBe(2);
    if (by === 'mechanic') await test.call('DELETE', `/mechanic/deletemechnic/${MECHANIC}`, { token: test.token });
    else await ingest('mechanics', { _id: MECHANIC, _deleted: true, _version: 1_000_000 });
    expect(await copies()).toEqual([]);
    await sweepImages(context);
    expect(await storedImages()).toBe(0);
  });

  it('takes the copies of a customer along, also when their erasure comes during an attempt', async () => {
    await ingest('users', { _id: CUSTOMER, name: 'Ravi' });
    await ingest('payments', paymentWith(PAYMENT, host.serve('paid-1.jpg', picture)));
    await copyDue();
    const erase = () => test.call('DELETE', `/user/deleteuser/${CUSTOMER}`, { token: test.token });
    await ingest(
      'payments',
      paymentWith(
        OTHER_PAYMENT,
        host.serve('paid-2.jpg', (response) => void erase().then(() => response.end(picture))),
      ),
    );
    await copyDue();
    expect(host.asked).toContain('/paid-2.jpg');
    expect([await copies(), await storedImages()]).toEqual([[], 0]);
    expect(await screenshotOf(PAYMENT)).toBeNull();
  });
});
