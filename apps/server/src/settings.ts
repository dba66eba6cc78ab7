import { resolve } from 'node:path';
import { z } from 'zod';
import { isEmail } from './email-address.ts';
import {
  databaseAddress,
  dataKeyText,
  oneLine,
  onOrOff,
  origins,
  positiveNumber,
  timeZone,
  trustedProxies,
  webAddress,
  webhookAddress,
  webhookSecret,
  wholeNumber,
} from './settings-values.ts';
import { StartError } from './start-error.ts';

/** An invalid setting; the message names the variable and never contains the value of a secret (RUN-02). */
export class SettingsError extends StartError {
  override readonly name = 'SettingsError';
}

/** Not a secret: it opens only generated data on the person's own machine (PRIV-07). */
export const DEMO_PASSWORD = 'wayside-demo';

/** The object storage of images; without one they are in the data directory. */
export interface ObjectStorage {
  /** null is Amazon's own for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The webhook that receives notifications. */
export interface Webhook {
  readonly url: string;
  /** As Standard Webhooks write it: base64, with or without `whsec_`. */
  readonly secret: string;
}

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be an address or a host name')
    .default('127.0.0.1'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_URL_DIRECT: databaseAddress.optional(),
  DATABASE_POOL: wholeNumber(1, 500).optional(),
  DATA_DIR: z.string().default('./data'),
  DATA_KEY: dataKeyText.optional(),
  DATA_KEY_NEW: dataKeyText.optional(),
  FILES_SHARED: onOrOff.default(false),
  DEMO: onOrOff.optional(),
  ADMIN_EMAIL: z.string().refine(isEmail, 'must be an e-mail address').default('admin@wayside.test'),
  ADMIN_PASSWORD: oneLine(200)
    .min(8, 'must have at least 8 characters')
    .refine((password) => password !== DEMO_PASSWORD, "must not be the demo's, which everybody knows")
    .optional(),
  BRAND: oneLine(60).default('Wayside'),
  TIME_ZONE: timeZone.default('Asia/Kolkata'),
  API_HOST: webAddress.optional(),
  FILE_HOST: webAddress.optional(),
  CORS_ORIGINS: origins.default([]),
  UPDATE_METHOD: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['PATCH', 'PUT', 'POST'], 'must be PATCH, PUT or POST'))
    .default('PATCH'),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: oneLine(60).default('us-east-1'),
  S3_BUCKET: oneLine(200).optional(),
  S3_ACCESS_KEY_ID: oneLine(500).optional(),
  S3_SECRET_ACCESS_KEY: oneLine(500).optional(),
  NOTIFY_WEBHOOK_URL: webhookAddress.optional(),
  NOTIFY_WEBHOOK_SECRET: webhookSecret.optional(),
  WEBHOOK_ALLOW_PRIVATE: onOrOff.default(false),
  SESSION_HOURS: positiveNumber(8760).default(12),
  TRUST_PROXY: trustedProxies.default(false),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(
      z.enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      ),
    )
    .default('info'),
});

/**
 * Variables that no document lists. CHECK_ANSWERS, for tests, compares every answer with its schema. DATA_KEY_FILE, for
 * `npm run dev`, whose server reaches the embedded database by DATABASE_URL, takes the key file of DATA_DIR.
 */
const off = onOrOff.default(false);
const internalVariables = z.object({ CHECK_ANSWERS: off, DATA_KEY_FILE: off });

type Variables = z.infer<typeof variables>;

const secrets = [
  'DATABASE_URL',
  'DATABASE_URL_DIRECT',
  'NOTIFY_WEBHOOK_URL',
  'ADMIN_PASSWORD',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'NOTIFY_WEBHOOK_SECRET',
  'DATA_KEY',
  'DATA_KEY_NEW',
];

/** The settings, read once at the start. */
export interface Settings {
  /** 0 is any free port. */
  readonly port: number;
  readonly host: string;
  /** null is the embedded database. */
  readonly databaseUrl: string | null;
  /** The same database without a pooler, for statements that need a session; null where databaseUrl gives one. */
  readonly databaseUrlDirect: string | null;
  /** Connections of this node for calls; null is the default for the database. */
  readonly databasePool: number | null;
  /** Absolute. */
  readonly dataDir: string;
  /** 32 bytes; null is the key file of the embedded database (PRIV-01). */
  readonly dataKey: Buffer | null;
  /** The key that `npm run rekey` changes to. */
  readonly nextDataKey: Buffer | null;
  /** Whether an empty database is filled with demo data. */
  readonly demo: boolean;
  readonly adminEmail: string;
  /** null: the first start generates one. */
  readonly adminPassword: string | null;
  readonly brand: string;
  readonly timeZone: string;
  /** Another provider of the API, without a slash at its end; null is this server. */
  readonly apiHost: string | null;
  readonly fileHost: string | null;
  /** Other origins whose pages may call this API. */
  readonly corsOrigins: readonly string[];
  readonly updateMethod: 'PATCH' | 'PUT' | 'POST';
  readonly objectStorage: ObjectStorage | null;
  /** null: notifications are only stored and listed. */
  readonly webhook: Webhook | null;
  /** Whether webhooks may go to private networks and loopback (HOOK-03). */
  readonly allowsPrivateWebhooks: boolean;
  /** How long a session lives after its last use, in hours. */
  readonly sessionHours: number;
  /** As Fastify's trustProxy. */
  readonly trustProxy: boolean | number | string[];
  readonly logLevel: Variables['LOG_LEVEL'];
  /** Whether an answer that does not fit its schema is a 500 (CHECK_ANSWERS, for tests). */
  readonly checksAnswers: boolean;
}

/**
 * Reads the settings from the environment; an empty variable counts as unset (RUN-02).
 * @param env usually `process.env`; a relative DATA_DIR is taken from the working directory
 * @throws SettingsError when one cannot be used
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const result = variables.safeParse(given);
  if (!result.success) throw new SettingsError(describeIssue(result.error, given));
  const values = result.data;
  const storage = objectStorage(values);
  requireSharedFiles(values, storage);
  const internal = internalVariables.parse(given);
  if (!internal.DATA_KEY_FILE) requireDataKey(values);
  if (values.DATABASE_URL === undefined && values.DATABASE_URL_DIRECT !== undefined)
    throw new SettingsError('DATABASE_URL_DIRECT must be left out where DATABASE_URL is not set.');
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseUrlDirect: values.DATABASE_URL_DIRECT ?? null,
    databasePool: values.DATABASE_POOL ?? null,
    dataDir: resolve(values.DATA_DIR),
    dataKey: values.DATA_KEY ?? null,
    nextDataKey: values.DATA_KEY_NEW ?? null,
    demo: values.DEMO ?? values.DATABASE_URL === undefined,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD ?? null,
    brand: values.BRAND,
    timeZone: values.TIME_ZONE,
    apiHost: values.API_HOST ?? null,
    fileHost: values.FILE_HOST ?? null,
    corsOrigins: values.CORS_ORIGINS,
    updateMethod: values.UPDATE_METHOD,
    objectStorage: storage,
    webhook: webhook(values),
    allowsPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE,
    sessionHours: values.SESSION_HOURS,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    checksAnswers: internal.CHECK_ANSWERS,
  };
}

function describeIssue(error: z.ZodError, given: Record<string, string | undefined>): string {
  const issue = error.issues[0];
  const name = String(issue?.path[0]);
  const value = secrets.includes(name) ? '' : `, and is ${JSON.stringify(given[name])}`;
  return `${name} ${issue?.message}${value}.`;
}

function objectStorage(values: Variables): ObjectStorage | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const endpoint = values.S3_ENDPOINT ?? null;
  if (bucket && accessKeyId && secretAccessKey)
    return { endpoint, region: values.S3_REGION, bucket, accessKeyId, secretAccessKey };
  if (endpoint === null && !bucket && !accessKeyId && !secretAccessKey) return null;
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const missing = needed.filter((name) => values[name] === undefined);
  throw new SettingsError(`${missing.join(' and ')} must be set too when images are kept in object storage.`);
}

/** Nodes that share a database but not their files would remove each other's images (OPER-07). */
function requireSharedFiles(values: Variables, storage: ObjectStorage | null): void {
  if (values.DATABASE_URL === undefined || values.API_HOST !== undefined) return;
  if (storage !== null || values.FILES_SHARED) return;
  throw new SettingsError(
    'DATABASE_URL needs object storage for images (S3_BUCKET and its key), or FILES_SHARED=on where every node mounts the same DATA_DIR/files.',
  );
}

/** Nodes share the key with the database; a file would be on one of them (PRIV-01). */
function requireDataKey({ DATABASE_URL, DATA_KEY, API_HOST }: Variables): void {
  if (DATABASE_URL === undefined || API_HOST !== undefined || DATA_KEY !== undefined) return;
  throw new SettingsError(
    'DATABASE_URL needs DATA_KEY, the base64 of 32 random bytes, the same on every node: make one with "openssl rand -base64 32" and keep it apart from the backups.',
  );
}

function webhook({ NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: secret }: Variables): Webhook | null {
  if (url === undefined && secret === undefined) return null;
  if (url !== undefined && secret !== undefined) return { url, secret };
  const missing = url === undefined ? 'NOTIFY_WEBHOOK_URL' : 'NOTIFY_WEBHOOK_SECRET';
  throw new SettingsError(`${missing} must be set too when notifications leave by a webhook.`);
}
