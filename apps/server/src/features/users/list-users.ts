import type { User } from '@wayside/contract/users';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';
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
};

export interface ListUsersInput {
  readonly page: number;
  readonly limit: number;
  /** Any part of phone, name or email (USER-01). */
  readonly search: string | null;
}

/** A page of customers, newest first. */
export function listUsers({ database }: AppContext, { page, limit, search }: ListUsersInput): Promise<Page<User>> {
  return readPage(database, USER_LIST, { page, limit, status: null, search: search || null });
}
