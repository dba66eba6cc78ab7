import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
const server = { DATABASE_URL: 'postgres://a/b', FILES_SHARED: 'on', DATA_KEY };
const storage = { S3_BUCKET: 'images', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };

const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

describe('[RUN-02] settings', () => {
  it('have defaults for one machine', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseUrlDirect: null,
      migrationDatabaseUrl: null,
      databasePool: null,
      dataDir: resolve('data'),
      dataKey: null,
      nextDataKey: null,
      demo: true,
      isPublicDemo: false,
      adminEmail: 'admin@wayside.test',
      adminPassword: null,
      bankProfiles: null,
      settlementProfiles: null,
      writeOffLimit: 1000,
      brand: 'Wayside',
      corsOrigins: [],
      timeZone: 'Asia/Kolkata',
      apiHost: null,
      fileHost: null,
      updateMethod: 'PATCH',
      objectStorage: null,
      webhook: null,
      singleSignOn: null,
      allowsPrivateWebhooks: false,
      mapTilesUrl: null,
      documentHosts: [],
      requiresTwoFactor: false,
      sessionHours: 12,
      trustProxy: false,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      backupRecipient: null,
      logLevel: 'info',
      checksAnswers: false,
    });
  });

  it('treat an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', BRAND: '', DEMO: '' })).toEqual(readSettings({}));
  });

  it('turn the demo off for a server database unless the demo is requested', () => {
    expect(readSettings(server).demo).toBe(false);
    expect(readSettings({ ...server, DEMO: 'on' }).demo).toBe(true);
    expect(readSettings({ DEMO: 'off' }).demo).toBe(false);
  });

  it.each([
    ['PORT', '8080', 'port', 8080],
    ['HOST', '::', 'host', '::'],
    ['DATABASE_POOL', '25', 'databasePool', 25],
    ['DATA_DIR', '/srv/wayside', 'dataDir', '/srv/wayside'],
    [
      'DOCUMENT_HOSTS',
      'Files.Example.com, cdn.example.in,files.example.com',
      'documentHosts',
      ['files.example.com', 'cdn.example.in'],
    ],
    ['DOCUMENT_HOSTS', '192.0.2.7', 'documentHosts', ['192.0.2.7']],
    ['ADMIN_EMAIL', 'Asha@Example.com', 'adminEmail', 'Asha@Example.com'],
    ['ADMIN_PASSWORD', 'long enough', 'adminPassword', 'long enough'],
    ['BRAND', 'Sahayak', 'brand', 'Sahayak'],
    ['TIME_ZONE', 'Europe/Berlin', 'timeZone', 'Europe/Berlin'],
    ['TIME_ZONE', 'Asia/Kolkata', 'timeZone', 'Asia/Kolkata'],
    ['API_HOST', 'https://api.example.com/', 'apiHost', 'https://api.example.com'],
    ['FILE_HOST', 'http://files.example.com/x/', 'fileHost', 'http://files.example.com/x'],
    ['UPDATE_METHOD', 'put', 'updateMethod', 'PUT'],
    [
      'MAP_TILES_URL',
      'https://tiles.example.com/{z}/{x}/{y}.png?key=a',
      'mapTilesUrl',
      'https://tiles.example.com/{z}/{x}/{y}.png?key=a',
    ],
    ['REQUIRE_TWO_FACTOR', 'on', 'requiresTwoFactor', true],
    ['SESSION_HOURS', '0.5', 'sessionHours', 0.5],
    ['TRUST_PROXY', 'on', 'trustProxy', true],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', ['loopback', '10.0.0.0/8']],
    ['METRICS_PORT', '9464', 'metricsPort', 9464],
    ['METRICS_HOST', '0.0.0.0', 'metricsHost', '0.0.0.0'],
    ['BACKUP_RECIPIENT', RECIPIENT, 'backupRecipient', RECIPIENT],
    ['LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
  ])('accept %s=%s', (name, text, field, value) => {
    expect(readSettings({ [name]: text })).toHaveProperty(field, value);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://a/b'],
    ['DATABASE_URL_DIRECT', 'mysql://a/b'],
    ['DATABASE_URL_DIRECT', 'postgres://a/b'],
    ['MIGRATION_DATABASE_URL', 'mysql://a/b'],
    ['MIGRATION_DATABASE_URL', 'postgres://a/b'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_POOL', 'ten'],
    ['DATA_KEY', 'short'],
    ['FILES_SHARED', 'maybe'],
    ['DOCUMENT_HOSTS', 'https://files.example.com'],
    ['DOCUMENT_HOSTS', 'files.example.com,'],
    ['DOCUMENT_HOSTS', '*.example.com'],
    ['DEMO', 'maybe'],
    ['ADMIN_EMAIL', 'asha'],
    ['ADMIN_PASSWORD', 'wayside-demo'],
    ['ADMIN_PASSWORD', 'short'],
    ['BRAND', 'two\nlines'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['API_HOST', 'api.example.com'],
    ['FILE_HOST', 'ftp://files.example.com'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'https://a.example.com/backoffice'],
    ['UPDATE_METHOD', 'DELETE'],
    ['S3_ENDPOINT', 'nowhere'],
    ['MAP_TILES_URL', 'https://tiles.example.com/{z}/{x}.png'],
    ['MAP_TILES_URL', 'https://{s}.tiles.example.com/{z}/{x}/{y}.png'],
    ['MAP_TILES_URL', 'https://{z}.example.com/{x}/{y}.png'],
    ['MAP_TILES_URL', 'tiles.example.com/{z}/{x}/{y}.png'],
    ['REQUIRE_TWO_FACTOR', 'maybe'],
    ['SESSION_HOURS', '-1'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['METRICS_PORT', 'on'],
    ['METRICS_HOST', 'a b'],
    ['BACKUP_RECIPIENT', 'ssh-ed25519 AAAA'],
    ['LOG_LEVEL', 'loud'],
  ])('reject %s=%s with an error message that names the variable', (name, text) => {
    const attempt = () => readSettings({ [name]: text });
    expect(attempt).toThrow(SettingsError);
    expect(attempt).toThrow(new RegExp(`^${name} (must|requires) [^\n]+\\.$`));
  });

  it('[SECU-04] never print a secret', () => {
    expect(() => readSettings({ ADMIN_PASSWORD: 'hunter2' })).toThrow(/^(?!.*hunter2).*$/);
    const identity = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
    expect(() => readSettings({ BACKUP_RECIPIENT: identity })).toThrow(/^(?!.*QQQ).*$/);
    for (const name of ['DATABASE_URL', 'DATABASE_URL_DIRECT'])
      expect(() => readSettings({ [name]: 'mysql://u:hunter2@a/b' })).toThrow(/^(?!.*hunter2).*$/);
  });

  it('accept two addresses of one database', () => {
    const addresses = { DATABASE_URL: 'postgresql://u:p@a,b/c', DATABASE_URL_DIRECT: 'postgres://d/c' };
    expect(readSettings({ ...server, ...addresses })).toMatchObject({
      databaseUrl: addresses.DATABASE_URL,
      databaseUrlDirect: addresses.DATABASE_URL_DIRECT,
    });
  });

  it('[OPER-07] reject DATABASE_URL without object storage unless FILES_SHARED is on', () => {
    const { DATABASE_URL } = server;
    for (const files of [{}, { FILES_SHARED: 'off' }])
      expect(() => readSettings({ DATABASE_URL, ...files })).toThrow(
        /^DATABASE_URL needs object storage [^\n]*S3_BUCKET[^\n]*FILES_SHARED=on[^\n]*\.$/,
      );
    expect(readSettings({ DATABASE_URL, DATA_KEY, ...storage }).databaseUrl).toBe(DATABASE_URL);
    expect(readSettings(server).databaseUrl).toBe(DATABASE_URL);
    // With an external API, no database is opened and no image is stored.
    expect(readSettings({ DATABASE_URL, API_HOST: 'https://api.example.com' }).databaseUrl).toBe(DATABASE_URL);
  });

  it('[PRIV-01] reject DATABASE_URL without DATA_KEY, and explain how to create a key', () => {
    const { DATA_KEY: _key, ...without } = server;
    expect(() => readSettings(without)).toThrow(
      /^DATABASE_URL requires DATA_KEY[^\n]*"openssl rand -base64 32"[^\n]*\.$/,
    );
    expect(readSettings(server).dataKey).toEqual(Buffer.alloc(32, 7));
    expect(() => readSettings({ DATA_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2).*$/);
  });

  it('[OPER-04] reject a METRICS_PORT that equals PORT on the same address', () => {
    const same = 'METRICS_PORT must differ from PORT, 9464.';
    expect(() => readSettings({ PORT: '9464', METRICS_PORT: '9464' })).toThrow(same);
    expect(() => readSettings({ PORT: '9464', METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toThrow(same);
    expect(readSettings({ PORT: '9464', METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' }).metricsPort).toBe(9464);
    expect(readSettings({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
  });

  it('reject incomplete object storage settings', () => {
    expect(readSettings(storage).objectStorage).toEqual({
      endpoint: null,
      region: 'us-east-1',
      bucket: 'images',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    });
    expect(() => readSettings({ S3_BUCKET: 'images' })).toThrow(
      'Object storage for images also requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    );
  });

  it('[NOTI-03] reject incomplete webhook settings and never print the secret', () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const url = 'https://hooks.example.com/wayside?key=1';
    expect(readSettings({ NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: secret }).webhook).toEqual({
      url,
      secret,
    });
    expect(() => readSettings({ NOTIFY_WEBHOOK_URL: url })).toThrow(
      'The notification webhook also requires NOTIFY_WEBHOOK_SECRET.',
    );
    expect(() => readSettings({ NOTIFY_WEBHOOK_URL: url, NOTIFY_WEBHOOK_SECRET: 'whsec_short' })).toThrow(
      /^NOTIFY_WEBHOOK_SECRET must be whsec_ and the base64 of at least 24 random bytes\.$/,
    );
    expect(() => readSettings({ NOTIFY_WEBHOOK_URL: 'ftp://x', NOTIFY_WEBHOOK_SECRET: secret })).toThrow(
      'NOTIFY_WEBHOOK_URL must be an address',
    );
  });

  const oidc = {
    OIDC_ISSUER: 'https://login.example.com/realms/office',
    OIDC_CLIENT_ID: 'wayside',
    OIDC_CLIENT_SECRET: 'hunter2',
    OIDC_ROLES: '/ops=admins=owner, money = finance',
    OIDC_ORIGINS: 'https://office.example.com, http://localhost:3000',
  };

  it('[SHIP-04] accept single sign-on completely or not at all, with defaults', () => {
    expect(readSettings(oidc).singleSignOn).toEqual({
      issuer: oidc.OIDC_ISSUER,
      clientId: 'wayside',
      clientSecret: 'hunter2',
      roles: [
        { group: '/ops=admins', role: 'owner' },
        { group: 'money', role: 'finance' },
      ],
      origins: ['https://office.example.com', 'http://localhost:3000'],
      groupsClaim: 'groups',
      scopes: 'openid profile email offline_access',
      name: 'single sign-on',
    });
    const { OIDC_CLIENT_SECRET: _, OIDC_ORIGINS: __, ...incomplete } = oidc;
    expect(() => readSettings(incomplete)).toThrow(
      'Single sign-on also requires OIDC_CLIENT_SECRET and OIDC_ORIGINS.',
    );
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080'])
      expect(readSettings({ ...oidc, OIDC_ISSUER: `http://${host}` }).singleSignOn?.issuer).toBe(`http://${host}/`);
  });

  it.each([
    ['OIDC_ISSUER', 'http://login.example.com'],
    ['OIDC_ISSUER', 'https://login.example.com?a=b'],
    ['OIDC_ROLES', 'money'],
    ['OIDC_ROLES', 'money=finance,'],
    ['OIDC_ROLES', 'money=boss'],
    ['OIDC_ORIGINS', 'https://office.example.com/panel'],
    ['OIDC_SCOPES', 'email profile'],
    ['OIDC_NAME', 'two\nlines'],
  ])('[SHIP-04] reject %s=%s', (name, text) => {
    expect(() => readSettings({ ...oidc, [name]: text })).toThrow(
      new RegExp(`^${name} (must|requires) [^\n]+\\.$`),
    );
  });

  it('[HOOK-03] prevent webhooks to private networks unless configured otherwise', () => {
    expect(readSettings({}).allowsPrivateWebhooks).toBe(false);
    expect(readSettings({ WEBHOOK_ALLOW_PRIVATE: 'on' }).allowsPrivateWebhooks).toBe(true);
    expect(() => readSettings({ WEBHOOK_ALLOW_PRIVATE: 'some' })).toThrow(
      'WEBHOOK_ALLOW_PRIVATE must be on or off, and is "some".',
    );
  });
});
