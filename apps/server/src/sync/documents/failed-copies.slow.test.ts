import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { DocumentHost } from '../../testing/document-host.ts';
import { documentsApplication, HOUR_MS } from '../../testing/documents-application.ts';
import type { FetchOptions } from './fetch-document.ts';

const app = documentsApplication();
const { passTime, ingest, mechanicWith, copyDue, copies, storedImages, documentsOf } = app;

describe('[FILE-04] a document that cannot be copied', () => {
  const five = 5_242_880;
  const html = (response: { end(text: string): unknown }) => response.end('<html><script>alert(1)</script></html>');
  const redirect = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end();

  it.each<[string, Parameters<DocumentHost['serve']>[1], string, Partial<FetchOptions>?]>([
    ['HTML named .jpg', html, 'This image format is not supported: use JPEG, PNG, WebP, GIF, AVIF or HEIC.'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'This image format is not supported: use JPEG, PNG, WebP, GIF, AVIF or HEIC.',
    ],
    [
      'half an image',
      (response) => response.end(app.picture.subarray(0, 200)),
      'The image is damaged or incomplete and cannot be read. Please send it again as JPEG, PNG, WebP, GIF, AVIF or HEIC.',
    ],
    ['nothing', Buffer.alloc(0), 'The file is empty.'],
    ['more than 5 MB', Buffer.alloc(five + 1), 'The document is larger than 5 MB.'],
    [
      'more than 5 MB of unknown length',
      (response) => {
        response.write(Buffer.alloc(five));
        response.write('more');
      },
      'The document is larger than 5 MB.',
    ],
    [
      'an answer that never ends',
      (response) => response.write('x'),
      'No complete response arrived within 0.3 seconds.',
      { timeoutMs: 300 },
    ],
    ['no response', () => undefined, 'No complete response arrived within 0.3 seconds.', { timeoutMs: 300 }],
    ['an error', (response) => response.writeHead(500).end(), 'The response was 500.'],
    [
      'a broken connection',
      (response) => response.destroy(),
      'The connection was closed before the response was complete.',
    ],
    [
      'a redirect to the metadata of a cloud',
      redirect('http://169.254.169.254/latest/meta-data/'),
      'The response redirects to another host, which is not allowed.',
    ],
    [
      'a redirect to another host',
      redirect('https://elsewhere.example.in/x.jpg'),
      'The response redirects to another host, which is not allowed.',
    ],
    [
      'a redirect to a file',
      redirect('file:///etc/passwd'),
      'The response redirects to another host, which is not allowed.',
    ],
    ['a redirect to itself', redirect('hostile.jpg'), 'There were more than 3 redirects.'],
    [
      'a private address',
      Buffer.from('x'),
      'Not asked: 127.0.0.1 is not an address of the public Internet.',
      { allowsPrivate: false },
    ],
  ])('reports the reason and is retried: %s', async (_, response, reason, options) => {
    const address = app.host.serve('hostile.jpg', response);
    await ingest('mechanics', mechanicWith({ profile_photo: address }));
    expect(await copyDue(options)).toBe(1);
    expect(await copies()).toMatchObject([{ state: 'waiting', attempts: 1, reason }]);
    expect(await storedImages()).toBe(0);
    expect((await documentsOf()).profile_photo).toBe(address);
  });

  it('is not requested if its host name resolves to a private address', async () => {
    await ingest('mechanics', mechanicWith({ profile_photo: 'http://docs.example.test/face.jpg' }));
    await copyDue({ allowsPrivate: false, resolve: async () => ['93.184.215.14', '10.0.0.7'] });
    const reason = 'Not asked: docs.example.test is 10.0.0.7, which is not an address of the public Internet.';
    expect(await copies()).toMatchObject([{ state: 'waiting', reason }]);
  });

  it('is copied after a redirect within the same host', async () => {
    app.host.serve('moved.jpg', app.picture);
    await ingest('mechanics', mechanicWith({ profile_photo: app.host.serve('first.jpg', redirect('/moved.jpg')) }));
    await copyDue();
    expect(app.host.asked).toEqual(['/first.jpg', '/moved.jpg']);
    expect(await copies()).toMatchObject([{ state: 'copied' }]);
  });

  it('is retried with increasing delays, and abandoned with the reason', async () => {
    await ingest(
      'mechanics',
      mechanicWith({ profile_photo: app.host.serve('gone.jpg', (response) => response.writeHead(404).end()) }),
    );
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 8; attempt += 1) {
      expect(await copyDue()).toBe(1);
      const [copy] = await copies();
      pauses.push(copy.next.getTime() - app.test.clock.now.getTime());
      expect(copy).toMatchObject({ state: 'waiting', attempts: attempt });
      passTime(pauses.at(-1) ?? 0);
    }
    expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
    expect(pauses.at(-1)).toBeGreaterThan(9 * HOUR_MS);
    expect(await copyDue()).toBe(1);
    expect(await copies()).toMatchObject([
      { state: 'failed', attempts: 8, reason: 'The response was 404.', next: null },
    ]);
    passTime(100 * HOUR_MS);
    expect(await copyDue()).toBe(0);
  });

  it('[SECU-04] is recorded without its address in the reason and the table', async () => {
    await ingest('mechanics', mechanicWith({ adhar_card: app.host.serve('secret-aadhaar.jpg', html) }));
    await copyDue();
    const { rows } = await app.test.database.pool.query('SELECT c::text AS text FROM document_copies AS c');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain('secret-aadhaar');
  });
});
