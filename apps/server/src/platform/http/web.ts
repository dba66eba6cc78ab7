import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';
import { BARE_POLICY } from './headers.ts';
import { pathOf } from './request-log.ts';

/** What only this server has (API-17). The web reads only whether there is one. */
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

/** The configuration of the web, which reads it from /config.json first. */
export interface RuntimeConfig {
  readonly brand: string;
  readonly timeZone: string;
  /** Null: the API is where the page came from. */
  readonly apiHost: string | null;
  readonly fileHost: string | null;
  readonly updateMethod: string;
  /** The address of a map tile; null: there is no map (ROAD-06). */
  readonly mapTilesUrl: string | null;
  readonly extensions: Readonly<Record<string, boolean>>;
}

/** Serves /config.json and the manifest. With another provider of the API there are no extensions. */
export function addRuntimeConfig(app: FastifyInstance, settings: Settings): void {
  const isOurs = settings.apiHost === null;
  const config: RuntimeConfig = {
    brand: settings.brand,
    timeZone: settings.timeZone,
    apiHost: settings.apiHost,
    fileHost: settings.fileHost,
    updateMethod: settings.updateMethod,
    mapTilesUrl: isOurs ? settings.mapTilesUrl : null,
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

/** Makes the web an application that can be installed (DESK-05). */
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

/** The built web, beside the built server or in its workspace. */
function webFolder(): string | null {
  const candidates = ['../../web/dist', '../../../../web/dist'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((candidate) => existsSync(`${candidate}/index.html`)) ?? null;
}

const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ status: false, message: 'There is nothing at this address.', requestId: request.id });

/** Whether a browser asks for a page, and not a script for data. */
function isPageVisit(request: FastifyRequest): boolean {
  const path = pathOf(request);
  const isOurs = /^\/(api|assets|files?)\//.test(path);
  return (
    request.method === 'GET' && !isOurs && (request.headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
  );
}

/**
 * Serves the built web: hashed assets for a year, compressed at build time; every other page is the application,
 * which knows its routes (NAV-01, NAV-02). Any other unknown path is a 404 in JSON (API-14).
 * @param root the folder of the built web; null where there is none
 */
export async function addWeb(app: FastifyInstance, root = webFolder()): Promise<void> {
  if (root !== null) {
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      cacheControl: false,
      index: 'index.html',
      // Files that the build leaves for itself.
      dotfiles: 'ignore',
      // The etag says the same.
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
