import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * All addresses assigned for the public Internet (RFC 4291). The library has separate names for special ranges among
 * them.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Checks whether an IP address is public, which excludes loopback, private, link-local (such as cloud metadata),
 * carrier-shared, multicast and reserved addresses, and IPv4 addresses inside IPv6 ones (HOOK-03).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** Checks whether the host of a URL is known to be private, without a DNS query. */
export function namesPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Checks whether every address of a host is a loopback address; false if the name cannot be resolved. */
export async function isLoopback(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return (
    addresses.length > 0 &&
    addresses.every(({ address, family }) => LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  );
}

/** Checks whether the host of a URL is this machine, without a DNS query. */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && LOOPBACK.check(host));
