import type { User } from '@wayside/contract/users';
import type { SortKey } from '@wayside/contract/wire/list-query';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import { amountOrder, type ListFilters, type ListShape } from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import { userRecord } from '../../records/users.ts';

/** How customers are listed (USER-01, USER-02). */
export const USER_LIST: ListShape = {
  name: 'list-users',
  ...userRecord.select,
  orderBy: 'listed_at',
  counter: 'users',
  statusColumn: "''",
  searchColumns: ['phone', 'name', 'email'],
  digitsColumn: 'phone_digits',
  orders: { wallet: amountOrder('wallet_paise', 'users by wallet') },
};

export interface ListUsersInput extends PageInput {
  /** Any part of phone, name or email (USER-01). */
  readonly search: string | null;
  /** Null for newest first (VIEW-02). */
  readonly sort: SortKey<'date' | 'wallet'> | null;
}

/** How the list reads the customers under its search. */
export const usersUnder = ({ search, sort }: Pick<ListUsersInput, 'search' | 'sort'>): ListFilters => ({
  status: null,
  search: search || null,
  sort,
});

/** A page of customers. */
export function listUsers(
  { database }: AppContext,
  { page, limit, ...filters }: ListUsersInput,
): Promise<Page<User>> {
  return readPage(database, USER_LIST, { ...usersUnder(filters), page, limit });
}

/** How many customers there are under each of the filters (VIEW-04). */
export const countUsers = (
  { database }: Pick<AppContext, 'database'>,
  views: readonly Pick<ListUsersInput, 'search' | 'sort'>[],
): Promise<number[]> => countRows(database, USER_LIST, views.map(usersUnder));
