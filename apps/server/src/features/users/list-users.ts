import type { User } from '@wayside/contract/users';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { readPage } from '../../db/read-page.ts';
import { USER_LIST } from './user-list.ts';

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
