import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { API_BASE } from '../http/register.ts';
import { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts';

/** What this node measures of itself (OPER-04). */
export interface Metrics {
  /** Counts the requests of an application from now on. */
  observe(app: FastifyInstance): void;
  /** All metrics in the text format of Prometheus, with its content type. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Seconds, from a list out of the cache to the longest statement. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Files of the web have one name together: each would be a series of its own. */
const WEB = 'web';

/**
 * Creates the metrics of a node; the names end in their unit, as Prometheus wants it. A call is named after its route, never its
 * address, so that there are fewer than 1,000 series and none has an id.
 * @param database null where the program serves the web alone
 */
export function createMetrics(database: Database | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'wayside_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Counter({
    name: 'wayside_http_request_seconds_total',
    help: 'Time that the requests of a route took; divided by their number it is the mean',
    labelNames: ['route', 'method'],
    registers,
  });
  const durations = new Histogram({
    name: 'wayside_http_request_duration_seconds',
    help: 'Time of requests to the API, but for streams of changes',
    buckets: BUCKETS,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name: `wayside_${name}`,
      help,
      registers,
      collect() {
        // Prometheus takes NaN for a value that nobody knows.
        this.set(read() ?? Number.NaN);
      },
    });
  if (database !== null) {
    const { pool } = database;
    gauge('database_connections', 'Connections of the pool', () => pool.totalCount);
    gauge('database_connections_in_use', 'Connections that run something', () => pool.totalCount - pool.idleCount);
    gauge('database_waiting', 'Calls that wait for a connection', () => pool.waitingCount);
  }
  let facts: DatabaseFacts | null = null;
  for (const [name, help, read] of DATABASE_GAUGES) gauge(name, help, () => facts && read(facts));

  return {
    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url?.replace(API_BASE, '') ?? WEB;
        const labels = { route: route === '/*' ? WEB : route, method: request.method };
        const took = reply.elapsedTime / 1_000;
        requests.inc({ ...labels, status: reply.statusCode });
        seconds.inc(labels, took);
        if (labels.route !== WEB && labels.route !== '/admin/live') durations.observe(took);
        done();
      });
    },
    async read() {
      // A database that is away leaves out what it alone knows.
      facts = database === null ? null : await readDatabaseFacts(database).catch(() => null);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

const DATABASE_GAUGES: readonly (readonly [name: string, help: string, read: (facts: DatabaseFacts) => number])[] =
  [
    [
      'posting_age_seconds',
      'Age of the oldest record whose ledger entries wait; 0 for none',
      ({ postingAge }) => postingAge,
    ],
    [
      'delivery_age_seconds',
      'How long the oldest webhook delivery is overdue; 0 for none',
      ({ deliveryAge }) => deliveryAge,
    ],
    [
      'delivery_failures',
      'Webhook deliveries that have ended without success in the last 24 hours',
      ({ failures }) => failures,
    ],
    ['endpoints_failing', 'Webhook endpoints whose last attempts have all failed', ({ failing }) => failing],
    ['sessions', 'Open sessions', ({ sessions }) => sessions],
    [
      'verified_timestamp_seconds',
      'When the integrity checks last passed; 0 for never',
      ({ verifiedAt }) => verifiedAt ?? 0,
    ],
    [
      'backed_up_timestamp_seconds',
      'When the last backup was begun; 0 for never',
      ({ backedUpAt }) => backedUpAt ?? 0,
    ],
  ];
