import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { ingestRecords as ingestEndpoint } from '@wayside/contract/ingest';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { AppContext } from './context.ts';
import { activityRoutes } from './features/activity/routes.ts';
import { approvalRoutes } from './features/approvals/routes.ts';
import { bookingRoutes } from './features/bookings/routes.ts';
import { callRoutes } from './features/calls/routes.ts';
import { changeRoutes } from './features/changes/routes.ts';
import { closeRoutes } from './features/closes/routes.ts';
import { configurationRoutes } from './features/configuration/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { incomeRoutes } from './features/income/routes.ts';
import { ingest } from './features/ingest/ingest.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { liveRoutes } from './features/live/routes.ts';
import { loyaltyRoutes } from './features/loyalty/routes.ts';
import { mechanicRoutes } from './features/mechanics/routes.ts';
import { noteRoutes } from './features/notes/routes.ts';
import { notificationRoutes } from './features/notifications/routes.ts';
import { partRoutes } from './features/parts/routes.ts';
import { paymentRunRoutes } from './features/payment-runs/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { paymentOutRoutes } from './features/payments-out/routes.ts';
import { payoutRoutes } from './features/payouts/routes.ts';
import { profileRoutes } from './features/profile/routes.ts';
import { refundRoutes } from './features/refunds/routes.ts';
import { roadsideRoutes } from './features/roadside/routes.ts';
import { selectionRoutes } from './features/selections/routes.ts';
import { serviceKeyRoutes } from './features/service-keys/routes.ts';
import { serviceRoutes } from './features/services/routes.ts';
import { sessionRoutes } from './features/session/routes.ts';
import { settlementRoutes } from './features/settlements/routes.ts';
import { singleSignOnRoutes } from './features/single-sign-on/routes.ts';
import { slotRoutes } from './features/slots/routes.ts';
import { sosServiceRoutes } from './features/sos-services/routes.ts';
import { teamRoutes } from './features/team/routes.ts';
import { timelineRoutes } from './features/timeline/routes.ts';
import { twoFactorRoutes } from './features/two-factor/routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { vehicleModelRoutes } from './features/vehicle-models/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import type { DataKeys } from './platform/crypto/data-keys.ts';
import type { Database } from './platform/db/database.ts';
import { openFiles } from './platform/files/files.ts';
import { addApiDocument } from './platform/http/api-reference.ts';
import { createErrorHandler, explainFault, reportFaults, sendInvalidUrlError } from './platform/http/errors.ts';
import { acceptForms } from './platform/http/forms.ts';
import { addSecurityHeaders, allowOrigins } from './platform/http/headers.ts';
import { addHealthRoutes } from './platform/http/health.ts';
import { createDemoGuard } from './platform/http/public-demo.ts';
import {
  drainRequestBodies,
  respondToUnreadable,
  respondToUnsupportedRequests,
} from './platform/http/raw-responses.ts';
import { register } from './platform/http/register.ts';
import { logRequests } from './platform/http/request-log.ts';
import type { FeatureRoutes, Route } from './platform/http/route.ts';
import { serveImages } from './platform/http/serve-images.ts';
import { createServiceKeyReader, createSessionReader } from './platform/http/session.ts';
import { takeRecords } from './platform/http/take-records.ts';
import { addRuntimeConfig, addWeb } from './platform/http/web.ts';
import { openLiveStreams } from './platform/live/live-streams.ts';
import type { Metrics } from './platform/metrics/metrics.ts';
import type { Settings } from './settings.ts';

const BODY_LIMIT_BYTES = 1_048_576;
/** The time that a client may take to send a request: enough for a 5 MB picture over a slow connection. */
const REQUEST_TIMEOUT_MS = 120_000;
const HEADERS_TIMEOUT_MS = 20_000;
const MAX_CHECK_INTERVAL_MS = 5_000;
/**
 * Responses are not cached, so speed matters more than size: this level adds a few bytes and saves two thirds of the
 * default compression time.
 */
const COMPRESSION = {
  encodings: ['br' as const, 'gzip' as const],
  threshold: 1024,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 2 },
};

const throwSchemaNotSupported = () => () => {
  throw new Error('requests and responses are decoded and encoded by the contract');
};
/** Prevents Fastify from loading its own schema compilers at startup, because nothing uses them. */
const SCHEMA_CONTROLLER = {
  compilersFactory: { buildValidator: throwSchemaNotSupported, buildSerializer: throwSchemaNotSupported },
};

const FEATURES: readonly FeatureRoutes[] = [
  sessionRoutes,
  singleSignOnRoutes,
  profileRoutes,
  viewRoutes,
  teamRoutes,
  dashboardRoutes,
  bookingRoutes,
  roadsideRoutes,
  twoFactorRoutes,
  userRoutes,
  mechanicRoutes,
  paymentRoutes,
  refundRoutes,
  paymentOutRoutes,
  payoutRoutes,
  paymentRunRoutes,
  settlementRoutes,
  closeRoutes,
  loyaltyRoutes,
  approvalRoutes,
  exportRoutes,
  selectionRoutes,
  jobRoutes,
  sosServiceRoutes,
  serviceRoutes,
  partRoutes,
  slotRoutes,
  vehicleModelRoutes,
  configurationRoutes,
  noteRoutes,
  timelineRoutes,
  callRoutes,
  notificationRoutes,
  activityRoutes,
  liveRoutes,
  webhookRoutes,
  changeRoutes,
  incomeRoutes,
  fileRoutes,
  serviceKeyRoutes,
];

/** The parts of the application. Without a database (RUN-05), it serves only the web app. */
export interface AppParts {
  readonly settings: Settings;
  readonly database: Database | null;
  /** The keys of the database; null without a database. */
  readonly keys: DataKeys | null;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Whether the program is stopping. While it stops, /readyz fails and other calls are still served. */
  readonly isStopping?: () => boolean;
  /** The request metrics; null if metrics are disabled (OPER-04). */
  readonly metrics?: Metrics | null;
  /** The time that a client may take to send a request; tests shorten it. */
  readonly requestTimeoutMs?: number;
}

/** Accepts only JSON bodies. Treats an empty body as missing because clients send the content type with every call. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body as string, done),
  );
}

function trustedHops(trustProxy: Settings['trustProxy']) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}

const acceptsForm = ({ endpoint }: Route): boolean => endpoint.fileLimitBytes !== null;

/** Builds the application from its parts without listening, so that tests can inject requests. */
export async function buildApp({
  settings,
  database,
  keys,
  log,
  now = () => new Date(),
  isStopping = () => false,
  metrics = null,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: AppParts): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: {
      // Node replaces headersTimeout by the request timeout if headersTimeout is longer.
      headersTimeout: Math.min(requestTimeoutMs, HEADERS_TIMEOUT_MS),
      connectionsCheckingInterval: Math.min(requestTimeoutMs, MAX_CHECK_INTERVAL_MS),
      requireHostHeader: false,
    },
    trustProxy: trustedHops(settings.trustProxy),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    frameworkErrors: sendInvalidUrlError,
    clientErrorHandler: respondToUnreadable(log as FastifyBaseLogger),
    // Fastify's own 503 response has neither our message nor our headers, and open connections can still be served.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    schemaController: SCHEMA_CONTROLLER,
  });
  logRequests(app);
  metrics?.observe(app);
  acceptJson(app);
  app.setErrorHandler(createErrorHandler(reportFaults(settings, log)));
  addSecurityHeaders(app, settings);
  await allowOrigins(app, settings);
  respondToUnsupportedRequests(app);
  drainRequestBodies(app, requestTimeoutMs / 4);
  await app.register(compress, COMPRESSION);
  const findFault = database && (async () => explainFault(await database.findFault(), settings));
  addHealthRoutes(app, { findFault, isStopping });
  addRuntimeConfig(app, settings);
  if (database !== null && keys !== null) {
    const files = openFiles({ settings, keys, now });
    const live = openLiveStreams({ database, keys, log, now });
    // Runs before the server waits for open responses. Live streams would otherwise never end.
    app.addHook('onReady', live.start).addHook('preClose', async () => live.close());
    const context: AppContext = { database, keys, files, live, settings, log, now };
    const readers = {
      session: createSessionReader(context),
      serviceKey: createServiceKeyReader(context),
      requireInDemo: createDemoGuard(context),
    };
    const routes: Route[] = FEATURES.flat();
    const [forms, others] = [routes.filter(acceptsForm), routes.filter((route) => !acceptsForm(route))];
    for (const { endpoint, verb } of others) register(app, context, readers, endpoint, verb);
    await acceptForms(app, (scope) => {
      for (const { endpoint, verb } of forms) register(scope, context, readers, endpoint, verb);
    });
    await takeRecords(app, context, readers, ingest);
    serveImages(app, context, settings.corsOrigins.length > 0);
    addApiDocument(app, [...routes.map(({ endpoint }) => endpoint), ingestEndpoint]);
  }
  await addWeb(app);
  return app;
}
