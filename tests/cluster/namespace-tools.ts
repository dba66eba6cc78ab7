import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The programs from Debian packages that deploy/cluster/ configures or that create a machine from namespaces. */
const PROGRAMS: readonly (readonly [place: string, debian: string])[] = [
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/bin/etcdctl', 'etcd-client'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/sbin/nginx', 'nginx-light'],
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['/usr/bin/curl', 'curl'],
  ['/usr/bin/openssl', 'openssl'],
  ['/usr/bin/unshare', 'util-linux'],
  ['/usr/bin/nsenter', 'util-linux'],
  ['/usr/sbin/ip', 'iproute2'],
];

/** Returns the reason why this machine cannot run a cluster; null if it can. */
export function clusterSkipReason(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux can make machines of a cluster';
  const missing = PROGRAMS.filter(([place]) => !existsSync(place)).map(([, debian]) => debian);
  if (missing.length > 0)
    return `there is no cluster on this machine (Debian: apt-get install ${[...new Set(missing)].join(' ')})`;
  const trial =
    'mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w /mnt/m && mount -t overlay none -o lowerdir=/,upperdir=/mnt/u,workdir=/mnt/w /mnt/m && ip link add near type veth peer name far && ip link add switch type bridge';
  const { status, stderr } = spawnSync('unshare', ['--mount', '--net', '--pid', '--fork', 'sh', '-c', trial], {
    encoding: 'utf8',
  });
  return status === 0 ? null : `no machines can be made out of namespaces here (${stderr.trim()})`;
}

/** Runs `ip` in the network namespace of a process, or in the current one. */
export function ip(args: string, ofPid: number | null = null): void {
  const given = args.split(' ');
  if (ofPid === null) execFileSync('ip', given, { stdio: ['ignore', 'ignore', 'pipe'] });
  else
    execFileSync('nsenter', ['--target', String(ofPid), '--net', 'ip', ...given], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
}
