/** The settings in /config.json. */
export interface Config {
  readonly brand: string;
  /** IANA time zone of all dates on the screen (FMT-02). The first formatted date shows whether it exists. */
  readonly timeZone: string;
  /** Origin of the provider's API without a trailing slash; empty for our own server. */
  readonly apiHost: string;
  readonly fileHost: string;
  /** The HTTP method of updates (API-13). */
  readonly updateMethod: 'PATCH' | 'PUT' | 'POST';
  /** The URL of a map tile with {z}, {x} and {y}; empty if there is no map (ROAD-06). */
  readonly mapTilesUrl: string;
  /** The name of the identity provider; empty if users sign in only by password (SHIP-04). */
  readonly singleSignOn: string;
  /** Whether the API is our own server, which has calls beyond the common contract (API-17). */
  readonly isOwnServer: boolean;
  /** Whether users sign in by choosing a role and the data is reset every night (SHIP-06). */
  readonly isPublicDemo: boolean;
}

export const DEFAULT_CONFIG: Config = {
  brand: 'Wayside',
  timeZone: 'Asia/Kolkata',
  apiHost: '',
  fileHost: '',
  updateMethod: 'PATCH',
  mapTilesUrl: '',
  singleSignOn: '',
  isOwnServer: false,
  isPublicDemo: false,
};

const CONFIG_TIMEOUT_MS = 4000;

/** Set once, before the first component renders. */
let current = DEFAULT_CONFIG;

export function config(): Config {
  return current;
}

/**
 * Checks whether the API is our own server. The web app neither shows nor calls our server's extensions with other
 * providers (API-17).
 */
export function isOwnServer(): boolean {
  return current.isOwnServer;
}

/** Checks whether our own server stores images. It accepts fewer formats than other hosts may. */
export function hasOwnFileHost(): boolean {
  const { apiHost, fileHost, isOwnServer } = current;
  return isOwnServer && (fileHost === '' || fileHost === apiHost);
}

/** Reads /config.json. Never fails, because defaults replace missing, invalid or late values. */
export async function loadConfig(): Promise<Config> {
  try {
    const response = await fetch('/config.json', { signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`HTTP error! status: ${response.status}`);
    current = readConfig(await response.json());
  } catch (error) {
    console.warn('config.json could not be read, the defaults are used', error);
  }
  return current;
}

export function readConfig(value: unknown): Config {
  const given = isRecord(value) ? value : {};
  const extensions = isRecord(given['extensions']) ? given['extensions'] : {};
  const text = (key: string) => (typeof given[key] === 'string' ? given[key].trim() : '');
  const verb = text('updateMethod').toUpperCase();
  const isOwnServer = Object.values(extensions).includes(true);
  return {
    brand: text('brand') || DEFAULT_CONFIG.brand,
    timeZone: text('timeZone') || DEFAULT_CONFIG.timeZone,
    apiHost: text('apiHost').replace(/\/+$/, ''),
    fileHost: text('fileHost').replace(/\/+$/, ''),
    updateMethod: verb === 'PUT' || verb === 'POST' ? verb : 'PATCH',
    mapTilesUrl: text('mapTilesUrl'),
    singleSignOn: isOwnServer ? text('singleSignOn') : '',
    isOwnServer,
    isPublicDemo: isOwnServer && given['isPublicDemo'] === true,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
