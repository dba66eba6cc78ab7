import Fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../tests/free-port.ts';
import { createTestApplication, type TestApplication } from '../../testing/test-application.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';

const NOBODY = '65f0000000000000000000a1';

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

/** Returns the value of each series. */
async function series(of: Metrics = metrics): Promise<Record<string, number>> {
  const { text } = await of.read();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [
      line.replace(/ \S+$/, ''),
      Number((/\S+$/.exec(line)?.[0] ?? '').replace('Inf', 'Infinity')),
    ]),
  );
}

describe('[OPER-04] the metrics of a node', () => {
  it('count requests by route and status, and never contain parts of the URL', async () => {
    await test.call('GET', `/admin/payments/${NOBODY}`, { token });
    await test.call('GET', '/admin/payments/65f0000000000000000000a2', { token });
    await test.call('GET', '/booking/admin/booking', { token, query: { search: 'meena' } });
    await test.call('GET', '/booking/admin/booking', { query: { page: '1' } });
    await test.app.inject({ method: 'DELETE', url: '/made-up/address' });
    const found = await series();
    const requests = (labels: string) => found[`wayside_http_requests_total{${labels}}`];
    expect(requests('route="/admin/payments/:id",method="GET",status="404"')).toBe(2);
    expect(requests('route="/booking/admin/booking",method="GET",status="200"')).toBe(1);
    expect(requests('route="/booking/admin/booking",method="GET",status="401"')).toBe(1);
    expect(requests('route="web",method="any",status="404"')).toBe(1);
    expect(found['wayside_http_request_seconds_total{route="/admin/payments/:id"}']).toBeGreaterThan(0);
    expect(found['wayside_http_request_duration_seconds_count']).toBeGreaterThanOrEqual(4);
    expect(found['wayside_http_request_duration_seconds_bucket{le="+Inf"}']).toBeGreaterThanOrEqual(4);
    const { text } = await metrics.read();
    for (const secret of [NOBODY, 'meena', 'made-up']) expect(text).not.toContain(secret);
  });

  it('contain the event loop and the pool, and omit database values while the database is unavailable', async () => {
    const idle = await series();
    expect(idle['nodejs_eventloop_lag_p99_seconds']).toBeGreaterThan(0);
    expect(idle['wayside_database_up']).toBe(1);
    expect(idle['wayside_database_connections']).toBeGreaterThanOrEqual(1);
    expect(idle['wayside_database_waiting']).toBe(0);
    const { pool } = test.program;
    const size = pool.options.max ?? 0;
    const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()));
    const found = await series();
    for (const client of clients) client.release();
    expect(found['wayside_database_connections_in_use']).toBe(size);
    // The query for the metrics waits as well.
    expect(found['wayside_database_waiting']).toBe(1);
    expect(found['wayside_database_up']).toBe(0);
    expect(found['wayside_sessions']).toBeNaN();
    expect(found['wayside_queue_age_seconds{queue="jobs"}']).toBeNaN();
  });

  it('contain pending work in the database, failing webhooks and open sessions', async () => {
    const { pool } = test.database;
    await pool.query(
      `INSERT INTO pending_postings (record_ids, created_at) VALUES ('{}', now() - interval '90 seconds')`,
    );
    await pool.query(
      `INSERT INTO notifications (id, message, type, delivery, created_at)
       VALUES (repeat('1', 24), 'Hello', 'all', 'queued', now() - interval '70 seconds')`,
    );
    await pool.query(
      `INSERT INTO jobs (id, list, action, actor_id, key, request_hash, total, created_at, touched_at)
       VALUES (repeat('2', 24), 'users', 'block', repeat('0', 24), 'key', '\\x00', 1, now(), now() - interval '40 seconds')`,
    );
    const found = await series();
    const age = (name: string) => Math.floor((found[name] ?? 0) / 10) * 10;
    expect(age('wayside_posting_age_seconds')).toBe(90);
    expect(age('wayside_queue_age_seconds{queue="notifications"}')).toBe(70);
    expect(age('wayside_queue_age_seconds{queue="jobs"}')).toBe(40);
    for (const queue of ['webhooks', 'documents', 'bank_answers'])
      expect(found[`wayside_queue_age_seconds{queue="${queue}"}`]).toBe(0);
    expect(found['wayside_webhook_failures']).toBe(0);
    expect(found['wayside_webhook_endpoints_failing']).toBe(0);
    expect(found['wayside_sessions']).toBe(1);
  });

  it('contain the age of the last verification and backup, which is infinite if there was none', async () => {
    const never = await series();
    expect(never['wayside_verify_age_seconds']).toBe(Number.POSITIVE_INFINITY);
    expect(never['wayside_backup_age_seconds']).toBe(Number.POSITIVE_INFINITY);
    await test.database.pool.query(`INSERT INTO business_settings (name, value)
      SELECT name, (extract(epoch FROM now()) - age)::text FROM (VALUES ('verified_at', 300), ('backed_up_at', 7200)) AS v (name, age)`);
    const found = await series();
    expect(Math.round((found['wayside_verify_age_seconds'] ?? 0) / 60)).toBe(5);
    expect(Math.round((found['wayside_backup_age_seconds'] ?? 0) / 3600)).toBe(2);
  });

  it('stay below 1,000 time series and count every request to any path', async () => {
    const app = Fastify();
    const many = createMetrics(null);
    many.observe(app);
    for (let route = 0; route < 300; route += 1)
      app.all(`/route-${route}`, (request, reply) => reply.code(Number(request.headers['x-status'])).send());
    await app.ready();
    const statuses = [200, 400, 401, 403, 404, 500];
    for (let route = 0; route < 300; route += 1)
      for (const status of statuses)
        await app.inject({ url: `/route-${route}`, headers: { 'x-status': String(status) } });
    const found = await series(many);
    expect(Object.keys(found).length).toBeLessThan(1_000);
    const counted = Object.entries(found).filter(([name]) => name.startsWith('wayside_http_requests_total'));
    expect(counted.reduce((sum, [, value]) => sum + value, 0)).toBe(300 * statuses.length);
    expect(found['wayside_http_requests_total{route="other",method="any",status="500"}']).toBeGreaterThan(0);
    await app.close();
  });

  it('are served only on a separate port, and a failure of the port prints an error message', async () => {
    const port = await freePort();
    const place = { host: '127.0.0.1', port, names: { port: 'METRICS_PORT', host: 'METRICS_HOST' } };
    const log = pino({ level: 'silent' });
    const close = await serveMetrics(metrics, { place, log });
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } });
    const response = await ask('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(await response.text()).toContain('nodejs_eventloop_lag_seconds');
    expect((await ask('/api/v1/openapi.json')).status).toBe(404);
    await expect(serveMetrics(metrics, { place, log })).rejects.toThrow(
      `METRICS_PORT ${port} on 127.0.0.1 is in use by another program: stop it, or change METRICS_PORT.`,
    );
    await close();
    expect(
      (await test.app.inject({ url: '/metrics', headers: { accept: 'application/json' } })).body,
    ).not.toContain('wayside_');
    const broken: Metrics = { observe: () => undefined, read: () => Promise.reject(new Error('no metrics')) };
    const closeBroken = await serveMetrics(broken, { place, log });
    expect((await ask('/metrics')).status).toBe(500);
    await closeBroken();
  });
});
