import type { User } from '@wayside/contract/users';
import { aUser } from './factories/people.ts';
import type { Marketplace } from './marketplace.ts';
import { signedInTest } from './signed-in-test.ts';

/** Customers whom tests change for good, and so take one after the other. */
export interface CustomersInTurn {
  readonly people: readonly User[];
  /** The next one whom no test has had. */
  next(): User;
}

/**
 * So many customers, who are found by their names: Customer A, Customer B and so on.
 * @param traits what is other than usual about the one at an index
 */
export function customersInTurn(
  count: number,
  traits: (index: number) => Partial<User> = () => ({}),
): CustomersInTurn {
  const people = Array.from({ length: count }, (_, index) =>
    aUser({ name: `Customer ${String.fromCharCode(65 + index)}`, ...traits(index) }),
  );
  let used = 0;
  return {
    people,
    next: () => {
      const user = people[used];
      used += 1;
      if (!user) throw new Error('more customers are needed');
      return user;
    },
  };
}

/**
 * The `test` of a file, see signedInTest, in which each test has a customer of its own, `user`.
 * @param others the records that are there beside them
 */
export function ownCustomerTest({ people, next }: CustomersInTurn, others: Marketplace = {}) {
  return (
    signedInTest({ ...others, users: [...people, ...(others.users ?? [])] })
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
      .extend('user', ({}) => next())
  );
}
