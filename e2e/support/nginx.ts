import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from './project-root.ts';

const mimeTypes = '/etc/nginx/mime.types';
const startTimeoutMs = 10_000;

/** The built web on nginx with the sample configuration of deploy/. */
export interface StaticWeb {
  readonly url: string;
  /** Writes the config.json that it serves. */
  configure(config: object): Promise<void>;
  stop(): Promise<void>;
}

/** Why nginx cannot run here, or null. */
export async function whyNoNginx(): Promise<string | null> {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    await access(mimeTypes);
    return null;
  } catch {
    return 'there is no nginx on this machine (Debian: apt-get install nginx-light)';
  }
}

/**
 * Serves the web on a port, for pages that may talk to these hosts.
 * @throws Error with the output of nginx, when it does not start
 */
export async function startNginx(port: number, hosts: readonly string[]): Promise<StaticWeb> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-nginx-'));
  const changes: readonly (readonly [string, string])[] = [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['root /srv/wayside;', `root ${join(projectRoot, 'apps/web/dist')};`],
    ['https://api.example.org https://files.example.org', hosts.join(' ')],
    ['/etc/wayside/config.json', join(folder, 'config.json')],
  ];
  let sample = await readFile(join(projectRoot, 'deploy/nginx.conf'), 'utf8');
  for (const [from, to] of changes) {
    if (!sample.includes(from)) throw new Error(`the sample does not say ${from} any more`);
    sample = sample.replace(from, to);
  }
  await writeFile(join(folder, 'wayside.conf'), sample);
  await writeFile(join(folder, 'nginx.conf'), surroundings(folder));
  const child = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  const output: string[] = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startTimeoutMs;
  while (!(await fetch(url).catch(() => null))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error(`nginx did not start:\n${output.join('')}`);
    }
    await delay(50);
  }
  return { url, configure: (config) => writeFile(join(folder, 'config.json'), JSON.stringify(config)), stop };
}

/** What stands around a site in an installation, with everything that is written in one folder. */
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
      access_log off;
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      include ${folder}/wayside.conf;
    }
  `;
}
