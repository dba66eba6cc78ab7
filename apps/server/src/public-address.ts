import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that is assigned for the public Internet (RFC 4291); the special ranges within it have names of their own. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address is public: not loopback, private, link-local (the metadata of clouds), shared by carriers, multicast, reserved, or an
 * IPv4 address inside of an IPv6 one (HOOK-03).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** Whether the host of a web address is known to be private, without a DNS query. */
export function namesPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return host === 'localhost' || host.endsWith('.localhost');
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether every address of a host is a loopback address; false for a name that cannot be looked up. */
export async function isLoopback(host: string): Promise<boolean> {
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return (
    addresses.length > 0 &&
    addresses.every(({ address, family }) => LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4'))
  );
}

/** Whether the host of an address is this machine, without a DNS query. */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && LOOPBACK.check(host));
