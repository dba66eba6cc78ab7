import { resolve } from 'node:path';
import { z } from 'zod';
import { isEmail } from './email-address.ts';
import {
  ageRecipient,
  databaseAddress,
  dataKeyText,
  type GroupRole,
  groupRoles,
  hostName,
  hostNames,
  httpUrl,
  issuerAddress,
  oneLine,
  onOrOff,
  openIdScopes,
  origins,
  positiveNumber,
  tileAddress,
  timeZone,
  trustedProxies,
  webhookAddress,
  webhookSecret,
  wholeNumber,
} from './settings-values.ts';
import { StartError } from './start-error.ts';

/** An invalid setting. The message contains the name of the variable and never a secret value (RUN-02). */
export class SettingsError extends StartError {
  override readonly name = 'SettingsError';
}

/** The maximum life of a session, no matter how often it is used: 7 days (TEAM-03). */
export const MAX_SESSION_HOURS = 168;

/** Not a secret, because it gives access only to generated data on the user's own machine (PRIV-07). */
export const DEMO_PASSWORD = 'wayside-demo';

/** The object storage of images. Without one, images are in the data directory. */
export interface ObjectStorage {
  /** Null for Amazon's own endpoint in the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/** The OpenID Connect provider for sign-in (SHIP-04). */
export interface SingleSignOn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly roles: readonly GroupRole[];
  /** The origins of the web app to which the provider may redirect. */
  readonly origins: readonly string[];
  readonly groupsClaim: string;
  readonly scopes: string;
  /** The provider's name on the button "Sign in with …". */
  readonly name: string;
}

/** An environment variable with its default value. */
interface Variable<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
  /** Whether the value is secret and never printed. */
  readonly isSecret: boolean;
}

const variable = <T, F>(name: string, schema: z.ZodType<T>, fallback: F): Variable<T | F> => ({
  name,
  schema: schema as z.ZodType<T | F>,
  fallback,
  isSecret: false,
});
const secret = <T>(name: string, schema: z.ZodType<T>): Variable<T | null> => ({
  ...variable(name, schema, null),
  isSecret: true,
});
/** A variable that is not documented. */
const internal = variable;

const VARIABLES = {
  /** 0 for any free port. */
  port: variable('PORT', wholeNumber(0, 65_535), 3000),
  host: variable('HOST', hostName, '127.0.0.1'),
  /** Null for the embedded database. */
  databaseUrl: secret('DATABASE_URL', databaseAddress),
  /** The same database without a pooler, for statements that need a session; null if `databaseUrl` has no pooler. */
  databaseUrlDirect: secret('DATABASE_URL_DIRECT', databaseAddress),
  /** The same database with the role that owns the tables; null if `databaseUrl` uses this role (PRIV-04). */
  migrationDatabaseUrl: secret('MIGRATION_DATABASE_URL', databaseAddress),
  /** This node's connections for calls; null for the default of the database. */
  databasePool: variable('DATABASE_POOL', wholeNumber(1, 500), null),
  /** An absolute path; a relative path is resolved against the working directory. */
  dataDir: variable(
    'DATA_DIR',
    z.string().transform((path) => resolve(path)),
    resolve('data'),
  ),
  /** 32 bytes; null for the key file of the embedded database (PRIV-01). */
  dataKey: secret('DATA_KEY', dataKeyText),
  /** The key that `npm run rekey` changes to. */
  nextDataKey: secret('DATA_KEY_NEW', dataKeyText),
  adminEmail: variable(
    'ADMIN_EMAIL',
    z.string().refine(isEmail, 'must be an e-mail address'),
    'admin@wayside.test',
  ),
  /** Null if the first start generates one. */
  adminPassword: secret(
    'ADMIN_PASSWORD',
    oneLine(200)
      .min(8, 'must have at least 8 characters')
      .refine((password) => password !== DEMO_PASSWORD, "must not be the demo's, which everybody knows"),
  ),
  brand: variable('BRAND', oneLine(60), 'Wayside'),
  timeZone: variable('TIME_ZONE', timeZone, 'Asia/Kolkata'),
  /** The URL of an external API, without a trailing slash; null for this server. */
  apiHost: variable('API_HOST', httpUrl, null),
  fileHost: variable('FILE_HOST', httpUrl, null),
  /** Other origins whose pages may call this API. */
  corsOrigins: variable('CORS_ORIGINS', origins, []),
  updateMethod: variable(
    'UPDATE_METHOD',
    z
      .string()
      .toUpperCase()
      .pipe(z.enum(['PATCH', 'PUT', 'POST'], 'must be PATCH, PUT or POST')),
    'PATCH' as const,
  ),
  /** Whether webhooks may be sent to private networks and loopback (HOOK-03). */
  allowsPrivateWebhooks: variable('WEBHOOK_ALLOW_PRIVATE', onOrOff, false),
  /**
   * The URL template of map tiles with {z}, {x} and {y}. Null disables maps, because they call another host
   * (ROAD-06).
   */
  mapTilesUrl: variable('MAP_TILES_URL', tileAddress, null),
  /** Hosts whose documents are copied into private storage, in lower case (FILE-04). */
  documentHosts: variable('DOCUMENT_HOSTS', hostNames, []),
  /** Whether every administrator needs a second factor (TEAM-04). */
  requiresTwoFactor: variable('REQUIRE_TWO_FACTOR', onOrOff, false),
  /** How long a session remains valid after its last use, in hours. */
  sessionHours: variable('SESSION_HOURS', positiveNumber(MAX_SESSION_HOURS), 12),
  /** The value of Fastify's trustProxy. */
  trustProxy: variable('TRUST_PROXY', trustedProxies, false),
  /**
   * The absolute path of a folder with more bank file formats in addition to the built-in ones; null if there is none
   * (BANK-02).
   */
  bankProfiles: variable(
    'BANK_PROFILES',
    z.string().transform((path) => resolve(path)),
    null,
  ),
  /**
   * The absolute path of a folder with more formats of settlement reports and bank statements; null if there is none
   * (RECON-01).
   */
  settlementProfiles: variable(
    'SETTLEMENT_PROFILES',
    z.string().transform((path) => resolve(path)),
    null,
  ),
  /** The daily limit of write-offs without approval per administrator, in rupees (RECON-03). */
  writeOffLimit: variable('WRITE_OFF_LIMIT', wholeNumber(0, 10_000_000), 1000),
  /** The port for Prometheus; null disables it (OPER-04). */
  metricsPort: variable('METRICS_PORT', wholeNumber(0, 65_535), null),
  metricsHost: variable('METRICS_HOST', hostName, '127.0.0.1'),
  /** The age public key that encrypts backups; null if there is none (OPER-06). */
  backupRecipient: secret('BACKUP_RECIPIENT', ageRecipient),
  logLevel: variable(
    'LOG_LEVEL',
    z
      .string()
      .toLowerCase()
      .pipe(
        z.enum(
          ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
          'must be fatal, error, warn, info, debug, trace or silent',
        ),
      ),
    'info' as const,
  ),
  /** For tests: whether a response that does not match its schema becomes a 500. */
  checksAnswers: internal('CHECK_ANSWERS', onOrOff, false),
};

const PARTS = {
  demo: variable('DEMO', onOrOff, null),
  demoReset: variable(
    'DEMO_RESET',
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['off', 'daily'], 'must be off or daily')),
    'off' as const,
  ),
  filesShared: variable('FILES_SHARED', onOrOff, false),
  /**
   * For `npm run dev`, where the server connects to the embedded database with DATABASE_URL: uses the key file in
   * DATA_DIR.
   */
  dataKeyFile: internal('DATA_KEY_FILE', onOrOff, false),
  s3Endpoint: variable('S3_ENDPOINT', httpUrl, null),
  s3Region: variable('S3_REGION', oneLine(60), 'us-east-1'),
  s3Bucket: variable('S3_BUCKET', oneLine(200), null),
  s3AccessKeyId: secret('S3_ACCESS_KEY_ID', oneLine(500)),
  s3SecretAccessKey: secret('S3_SECRET_ACCESS_KEY', oneLine(500)),
  notifyUrl: secret('NOTIFY_WEBHOOK_URL', webhookAddress),
  notifySecret: secret('NOTIFY_WEBHOOK_SECRET', webhookSecret),
  oidcIssuer: variable('OIDC_ISSUER', issuerAddress, null),
  oidcClientId: variable('OIDC_CLIENT_ID', oneLine(500), null),
  oidcClientSecret: secret('OIDC_CLIENT_SECRET', oneLine(1_000)),
  oidcRoles: variable('OIDC_ROLES', groupRoles, null),
  oidcOrigins: variable('OIDC_ORIGINS', origins, null),
  oidcGroupsClaim: variable('OIDC_GROUPS_CLAIM', oneLine(200), 'groups'),
  oidcScopes: variable('OIDC_SCOPES', openIdScopes, 'openid profile email offline_access'),
  oidcName: variable('OIDC_NAME', oneLine(40), 'single sign-on'),
};

type ValuesOf<D> = { readonly [K in keyof D]: D[K] extends Variable<infer T> ? T : never };
type Values = ValuesOf<typeof VARIABLES & typeof PARTS>;

/** The settings, read once at start-up. */
export interface Settings extends ValuesOf<typeof VARIABLES> {
  readonly demo: boolean;
  /** Whether this is a public demo, which anyone may try and whose data is reset each night (SHIP-06). */
  readonly isPublicDemo: boolean;
  readonly objectStorage: ObjectStorage | null;
  /** Null if notifications are only stored and listed. */
  readonly webhook: Webhook | null;
  /** Null if administrators sign in only by password. */
  readonly singleSignOn: SingleSignOn | null;
}

/**
 * Reads the settings from the environment; treats an empty variable as unset (RUN-02). @throws SettingsError for an
 * invalid setting
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const direct = readValues(VARIABLES, env);
  const values: Values = { ...direct, ...readValues(PARTS, env) };
  const isPublicDemo = values.demoReset === 'daily';
  if (isPublicDemo) requireDemoAlone(values, env);
  const storage = objectStorage(values);
  requireSharedFiles(values, storage);
  requireDataKey(values);
  requireNoOtherAddress(values);
  requireOwnMetricsPort(values);
  return {
    ...direct,
    // The reset of the data ends all sessions.
    ...(isPublicDemo && { sessionHours: MAX_SESSION_HOURS }),
    demo: values.demo ?? values.databaseUrl === null,
    isPublicDemo,
    objectStorage: storage,
    webhook: webhook(values),
    singleSignOn: singleSignOn(values),
  };
}

function readValues<D extends Record<string, Variable<unknown>>>(
  variables: D,
  env: NodeJS.ProcessEnv,
): ValuesOf<D> {
  const readOne = ({ name, schema, fallback, isSecret }: Variable<unknown>): unknown => {
    const given = env[name];
    if (given === undefined || given.trim() === '') return fallback;
    const { success, data, error } = schema.safeParse(given);
    if (success) return data;
    const shown = isSecret ? '' : `, and is ${JSON.stringify(given)}`;
    throw new SettingsError(`${name} ${error.issues[0]?.message}${shown}.`);
  };
  return Object.fromEntries(Object.entries(variables).map(([key, it]) => [key, readOne(it)])) as ValuesOf<D>;
}

/**
 * Settings that a public demo must not have. They concern business data, calls to other servers, and ways to sign in
 * other than its buttons (SHIP-06).
 */
const DEMO_FORBIDDEN_SETTINGS = [
  ...['DATABASE_URL', 'API_HOST', 'FILE_HOST', 'S3_ENDPOINT', 'S3_BUCKET', 'NOTIFY_WEBHOOK_URL', 'DOCUMENT_HOSTS'],
  ...['MAP_TILES_URL', 'OIDC_ISSUER', 'REQUIRE_TWO_FACTOR', 'SESSION_HOURS', 'ADMIN_PASSWORD'],
];

function requireDemoAlone({ demo }: Values, env: NodeJS.ProcessEnv): void {
  if (demo === false) throw new SettingsError('DEMO must not be off if DEMO_RESET is daily.');
  for (const name of DEMO_FORBIDDEN_SETTINGS)
    if (env[name]?.trim()) throw new SettingsError(`${name} must not be set if DEMO_RESET is daily.`);
}

/**
 * Rejects the same port for both servers. Otherwise, the second one to listen would report that another program uses
 * the port (OPER-04).
 */
function requireOwnMetricsPort({ port, host, metricsPort, metricsHost }: Values): void {
  const isEveryAddress = [host, metricsHost].some((it) => it === '0.0.0.0' || it === '::');
  if (metricsPort === port && port !== 0 && (host === metricsHost || isEveryAddress))
    throw new SettingsError(`METRICS_PORT must differ from PORT, ${metricsPort}.`);
}

/** Rejects further database URLs if the embedded database is used, because it chooses its own. */
function requireNoOtherAddress(values: Values): void {
  if (values.databaseUrl !== null) return;
  for (const key of ['databaseUrlDirect', 'migrationDatabaseUrl'] as const)
    if (values[key] !== null) throw new SettingsError(`${VARIABLES[key].name} requires DATABASE_URL.`);
}

function objectStorage(values: Values): ObjectStorage | null {
  const { s3Endpoint: endpoint, s3Region: region, s3Bucket: bucket } = values;
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = values;
  if (bucket !== null && accessKeyId !== null && secretAccessKey !== null)
    return { endpoint, region, bucket, accessKeyId, secretAccessKey };
  if (endpoint === null && bucket === null && accessKeyId === null && secretAccessKey === null) return null;
  const needed = ['s3Bucket', 's3AccessKeyId', 's3SecretAccessKey'] as const;
  const missing = needed.filter((key) => values[key] === null).map((key) => PARTS[key].name);
  throw new SettingsError(`Object storage for images also requires ${missing.join(' and ')}.`);
}

/**
 * Requires shared files. Nodes that share a database but not their files would remove each other's images (OPER-07).
 */
function requireSharedFiles({ databaseUrl, apiHost, filesShared }: Values, storage: ObjectStorage | null): void {
  if (databaseUrl === null || apiHost !== null || storage !== null || filesShared) return;
  throw new SettingsError(
    'DATABASE_URL needs object storage for images (S3_BUCKET and its key), or FILES_SHARED=on where every node mounts the same DATA_DIR/files.',
  );
}

/**
 * Requires the data key as a setting. Nodes that share a database need the same key, but a key file exists on only
 * one of them (PRIV-01).
 */
function requireDataKey({ databaseUrl, apiHost, dataKey, dataKeyFile }: Values): void {
  if (databaseUrl === null || apiHost !== null || dataKey !== null || dataKeyFile) return;
  throw new SettingsError(
    'DATABASE_URL requires DATA_KEY, 32 random bytes in base64, the same on every node: create one with "openssl rand -base64 32" and store it separately from the backups.',
  );
}

function webhook({ notifyUrl: url, notifySecret: secret }: Values): Webhook | null {
  if (url === null && secret === null) return null;
  if (url !== null && secret !== null) return { url, secret };
  const missing = url === null ? PARTS.notifyUrl.name : PARTS.notifySecret.name;
  throw new SettingsError(`The notification webhook also requires ${missing}.`);
}

function singleSignOn(values: Values): SingleSignOn | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcRoles: roles } = values;
  const { oidcOrigins, oidcGroupsClaim: groupsClaim, oidcScopes: scopes, oidcName: name } = values;
  if (issuer !== null && clientId !== null && clientSecret !== null && roles !== null && oidcOrigins !== null)
    return { issuer, clientId, clientSecret, roles, origins: oidcOrigins, groupsClaim, scopes, name };
  const needed = ['oidcIssuer', 'oidcClientId', 'oidcClientSecret', 'oidcRoles', 'oidcOrigins'] as const;
  const missing = needed.filter((key) => values[key] === null).map((key) => PARTS[key].name);
  if (missing.length === needed.length) return null;
  throw new SettingsError(`Single sign-on also requires ${missing.join(' and ')}.`);
}
