import cors from '@fastify/cors';
import { LAST_EVENT_ID_HEADER } from '@wayside/contract/live';
import { TOTAL_ROWS_HEADER } from '@wayside/contract/wire/list-endpoints';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '../../settings.ts';
import { pathOf } from './request-address.ts';
import { REQUEST_ID_HEADER } from './request-log.ts';

/** The policy of what is no page: it loads nothing, and stands in no frame. */
export const BARE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers of SECU-01 for the few answers to which no hook applies, because there is no request yet. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': BARE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** A year, for this host alone: other hosts of the domain decide for themselves. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** The hosts that the web calls in addition to its own. */
function externalHosts({ apiHost, fileHost }: Settings): string[] {
  const origins = [apiHost, fileHost].filter((host) => host !== null).map((host) => new URL(host).origin);
  return [...new Set(origins)];
}

/**
 * Adds the security headers to every answer (SECU-01). Scripts come from this host alone; inline styles are allowed,
 * because the libraries of toasts and dialogs use them. Pictures may come from any secure host, because imported records
 * point at their own. Strict-Transport-Security is sent only over TLS.
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
    // Depends on the request: see the hook.
    hsts: false,
    // Of browsers and plug-ins that are gone; each answer is lighter without them.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    // A forwarded protocol counts only from a proxy that TRUST_PROXY believes.
    if (request.protocol === 'https') reply.raw.setHeader('strict-transport-security', STRICT_TRANSPORT);
    protect(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const path = pathOf(request);
    // Only the files of the web, which say so themselves, may be cached.
    if (path.startsWith('/api/') || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}

/** How long a browser may cache the answer to a preflight request. */
const PREFLIGHT_SECONDS = 600;

/** Lets pages of these origins call the API, for a web that is served from elsewhere; no other page may (SECU-01). */
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
