import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './project-root.ts';

const mimeTypes = '/etc/nginx/mime.types';
const startTimeoutMs = 10_000;

/** The built web app on nginx, with the sample configuration of deploy/. */
export interface StaticWeb {
  readonly url: string;
  /** Writes the config.json that nginx serves. */
  configure(config: object): Promise<void>;
  stop(): Promise<void>;
}

/** nginx with TLS in front of an application. */
export interface TlsProxy {
  /** The self-signed certificate. */
  readonly certificate: string;
  /** Reads the access log. */
  accessLog(): Promise<string>;
  stop(): Promise<void>;
}

/** Returns why nginx cannot run on this machine; null if it can. */
export async function nginxSkipReason(): Promise<string | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    await access(mimeTypes);
    return null;
  } catch {
    return 'there is no nginx on this machine (Debian: apt-get install nginx-light)';
  }
}

/** Returns why nginx cannot serve TLS on this machine; null if it can. */
export async function proxySkipReason(): Promise<string | null> {
  const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
  return (await nginxSkipReason()) ?? (hasOpenssl ? null : 'there is no openssl on this machine for a certificate');
}

/**
 * Serves the web app on a port with the sample configuration of deploy/, for pages that may connect to these hosts.
 * @throws Error with the output of nginx if it does not start
 */
export async function startNginx(port: number, hosts: readonly string[]): Promise<StaticWeb> {
  const sample = await readFile(join(projectRoot, 'deploy/nginx.conf'), 'utf8');
  const { folder, stop } = await runSite(port, sample, (folder) => [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['root /srv/wayside;', `root ${join(projectRoot, 'apps/web/dist')};`],
    ['https://api.example.org https://files.example.org', hosts.join(' ')],
    ['/etc/wayside/config.json', join(folder, 'config.json')],
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    configure: (config) => writeFile(join(folder, 'config.json'), JSON.stringify(config)),
    stop,
  };
}

/**
 * Starts nginx in front of an application, with the site of docs/operations.md and a certificate for 127.0.0.1.
 * @throws Error with the output of nginx if it does not start
 */
export async function startTlsProxy(port: number, application: string): Promise<TlsProxy> {
  const page = await readFile(join(projectRoot, 'docs/operations.md'), 'utf8');
  const [, site = ''] = /^## Behind a proxy\n[\s\S]*?^```nginx\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const { folder, stop } = await runSite(port, site, (folder) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const made = [
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=wayside',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made], { stdio: 'ignore' });
    return [
      ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
      ['/etc/ssl/backoffice.example.org.pem', certificate],
      ['/etc/ssl/backoffice.example.org.key', key],
      ['http://127.0.0.1:3000', application],
    ];
  });
  return {
    certificate: await readFile(join(folder, 'certificate.pem'), 'utf8'),
    accessLog: () => readFile(join(folder, 'access.log'), 'utf8'),
    stop,
  };
}

/** Runs nginx with a sample site, in which it replaces every value that is specific to a machine. */
async function runSite(
  port: number,
  sample: string,
  changesFor: (folder: string) => readonly (readonly [string, string])[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-nginx-'));
  let site = sample;
  for (const [from, to] of changesFor(folder)) {
    if (!site.includes(from)) throw new Error(`the sample does not say ${from} any more`);
    site = site.replaceAll(from, to);
  }
  await writeFile(join(folder, 'wayside.conf'), site);
  await writeFile(join(folder, 'nginx.conf'), surroundings(folder));
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  const output: string[] = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startTimeoutMs;
  while (!(await accepts(port))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error(`nginx did not start:\n${output.join('')}`);
    }
    await delay(50);
  }
  return { folder, stop };
}

/** Checks whether a process listens on a port of this machine. */
async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns the nginx configuration around a site, with all written files in one folder. */
function surroundings(folder: string): string {
  const isRoot = process.getuid?.() === 0;
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    ${isRoot ? 'user root;' : ''}
    daemon off;
    pid ${folder}/pid;
    error_log stderr;
    events {}
    http {
      include ${mimeTypes};
      access_log ${folder}/access.log;
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      include ${folder}/wayside.conf;
    }
  `;
}
