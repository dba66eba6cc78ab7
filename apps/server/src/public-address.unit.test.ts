import { describe, expect, it } from 'vitest';
import { isPublicAddress, namesPrivateHost } from './public-address.ts';

describe('[HOOK-03] an IP address', () => {
  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2001:4860:4860::8888',
  ])('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'metadata of a cloud'],
    ['100.64.0.1', 'shared by carriers'],
    ['100.100.100.200', 'metadata of a cloud'],
    ['192.0.0.192', 'metadata of a cloud'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'this host'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:7f00:1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:0:10.0.0.1', 'IPv4-translated'],
    ['64:ff9b::10.0.0.1', 'NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001::1', 'Teredo'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['fd00:ec2::254', 'metadata of a cloud'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['100::1', 'discarded'],
    ['4000::1', 'not assigned'],
    ['', 'none'],
    ['example.com', 'a name'],
  ])('%s is not public: %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('[HOOK-03] the host of a URL', () => {
  it.each([
    'http://127.0.0.1/hook',
    'http://127.1:8080/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost:3000/',
    'http://LOCALHOST./',
    'http://api.localhost/',
    'http://169.254.169.254/latest/meta-data/',
  ])('%s is known to be private', (url) => expect(namesPrivateHost(url)).toBe(true));

  it.each([
    'https://hooks.example.com/',
    'https://8.8.8.8/',
    'http://localhost.example.com/',
    'http://127.0.0.1.nip.io/',
  ])('%s is not known to be private', (url) => expect(namesPrivateHost(url)).toBe(false));
});
