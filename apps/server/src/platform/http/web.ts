import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { sentence } from '@wayside/contract/sentences';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';
import { BARE_POLICY } from './headers.ts';
import { pathOf } from './request-log.ts';

/** Features that only this server has (API-17). The web app only checks whether there are any. */
const EXTENSIONS = [
  'logout',
  'records',
  'activity',
  'configuration',
  'delivery',
  'ledger',
  'export',
  'passwordLinks',
  'integrations',
  'live',
  'listViews',
  'versions',
  'signInAgain',
  'roles',
  'approvals',
  'proof',
  'profile',
  'preferences',
  'attention',
  'team',
  'twoFactor',
  'notes',
  'paymentsOut',
  'review',
  'markedRows',
  'savedViews',
  'voids',
  'paymentRuns',
  'closes',
  'income',
  'roadside',
] as const;

export interface RuntimeConfig {
  readonly brand: string;
  readonly timeZone: string;
  /** Null for the host of the page. */
  readonly apiHost: string | null;
  readonly fileHost: string | null;
  readonly updateMethod: string;
  /** Null if there is no map (ROAD-06). */
  readonly mapTilesUrl: string | null;
  /** The name of the identity provider (SHIP-04). Null if administrators sign in only by password. */
  readonly singleSignOn: string | null;
  /** Whether visitors sign in by choosing a role and the data is reset each night (SHIP-06). */
  readonly isPublicDemo: boolean;
  readonly extensions: Readonly<Record<string, boolean>>;
}

/** Serves /config.json and the manifest. With an external API, the web app has no extensions. */
export function addRuntimeConfig(app: FastifyInstance, settings: Settings): void {
  const isOurs = settings.apiHost === null;
  const config: RuntimeConfig = {
    brand: settings.brand,
    timeZone: settings.timeZone,
    apiHost: settings.apiHost,
    fileHost: settings.fileHost,
    updateMethod: settings.updateMethod,
    mapTilesUrl: isOurs ? settings.mapTilesUrl : null,
    singleSignOn: isOurs ? (settings.singleSignOn?.name ?? null) : null,
    isPublicDemo: settings.isPublicDemo,
    extensions: Object.fromEntries(EXTENSIONS.map((name) => [name, isOurs])),
  };
  app.get('/config.json', async () => config);
  app.get('/manifest.webmanifest', (_, reply) => {
    reply.header('cache-control', 'no-cache').type('application/manifest+json').send(manifestOf(settings.brand));
  });
}

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** The manifest, which makes the web app installable (DESK-05). */
const manifestOf = (brand: string) => ({
  id: '/',
  name: brand,
  short_name: brand,
  description: 'The back office of a marketplace for vehicle services and roadside help',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#fafaf8',
  theme_color: '#0f5f66',
  icons: [icon('icon-192', 192, 'any'), icon('icon-512', 512, 'any'), icon('maskable-512', 512, 'maskable')],
  shortcuts: [{ name: 'Roadside', url: '/roadside' }],
});

const YEAR_SECONDS = 31_536_000;

/** Finds the web app next to the built server or in its workspace. */
function webFolder(): string | null {
  const candidates = ['../../web/dist', '../../../../web/dist'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((candidate) => existsSync(`${candidate}/index.html`)) ?? null;
}

const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ status: false, ...sentence('nothing_here'), requestId: request.id });

function isPageVisit(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isOurs = /^\/(api|assets|files?)\//.test(path);
  return (
    request.method === 'GET' && !isOurs && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
  );
}

/**
 * Serves the built web app: hashed assets, cached for a year, and the application itself for every page (NAV-01,
 * NAV-02). Other paths return 404 in JSON (API-14).
 * @param root null if the web app is not built
 */
export async function addWeb(app: FastifyInstance, root = webFolder()): Promise<void> {
  if (root !== null) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      index: 'index.html',
      // Dotfiles are leftovers of the build.
      dotfiles: 'ignore',
      // The ETag is enough for revalidation.
      lastModified: false,
      setHeaders: (reply, path) => {
        const isAsset = path.startsWith(join(root, 'assets', sep));
        reply.setHeader('cache-control', isAsset ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        if (isAsset) reply.setHeader('content-security-policy', BARE_POLICY);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (root === null || !isPageVisit(request)) return notFound(request, reply);
    return reply.sendFile('index.html');
  });
}
