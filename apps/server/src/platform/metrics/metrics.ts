import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { addressOf, type ListenAddress, toListenError } from '../../listen.ts';
import type { Database } from '../db/database.ts';
import { defineStatement } from '../db/statement.ts';
import { API_BASE } from '../http/register.ts';

const QUEUES = ['webhooks', 'notifications', 'documents', 'jobs', 'bank_answers'] as const;

const factsRow = z.object({
  postingAge: z.number(),
  /** How long the oldest due entry has waited; 0 if there is none. */
  queueAges: z.record(z.enum(QUEUES), z.number()),
  failures: z.number(),
  failing: z.number(),
  sessions: z.number(),
  /** For signed-in administrators, the longest time since access was confirmed; 0 if no one is signed in. */
  accessAge: z.number(),
  /** Null if there has been no verification. */
  verifyAge: z.number().nullable(),
  /** Null if there has been no backup. */
  backupAge: z.number().nullable(),
});

/** Returns the SQL of an age in seconds. */
type DatabaseFacts = z.infer<typeof factsRow>;

const secondsSinceSql = (timestamp: string) => `greatest(0, extract(epoch FROM now() - ${timestamp}))::float8`;
const oldestSecondsSql = (timestamp: string, rows: string) =>
  `coalesce((SELECT ${secondsSinceSql(`min(${timestamp})`)} FROM ${rows}), 0)`;
const secondsSinceSettingSql = (name: string) =>
  `(SELECT greatest(0, extract(epoch FROM now())::float8 - value::float8) FROM business_settings WHERE name = '${name}')`;

const FACTS = defineStatement({
  name: 'metrics-facts',
  text: `SELECT
    ${oldestSecondsSql('created_at', 'pending_postings')} AS "postingAge",
    json_build_object(
      'webhooks', ${oldestSecondsSql('next_attempt_at', "webhook_deliveries WHERE state = 'waiting'")},
      'notifications', ${oldestSecondsSql('created_at', "notifications WHERE delivery = 'queued'")},
      'documents', ${oldestSecondsSql('next_attempt_at', "document_copies WHERE state = 'waiting'")},
      'jobs', ${oldestSecondsSql('touched_at', "jobs WHERE state = 'running'")},
      'bank_answers', ${oldestSecondsSql('touched_at', "bank_answers WHERE state = 'reading'")}) AS "queueAges",
    (SELECT count(*) FROM webhook_deliveries WHERE state = 'failed' AND created_at > now() - interval '1 day')::float8 AS failures,
    (SELECT count(*) FROM webhook_endpoints WHERE is_enabled AND failing_since IS NOT NULL)::float8 AS failing,
    (SELECT count(*) FROM sessions WHERE expires_at > now())::float8 AS sessions,
    ${oldestSecondsSql(
      'checked_at',
      `admin_identities AS i WHERE refresh_token IS NOT NULL
        AND EXISTS (SELECT FROM sessions WHERE identity_id = i.id AND expires_at > now())`,
    )} AS "accessAge",
    ${secondsSinceSettingSql('verified_at')} AS "verifyAge",
    ${secondsSinceSettingSql('backed_up_at')} AS "backupAge"`,
  row: factsRow,
  example: [],
});

export interface Metrics {
  observe(app: FastifyInstance): void;
  /** Returns the metrics in the text format of Prometheus. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The name under which all files of the web app are counted. */
const WEB = 'web';
/** Below the 10-second timeout of Prometheus, so that an unresponsive database does not look like a dead node. */
const DATABASE_MS = 3_000;
/** Further series count under the route "other", so that a node has fewer than 1,000 (OPER-04). */
const MAX_REQUEST_SERIES = 600;

/**
 * Creates a node's metrics, labelled by route and never by URL. @param database null for a server that serves only
 * the web app
 */
export function createMetrics(database: Database | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const observe = requestMetrics(registers);
  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name: `wayside_${name}`,
      help,
      registers,
      collect() {
        // NaN represents an unknown value in Prometheus.
        this.set(read() ?? Number.NaN);
      },
    });
  const print = async () => ({ contentType: registry.contentType, text: await registry.metrics() });
  if (database === null) return { observe, read: print };

  const { pool } = database;
  gauge('database_connections', 'Connections in the pool', () => pool.totalCount);
  gauge('database_connections_in_use', 'Connections in use', () => pool.totalCount - pool.idleCount);
  gauge('database_waiting', 'Calls waiting for a connection', () => pool.waitingCount);
  let facts: DatabaseFacts | null = null;
  gauge('database_up', 'Whether the database responded to this scrape', () => (facts === null ? 0 : 1));
  for (const [name, [help, read]] of Object.entries(DATABASE_GAUGES)) gauge(name, help, () => facts && read(facts));
  new Gauge({
    name: 'wayside_queue_age_seconds',
    help: 'Age of the oldest due entry of a queue; 0 if none',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const queue of QUEUES) this.set({ queue }, facts?.queueAges[queue] ?? Number.NaN);
    },
  });
  return {
    observe,
    async read() {
      // If the database does not respond, its metrics are missing.
      const late = new AbortController();
      facts = await Promise.race([
        database.rows(FACTS, []).then(
          ([row]) => row ?? null,
          () => null,
        ),
        delay(DATABASE_MS, null, { signal: late.signal, ref: false }).catch(() => null),
      ]);
      late.abort();
      return print();
    },
  };
}

/** Counts requests by route, method and status, and measures their duration. */
function requestMetrics(registers: Registry[]): Metrics['observe'] {
  const requests = new Counter({
    name: 'wayside_http_requests_total',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Counter({
    name: 'wayside_http_request_seconds_total',
    help: 'Total duration of the requests of a route; divide by their number for the mean',
    labelNames: ['route'],
    registers,
  });
  const durations = new Histogram({
    name: 'wayside_http_request_duration_seconds',
    help: 'Duration of API requests, except streams of changes',
    buckets: BUCKETS,
    registers,
  });
  const series = new Set<string>();
  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { url } = request.routeOptions;
      const route = url === undefined || url === '/*' ? WEB : url.replace(API_BASE, '');
      // A request without a route can have any method, so the method is not a label.
      const method = url === undefined ? 'any' : request.method;
      const status = reply.statusCode;
      const took = reply.elapsedTime / 1_000;
      if (series.size < MAX_REQUEST_SERIES) series.add(`${method} ${status} ${route}`);
      const isCounted = series.has(`${method} ${status} ${route}`);
      requests.inc(isCounted ? { route, method, status } : { route: 'other', method: 'any', status });
      seconds.inc({ route }, took);
      if (route !== WEB && route !== '/admin/live') durations.observe(took);
      done();
    });
  };
}

const DATABASE_GAUGES: Readonly<Record<string, readonly [help: string, read: (facts: DatabaseFacts) => number]>> = {
  posting_age_seconds: [
    'Age of the oldest record with pending ledger postings; 0 if none',
    (facts) => facts.postingAge,
  ],
  webhook_failures: ['Webhook deliveries that failed in the last 24 hours', (facts) => facts.failures],
  webhook_endpoints_failing: ['Webhook endpoints whose last attempts have all failed', (facts) => facts.failing],
  sessions: ['Open sessions', (facts) => facts.sessions],
  access_age_seconds: [
    'Longest time since the identity provider confirmed the access of a signed-in person; 0 if no one is signed in',
    (facts) => facts.accessAge,
  ],
  verify_age_seconds: [
    'Time since the integrity checks last passed; infinite if never',
    ({ verifyAge }) => verifyAge ?? Number.POSITIVE_INFINITY,
  ],
  backup_age_seconds: [
    'Time since the last complete backup; infinite if never',
    ({ backupAge }) => backupAge ?? Number.POSITIVE_INFINITY,
  ],
};

/**
 * Serves GET /metrics on its own port (OPER-04).
 * @returns a function that closes it
 * @throws StartError for an unusable port
 */
export async function serveMetrics(
  metrics: Metrics,
  { place, log }: { readonly place: ListenAddress; readonly log: Logger },
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    request.resume();
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { contentType, text } = await metrics.read();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.listen(place.port, place.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw toListenError(error, place);
  }
  log.info({ address: `${addressOf(server, place)}/metrics` }, 'metrics');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}
