import type { User } from '@wayside/contract/users';
import { signedInTest } from './application-test.ts';
import { aUser } from './factories/people.ts';
import type { Marketplace } from './marketplace.ts';

/** Customers for tests that change or erase them; each test uses its own. */
export interface CustomerPool {
  readonly people: readonly User[];
  /** The next unused customer. */
  next(): User;
}

/**
 * Creates customers with distinct names (Customer AA, Customer BB and so on), so that a search for one name finds no
 * other.
 * @param traits the fields of each customer that differ from the factory's, by index
 */
export function customerPool(count: number, traits: (index: number) => Partial<User> = () => ({})): CustomerPool {
  const people = Array.from({ length: count }, (_, index) =>
    aUser({ name: `Customer ${String.fromCharCode(65 + index).repeat(2)}`, ...traits(index) }),
  );
  let taken = 0;
  return {
    people,
    next: () => {
      const user = people[taken];
      taken += 1;
      if (!user) throw new Error('the pool has no customer left');
      return user;
    },
  };
}

/**
 * Creates the `test` of a file (see signedInTest) in which each test has its own customer, `user`.
 * @param others further records
 */
export function customerTest({ people, next }: CustomerPool, others: Marketplace = {}) {
  return (
    signedInTest({ ...others, users: [...people, ...(others.users ?? [])] })
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
      .extend('user', ({}) => next())
  );
}
