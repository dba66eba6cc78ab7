import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApplication, type TestApplication } from '../testing/test-application.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

let test: TestApplication;
let token: string;
let metrics: Metrics;

beforeAll(async () => {
  test = await createTestApplication({
    metrics: (database) => {
      metrics = createMetrics(database);
      return metrics;
    },
  });
  token = await test.signIn();
});
afterAll(() => test.drop());

/** The value of each series. */
async function series(): Promise<Record<string, number>> {
  const { text } = await metrics.read();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(/\S+$/.exec(line)?.[0])]));
}

describe('the metrics of a node', () => {
  it('count requests by route and status, and never by what an address contains', async () => {
    await test.call('GET', '/admin/payments/65f0000000000000000000a1', { token });
    await test.call('GET', '/admin/payments/65f0000000000000000000a2', { token });
    await test.call('GET', '/booking/admin/booking', { token, query: { search: 'meena' } });
    await test.call('GET', '/booking/admin/booking', { query: { page: '1' } });
    const found = await series();
    const requests = (labels: string) => found[`wayside_http_requests_total{${labels}}`];
    expect(requests('route="/admin/payments/:id",method="GET",status="404"')).toBe(2);
    expect(requests('route="/booking/admin/booking",method="GET",status="200"')).toBe(1);
    expect(requests('route="/booking/admin/booking",method="GET",status="401"')).toBe(1);
    expect(found['wayside_http_request_duration_seconds_count']).toBeGreaterThanOrEqual(4);
    const { text } = await metrics.read();
    expect(text).not.toContain('65f0000000000000000000a1');
    expect(text).not.toContain('meena');
  });

  it('say what waits in the database, and when it was verified and backed up', async () => {
    await test.database.pool.query(
      `INSERT INTO pending_postings (record_ids, created_at) VALUES ('{}', now() - interval '90 seconds')`,
    );
    const found = await series();
    expect(found['wayside_posting_age_seconds']).toBeGreaterThanOrEqual(90);
    expect(found['wayside_posting_age_seconds']).toBeLessThan(150);
    expect(found['wayside_sessions']).toBe(1);
    expect(found['wayside_database_connections']).toBeGreaterThanOrEqual(1);
    expect(found['wayside_delivery_age_seconds']).toBe(0);
    // Never.
    expect(found['wayside_verified_timestamp_seconds']).toBe(0);
    expect(Object.keys(found).length).toBeLessThan(1_000);
  });

  it('are served on a port of their own alone', async () => {
    const port = await freePort();
    const close = await serveMetrics(metrics, { host: '127.0.0.1', port });
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await answer.text()).toContain('nodejs_eventloop_lag_seconds');
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/openapi.json`)).status).toBe(404);
    await expect(serveMetrics(metrics, { host: '127.0.0.1', port })).rejects.toThrow(`METRICS_PORT ${port}`);
    await close();
    expect(
      (await test.app.inject({ url: '/metrics', headers: { accept: 'application/json' } })).body,
    ).not.toContain('wayside_');
  });
});

describe('a request', () => {
  it('has an id of its own, which its answer carries, a rejected one too', async () => {
    const ids: unknown[] = [];
    for (const path of ['/booking/admin/booking', '/nowhere', '/booking/admin/booking']) {
      const { headers } = await test.call('GET', path, { headers: { 'x-request-id': 'mine' } });
      ids.push(headers['x-request-id']);
    }
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}
