import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Settings } from '../settings.ts';
import { pathOf } from './path-of.ts';

/** What SECU-01 asks of the few answers that are given before a request is one, and so without the hooks below. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** A year, for this host alone: what is beside it under the same domain decides for itself. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** The hosts that the web talks to besides the one it comes from. */
function externalHosts({ apiHost, fileHost }: Settings): string[] {
  const origins = [apiHost, fileHost].filter((host) => host !== null).map((host) => new URL(host).origin);
  return [...new Set(origins)];
}

/**
 * The security headers of every answer (SECU-01). Scripts come from this host alone; styles may stand inline, because
 * toasts and dialogs of the parts we build on bring theirs that way. Pictures may come from any secure host: imported
 * records point at their own. Strict-Transport-Security goes out only with what was asked for over TLS.
 */
export function addSecurityHeaders(app: FastifyInstance, settings: Settings): void {
  const hosts = externalHosts(settings);
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...hosts],
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
    // Depends on the request, see below.
    hsts: false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    // A forwarded protocol counts only from a proxy that TRUST_PROXY believes.
    if (request.protocol === 'https') reply.raw.setHeader('strict-transport-security', STRICT_TRANSPORT);
    protect(request.raw, reply.raw, (problem) => done(problem instanceof Error ? problem : undefined));
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const path = pathOf(request);
    // Only who says so may be kept: the web's own files.
    if (path.startsWith('/api/') || !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}
