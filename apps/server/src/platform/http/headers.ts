import cors from '@fastify/cors';
import { LAST_EVENT_ID_HEADER } from '@wayside/contract/live';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '../../settings.ts';
import { pathOf, REQUEST_ID_HEADER } from './request-log.ts';

/** The content security policy of responses that are not pages. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers of responses that no hook handles (SECU-01). */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': BARE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** One year, without subdomains. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Returns the other hosts that the web app calls. */
function externalHosts({ apiHost, fileHost }: Settings): string[] {
  const origins = [apiHost, fileHost].filter((host) => host !== null).map((host) => new URL(host).origin);
  return [...new Set(origins)];
}

/**
 * Adds security headers to every response (SECU-01). Allows inline styles for toasts and dialogs, and images from any
 * secure host for imported records.
 */
export function addSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const hosts = externalHosts(settings);
  const pictureHosts = settings.mapTilesUrl === null ? hosts : [...hosts, new URL(settings.mapTilesUrl).origin];
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...pictureHosts],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...hosts],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Set by the hook, because it depends on the request.
    hsts: false,
    // These serve only browsers and plug-ins that no longer exist.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    // A forwarded protocol is trusted only from TRUST_PROXY.
    if (request.protocol === 'https') reply.raw.setHeader('strict-transport-security', STRICT_TRANSPORT);
    protect(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const path = pathOf(request);
    // Only the files of the web app may be cached; they set their own header.
    if (path.startsWith('/api/') || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}

const PREFLIGHT_SECONDS = 600;

/** Allows pages from CORS_ORIGINS to call the API (SECU-01). */
export async function allowOrigins(app: FastifyInstance, { corsOrigins }: Settings): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['token', 'content-type', 'if-match', LAST_EVENT_ID_HEADER],
    exposedHeaders: ['retry-after', 'etag', REQUEST_ID_HEADER, TOTAL_ROWS_HEADER],
    maxAge: PREFLIGHT_SECONDS,
  });
}
