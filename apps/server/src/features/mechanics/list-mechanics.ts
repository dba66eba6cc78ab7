import type { ApplicationStatus, Mechanic } from '@wayside/contract/mechanics';
import { roleMay } from '@wayside/contract/roles';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext, Session } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';
import { findRecord } from '../../db/read-record.ts';
import type { ReadableLink } from '../../files/signed-links.ts';
import { decryptMechanic, mechanicRecord } from '../../records/mechanics.ts';

/** The list of mechanics (MECH-01, MECH-02). */
export const MECHANIC_LIST: ListShape = {
  name: 'list-mechanics',
  ...mechanicRecord.select,
  orderBy: 'listed_at',
  counter: 'mechanics',
  statusColumn: 'status',
  searchColumns: ['phone', 'name', 'email'],
  digitsColumn: 'phone_digits',
};

export interface ListMechanicsInput {
  readonly page: number;
  readonly limit: number;
  readonly status: ApplicationStatus | 'all' | null;
  /** Any part of phone, name or email (MECH-01). */
  readonly search: string | null;
}

/** The context of a verb whose answer depends on who reads it. */
export type ReaderContext = AppContext & { readonly session: Session | null };

/** A page of mechanics, newest first. */
export async function listMechanics(context: ReaderContext, input: ListMechanicsInput): Promise<Page<Mechanic>> {
  const { database, files } = context;
  const { page, limit, status, search } = input;
  const found = await readPage<Mechanic>(database, MECHANIC_LIST, {
    page,
    limit,
    status: status === 'all' ? null : status,
    search: search || null,
  });
  const readable = await files.readableLinks();
  return {
    ...found,
    rows: await Promise.all(found.rows.map((mechanic) => forReader(context, mechanic, readable))),
  };
}

/** One mechanic. @throws 404 */
export async function getMechanic(context: ReaderContext, id: string): Promise<Mechanic> {
  const { database, files } = context;
  const mechanic = await findRecord<Mechanic>(database, MECHANIC_LIST, id, 'mechanic');
  return forReader(context, mechanic, await files.readableLinks());
}

/** What a reader gets: bank details only where their role may reveal a bank account (TEAM-01). */
async function forReader(
  { keys, session }: ReaderContext,
  mechanic: Mechanic,
  readable: ReadableLink,
): Promise<Mechanic> {
  const maySeeBank = session !== null && roleMay(session.admin.role, 'bank:reveal');
  const shown = await decryptMechanic(keys, maySeeBank ? mechanic : { ...mechanic, bank: null });
  return withReadableDocuments(shown, readable);
}

/** The mechanic with signed links to the documents (FILE-03). */
function withReadableDocuments(mechanic: Mechanic, readable: ReadableLink): Mechanic {
  const { documents } = mechanic;
  if (documents === null) return mechanic;
  return {
    ...mechanic,
    documents: {
      ...documents,
      profilePhoto: readable(documents.profilePhoto),
      shopPhoto: readable(documents.shopPhoto),
    },
  };
}
