import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../public-address.ts';

const NAME_SERVER_MS = 3_000;

/** Finds the addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** A delivery that was not sent, because it would have gone into a private network (HOOK-03). */
export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';

  constructor(host: string, address: string) {
    super(`${host === address ? host : `${host} is ${address}, which`} is not an address of the public Internet`);
  }
}

/**
 * Asks the name servers without the thread pool, which a silent one would fill for everybody; names that they do not
 * have may be in the file of hosts.
 * @throws when there is no address
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const codes = answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason?.code) : ''));
  if (codes.some((code) => code !== 'ENOTFOUND' && code !== 'ENODATA'))
    throw answers.find((answer) => answer.status === 'rejected')?.reason;
  return (await lookup(host, { all: true })).map(({ address }) => address);
};

/**
 * A `lookup` for one connection: it resolves the name once, and the connection is made to the addresses that it has
 * checked, so that a name which resolves to something else the next time changes nothing (HOOK-03).
 */
export function checkedLookup(resolve: ResolveHost, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, { all }, done) => {
    const answer = async () => {
      const addresses = await resolve(host);
      for (const address of addresses) if (!isAllowed(address)) throw new PrivateAddress(host, address);
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    answer().then(
      (found) => {
        const [first] = found;
        if (!first) done(Object.assign(new Error(`${host} has no address`), { code: 'ENODATA' }), []);
        else if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    );
  };
}

/** Whether a delivery may go to an address. */
export const allowedAddress =
  (allowsPrivate: boolean) =>
  (address: string): boolean =>
    allowsPrivate || isPublicAddress(address);
