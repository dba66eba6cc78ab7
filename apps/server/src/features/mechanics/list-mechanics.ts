import type { ApplicationStatus, Mechanic } from '@wayside/contract/mechanics';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import { readPage } from '../../db/read-page.ts';
import { MECHANIC_LIST } from './mechanic-list.ts';
import { withReadableDocuments } from './with-readable-documents.ts';

export interface ListMechanicsInput {
  readonly page: number;
  readonly limit: number;
  readonly status: ApplicationStatus | 'all' | null;
  /** Any part of phone, name or email (MECH-01). */
  readonly search: string | null;
}

/** A page of mechanics, newest first. */
export async function listMechanics(
  { database, files }: AppContext,
  input: ListMechanicsInput,
): Promise<Page<Mechanic>> {
  const { page, limit, status, search } = input;
  const found = await readPage<Mechanic>(database, MECHANIC_LIST, {
    page,
    limit,
    status: status === 'all' ? null : status,
    search: search || null,
  });
  const readable = await files.readableLinks();
  return { ...found, rows: found.rows.map((mechanic) => withReadableDocuments(mechanic, readable)) };
}
