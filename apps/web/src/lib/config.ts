/** The settings in /config.json. */
export interface Config {
  readonly brand: string;
  /** IANA name; all dates on the screen are in it (FMT-02). The first formatted date shows whether the zone exists. */
  readonly timeZone: string;
  /** Origin of the provider's API without a trailing slash; empty for this server. */
  readonly apiHost: string;
  readonly fileHost: string;
  /** The verb of "update-style" calls (API-13). */
  readonly updateMethod: 'PATCH' | 'PUT' | 'POST';
  /** The address of a map tile with {z}, {x} and {y}; empty where there is no map (ROAD-06). */
  readonly mapTilesUrl: string;
  /** The name of the identity provider; empty where people sign in by password only (SHIP-04). */
  readonly singleSignOn: string;
  /** Whether the API is our own server, which has calls beyond the common contract (API-17). */
  readonly isOwnServer: boolean;
  /** Whether people sign in by a role, and the data are reset each night (SHIP-06). */
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
 * Whether the API is our own server. Extensions of our server are neither shown nor called for other providers
 * (API-17).
 */
export function isOwnServer(): boolean {
  return current.isOwnServer;
}

/** Whether our own server stores images; it accepts fewer formats than others may. */
export function hasOwnFileHost(): boolean {
  const { apiHost, fileHost, isOwnServer } = current;
  return isOwnServer && (fileHost === '' || fileHost === apiHost);
}

/** Reads /config.json. Never fails: a default replaces what is missing, wrong or late. */
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
