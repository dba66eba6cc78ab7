import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** What our server has beyond the common contract (API-17): `records` are single people and one person's bookings. */
const EXTENSIONS = [
  'logout',
  'records',
  'activity',
  'configuration',
  'delivery',
  'ledger',
  'export',
  'passwordLinks',
] as const;

/** What the web reads from /config.json before anything else. `extensions` are our server's own calls (API-17). */
export interface RuntimeConfig {
  readonly brand: string;
  readonly timeZone: string;
  /** Null: the API is where the page came from. */
  readonly apiHost: string | null;
  readonly fileHost: string | null;
  readonly updateMethod: string;
  readonly extensions: Readonly<Record<string, boolean>>;
}

/** Serves /config.json. In front of another provider none of our extensions exist. */
export function addRuntimeConfig(app: FastifyInstance, settings: Settings): void {
  const isOurs = settings.apiHost === null;
  const config: RuntimeConfig = {
    brand: settings.brand,
    timeZone: settings.timeZone,
    apiHost: settings.apiHost,
    fileHost: settings.fileHost,
    updateMethod: settings.updateMethod,
    extensions: Object.fromEntries(EXTENSIONS.map((name) => [name, isOurs])),
  };
  app.get('/config.json', async () => config);
}
