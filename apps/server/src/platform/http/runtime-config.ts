import type { FastifyInstance } from 'fastify';
import type { Settings } from '../../settings.ts';

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
