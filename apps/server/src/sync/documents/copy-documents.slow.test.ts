import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sweepImages } from '../../platform/files/remove-images.ts';
import {
  CUSTOMER,
  documentsApplication,
  forever,
  HOSTS,
  HOUR_MS,
  MECHANIC,
  MINUTE_MS,
  OTHER_PAYMENT,
  PAYMENT,
} from '../../testing/documents-application.ts';
import { eventually } from '../../testing/eventually.ts';
import { importFolderWith, makeImportFolder } from '../../testing/import-run.ts';
import { claimCopy, copyDocument, copyDocuments } from './copy-documents.ts';

const app = documentsApplication();
const { passTime, ingest, mechanicWith, copyDue, copies, storedImages, documentsOf } = app;
const paymentWith = (_id: string, paymentscreenshot: string) => ({
  _id,
  userId: CUSTOMER,
  status: 'pending',
  paymentscreenshot,
});
const screenshotOf = async (id: string) => (await app.get(`/admin/payments/${id}`)).paymentscreenshot;
const plainPath = (url: string) => url.split('?')[0] ?? '';

describe('[FILE-04] documents on the configured hosts', () => {
  it('are copied and shown with signed links, and other documents stay external URLs', async () => {
    const [face, shop] = [app.host.serve('face.jpg', app.picture), 'https://elsewhere.example.in/shop.jpg'];
    await ingest('mechanics', mechanicWith({ profile_photo: face, shop_photo: shop }));
    expect((await documentsOf()).profile_photo).toBe(face);
    expect(await copyDue()).toBe(1);
    const { profile_photo: link, shop_photo: outside } = await documentsOf();
    expect(outside).toBe(shop);
    expect(link).toMatch(/^\/files\/documents\/[0-9a-f]{32}\.webp\?expires=/);
    const shown = await app.test.show(link);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await sharp(shown.bytes).metadata()).width).toBe(300);
    expect((await app.test.show(plainPath(link))).status).toBe(403);
    const { body } = await app.test.call('GET', '/mechanic/allmechnic', { token: app.test.token });
    expect(body.data[0].documents.profile_photo).toBe(link);
    const { rows } = await app.test.database.pool.query('SELECT profile_photo FROM mechanics');
    expect(rows).toEqual([{ profile_photo: face }]);
  });

  it('are returned for an Aadhaar card only by its separate call', async () => {
    await ingest('mechanics', mechanicWith({ adhar_card: app.host.serve('aadhaar.jpg', app.picture) }));
    await copyDue();
    expect((await documentsOf()).adhar_card).toBe('/files/documents/on-file');
    const { body } = await app.test.call('GET', `/admin/mechanics/${MECHANIC}/documents/aadhaar`, {
      token: app.test.token,
    });
    expect(body.url).toMatch(/&session=/);
    expect((await app.test.show(body.url)).status).toBe(200);
    const { rows } = await app.test.database.pool.query('SELECT aadhaar_card FROM mechanics');
    expect(rows).toEqual([{ aadhaar_card: expect.stringMatching(/^v1:/) }]);
  });

  it('are also copied during an import, but not during a dry run', async () => {
    const folder = await makeImportFolder({
      payments: [paymentWith(PAYMENT, app.host.serve('paid.jpg', app.picture))],
    });
    const run = (...words: string[]) =>
      importFolderWith(app.test.database, { documentHosts: HOSTS }, folder.path, ...words);
    await run('--dry-run');
    expect(await copyDue()).toBe(0);
    await run();
    expect(await copyDue()).toBe(1);
    expect((await app.test.show(await screenshotOf(PAYMENT))).status).toBe(200);
    await run();
    expect(await copyDue()).toBe(0);
    await folder.remove();
  });

  it('are copied only once for a repeated record and for another record with the same address', async () => {
    const address = app.host.serve('twice.jpg', app.picture);
    await ingest('payments', paymentWith(PAYMENT, address));
    await copyDue();
    await ingest('payments', { ...paymentWith(PAYMENT, address), amount: 100 });
    await ingest('payments', paymentWith(OTHER_PAYMENT, address));
    await copyDue();
    expect(app.host.asked).toEqual(['/twice.jpg']);
    expect(plainPath(await screenshotOf(OTHER_PAYMENT))).toBe(plainPath(await screenshotOf(PAYMENT)));
    expect(await storedImages()).toBe(1);
  });

  it('are copied again when their address changes, and the previous copy is no longer shown and is swept', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: app.host.serve('old.jpg', app.picture) }));
    await copyDue();
    const before = plainPath((await documentsOf()).profile_photo);
    const changed = app.host.serve('new.jpg', app.picture);
    await ingest('mechanics', mechanicWith({ profile_photo: changed }));
    expect((await documentsOf()).profile_photo).toBe(changed);
    await copyDue();
    expect(plainPath((await documentsOf()).profile_photo)).not.toBe(before);
    await sweepImages(app.context);
    passTime(25 * HOUR_MS);
    expect(await sweepImages(app.context)).toBe(1);
    expect(await app.context.files.store.has(before.slice('/files/'.length))).toBe(false);
    await ingest('mechanics', mechanicWith({ profile_photo: null }));
    expect(await copies()).toEqual([]);
  });

  it('are not replaced by an attempt that started before the document changed', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: app.host.serve('slow-old.jpg', app.picture) }));
    const claimed = await claimCopy(app.test.database, app.test.clock.now);
    if (!claimed) throw new Error('nothing is due');
    const changed = 'https://elsewhere.example.in/new.jpg';
    const options = { allowsPrivate: true, signal: forever };
    app.host.serve('slow-old.jpg', (response) => {
      void ingest('mechanics', mechanicWith({ profile_photo: changed })).then(() => response.end(app.picture));
    });
    await copyDocument(app.context, claimed, options);
    expect((await documentsOf()).profile_photo).toBe(changed);
    expect(await storedImages()).toBe(0);
  });

  it('are copied only once when several nodes run', async () => {
    const name = (index: number) => `many-${index}.jpg`;
    const records = Array.from({ length: 12 }, (_, index) =>
      paymentWith(
        `65f000000000000000000d${index.toString(16).padStart(2, '0')}`,
        app.host.serve(name(index), app.picture),
      ),
    );
    await ingest('payments', ...records);
    const nodes = [1, 2].map(() => copyDocuments({ ...app.context, allowsPrivate: true, pollMs: 20 }));
    await eventually('all are copied', async () => (await copies()).every(({ state }) => state === 'copied'));
    await Promise.all(nodes.map((stop) => stop()));
    expect(app.host.asked.toSorted()).toEqual(records.map((_, index) => `/${name(index)}`).toSorted());
  });

  it('are copied by another node after the first one was killed', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: app.host.serve('killed.jpg', app.picture) }));
    // A killed node does not record a result.
    expect(await claimCopy(app.test.database, app.test.clock.now)).toBeDefined();
    expect(await copyDue()).toBe(0);
    passTime(4 * MINUTE_MS);
    expect(await copyDue()).toBe(1);
    expect((await documentsOf()).profile_photo).toMatch(/^\/files\/documents\//);
  });

  it('are retried later when a node stops, and this does not count as a failure', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: app.host.serve('stopped.jpg', () => undefined) }));
    const stop = copyDocuments({ ...app.context, allowsPrivate: true, pollMs: 20 });
    await eventually('the document is asked for', () => app.host.asked.length === 1);
    await stop();
    expect(await copies()).toMatchObject([{ state: 'waiting', attempts: 0, reason: null }]);
    app.host.serve('stopped.jpg', app.picture);
    passTime(4 * MINUTE_MS);
    expect(await copyDue()).toBe(1);
  });

  it('are copied when their host is configured after they arrive', async () => {
    const [shop, card] = ['later.jpg', 'later-card.jpg'].map((name) => app.host.serve(name, app.picture));
    await ingest('mechanics', mechanicWith({ shop_photo: shop, adhar_card: card }));
    await app.test.database.pool.query(
      `WITH gone AS (DELETE FROM document_copies) DELETE FROM business_settings WHERE name = 'document_hosts'`,
    );
    const stop = copyDocuments({ ...app.context, allowsPrivate: true, pollMs: 20 });
    const isCopied = ({ state }: { state: string }) => state === 'copied';
    await eventually('both are copied', async () => (await copies()).filter(isCopied).length === 2);
    await stop();
  });

  it('are removed from the list of copies when their host is no longer configured', async () => {
    await ingest('mechanics', mechanicWith({ shop_photo: app.host.serve('unlisted.jpg', app.picture) }));
    const claimed = await claimCopy(app.test.database, app.test.clock.now);
    if (!claimed) throw new Error('nothing is due');
    await copyDocument({ ...app.context, hosts: [] }, claimed, { allowsPrivate: true, signal: forever });
    expect([await copies(), app.host.asked]).toEqual([[], []]);
  });
});

describe('[FILE-04, USER-06, MECH-13] the erasure of a person', () => {
  it.each(['mechanic', 'source'] as const)('deletes the copies of a mechanic who is deleted by %s', async (by) => {
    const documents = {
      profile_photo: app.host.serve('a.jpg', app.picture),
      adhar_card: app.host.serve('b.jpg', app.picture),
    };
    await ingest('mechanics', mechanicWith(documents));
    await copyDue();
    expect(await storedImages()).toBe(2);
    if (by === 'mechanic')
      await app.test.call('DELETE', `/mechanic/deletemechnic/${MECHANIC}`, { token: app.test.token });
    else await ingest('mechanics', { _id: MECHANIC, _deleted: true, _version: 1_000_000 });
    expect(await copies()).toEqual([]);
    await sweepImages(app.context);
    expect(await storedImages()).toBe(0);
  });

  it('deletes the copies of a customer, even when it happens during an attempt', async () => {
    await ingest('users', { _id: CUSTOMER, name: 'Ravi' });
    await ingest('payments', paymentWith(PAYMENT, app.host.serve('paid-1.jpg', app.picture)));
    await copyDue();
    const erase = () => app.test.call('DELETE', `/user/deleteuser/${CUSTOMER}`, { token: app.test.token });
    await ingest(
      'payments',
      paymentWith(
        OTHER_PAYMENT,
        app.host.serve('paid-2.jpg', (response) => void erase().then(() => response.end(app.picture))),
      ),
    );
    await copyDue();
    expect(app.host.asked).toContain('/paid-2.jpg');
    expect([await copies(), await storedImages()]).toEqual([[], 0]);
    expect(await screenshotOf(PAYMENT)).toBeNull();
  });
});
