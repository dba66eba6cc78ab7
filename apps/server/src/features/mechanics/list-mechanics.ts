import type { ApplicationStatus, Mechanic } from '@wayside/contract/mechanics';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { readPage } from '../../db/read-page.ts';
import { MECHANIC_LIST } from './mechanic-list.ts';

export interface MechanicsWish {
  readonly page: number;
  readonly limit: number;
  readonly status: ApplicationStatus | 'all' | null;
  /** Any part of phone, name or email (MECH-01). */
  readonly search: string | null;
}

/** A page of mechanics, newest first. */
export function listMechanics({ database }: AppContext, wish: MechanicsWish): Promise<Page<Mechanic>> {
  const { page, limit, status, search } = wish;
  const part = status === 'all' ? null : status;
  return readPage(database, MECHANIC_LIST, { page, limit, part, search: search || null });
}
