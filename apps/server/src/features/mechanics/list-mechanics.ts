import type { ApplicationStatus, Mechanic } from '@wayside/contract/mechanics';
import type { SortKey } from '@wayside/contract/wire/list-query';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext, ReaderContext } from '../../context.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import { amountOrder, type ListFilters, type ListShape } from '../../platform/db/list-shape.ts';
import { readPage } from '../../platform/db/read-page.ts';
import { findRecord } from '../../platform/db/read-record.ts';
import type { PageInput } from '../../platform/db/statement-page.ts';
import type { ReadableLink } from '../../platform/files/signed-links.ts';
import { readerMay } from '../../reader-may.ts';
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
  orders: { wallet: amountOrder('wallet_paise', 'mechanics by wallet') },
};

export interface ListMechanicsInput extends PageInput {
  /** Any of these; null for all. */
  readonly status: readonly ApplicationStatus[] | null;
  /** Any part of phone, name or email (MECH-01). */
  readonly search: string | null;
  /** Null for newest first (VIEW-02). */
  readonly sort: SortKey<'date' | 'wallet'> | null;
}

/** How the list reads the mechanics under its filters. */
export const mechanicsUnder = (input: Omit<ListMechanicsInput, keyof PageInput>): ListFilters => ({
  status: input.status,
  search: input.search || null,
  sort: input.sort,
});

/** A page of mechanics. */
export async function listMechanics(context: ReaderContext, input: ListMechanicsInput): Promise<Page<Mechanic>> {
  const { database, files, session } = context;
  const { page, limit } = input;
  const found = await readPage<Mechanic>(database, MECHANIC_LIST, {
    ...mechanicsUnder(input),
    page,
    limit,
  });
  const readable = await files.readableLinks(session);
  return {
    ...found,
    rows: await Promise.all(found.rows.map((mechanic) => forReader(context, mechanic, readable))),
  };
}

/** One mechanic. @throws 404 */
export async function getMechanic(context: ReaderContext, id: string): Promise<Mechanic> {
  const { database, files, session } = context;
  const mechanic = await findRecord<Mechanic>(database, MECHANIC_LIST, id, 'mechanic');
  return forReader(context, mechanic, await files.readableLinks(session));
}

/** What a reader gets: bank details only where their role may reveal a bank account (TEAM-01). */
async function forReader(context: ReaderContext, mechanic: Mechanic, readable: ReadableLink): Promise<Mechanic> {
  const maySeeBank = readerMay(context, 'bank:reveal');
  const shown = await decryptMechanic(context.keys, maySeeBank ? mechanic : { ...mechanic, bank: null });
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

/** How many mechanics there are under each of the filters (VIEW-04). */
export const countMechanics = (
  { database }: Pick<AppContext, 'database'>,
  views: readonly Omit<ListMechanicsInput, keyof PageInput>[],
): Promise<number[]> => countRows(database, MECHANIC_LIST, views.map(mechanicsUnder));
