import type { FieldValue } from '@wayside/contract/activity';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { notFound } from '../api-error.ts';
import type { Actor, AppContext } from '../context.ts';
import { type NewActivityEntry, recordActivity } from '../db/record-activity.ts';
import { claimImage } from '../files/claim-image.ts';
import { lockLedger, postOwnEntries } from '../ledger/post-entries.ts';
import type { Collection } from '../records/collection.ts';
import { ensureStubs } from '../records/ensure-stubs.ts';
import { upsertRows } from '../records/upsert-rows.ts';
import { type CrudResource, isFullRecord } from './crud-resource.ts';

/** Adds a record and puts it on record (SECU-05). */
export function createRecord<D extends { readonly id: string }>(
  { database, now }: AppContext,
  actor: Actor,
  kept: CrudResource<D>,
  values: Omit<D, 'id'>,
): Promise<D> {
  const id = new ObjectId().toHexString();
  return database.transaction(async (client) => {
    if (kept.collection.posts) await lockLedger(client);
    const record = { ...(await withClaimedImage(client, values)), id } as D;
    await write(client, actor, kept, record, null);
    await recordActivity(client, actor, now(), entry(kept, 'created', null, record));
    return read(client, kept, record.id);
  });
}

/** Fields of a record with their new values; what is undefined stays. */
type Given<D> = { readonly [K in keyof D]?: D[K] | undefined };

/**
 * Changes what is given of a record, or what `given` makes of it as it is.
 * @throws 404
 */
export function updateRecord<D extends { readonly id: string }>(
  { database, now }: AppContext,
  actor: Actor,
  kept: CrudResource<D>,
  id: string,
  given: Given<D> | ((record: D) => Given<D>),
): Promise<D> {
  return database.transaction(async (client) => {
    if (kept.collection.posts) await lockLedger(client);
    const before = await read(client, kept, id, 'FOR UPDATE');
    const wanted = typeof given === 'function' ? given(before) : given;
    const set = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const after: D = { ...before, ...(await withClaimedImage(client, set, before)), id };
    const done = entry(kept, 'updated', before, after);
    if (done.changes?.length === 0) return before;
    await write(client, actor, kept, after, before);
    await recordActivity(client, actor, now(), done);
    return read(client, kept, id);
  });
}

/**
 * Removes a record; an import does not bring it back (IMPO-02).
 * @param before what goes with it, in the same transaction
 * @throws 404
 */
export function deleteRecord<D extends { readonly id: string }>(
  { database, now }: AppContext,
  actor: Actor,
  kept: CrudResource<D>,
  id: string,
  before: (client: pg.ClientBase) => Promise<void> = async () => undefined,
): Promise<void> {
  return database.transaction(async (client) => {
    const record = await read(client, kept, id, 'FOR UPDATE');
    await before(client);
    await client.query(`DELETE FROM ${kept.collection.table} WHERE id = $1`, [id]);
    await forgetImported(client, kept.collection, [id]);
    await recordActivity(client, actor, now(), entry(kept, 'deleted', record, null));
  });
}

/** Records that were deleted here stay so when their source is imported again (IMPO-02). */
export async function forgetImported(
  client: pg.ClientBase,
  { name }: Pick<Collection, 'name'>,
  ids: readonly string[],
): Promise<void> {
  await client.query('UPDATE imported_records SET field_hashes = NULL WHERE collection = $1 AND id = ANY($2)', [
    name,
    ids,
  ]);
}

async function read<D extends { readonly id: string }>(
  client: pg.ClientBase,
  kept: CrudResource<D>,
  id: string,
  lock = '',
): Promise<D> {
  const { rows } = await client.query<{ record: D }>(
    `SELECT ${kept.json} AS record FROM ${kept.collection.table} AS b WHERE b.id = $1 AND ${isFullRecord(kept)} ${lock}`,
    [id],
  );
  const [found] = rows;
  if (!found) throw notFound(kept.noun);
  return found.record;
}

async function write<D extends { readonly id: string }>(
  client: pg.ClientBase,
  actor: Actor,
  { collection, afterWrite }: CrudResource<D>,
  record: D,
  before: D | null,
): Promise<void> {
  const rows = [collection.toRow(record)];
  await ensureStubs(client, collection, rows);
  await upsertRows(client, collection, rows);
  await afterWrite?.(client, actor, before === null ? null : changedColumns(collection, before, record));
  if (collection.posts) await postOwnEntries(client);
}

function changedColumns<D extends { readonly id: string }>(
  collection: Collection<D>,
  before: D,
  after: D,
): string[] {
  return collection.columns.flatMap(({ name, read }) => (plain(read(before)) === plain(read(after)) ? [] : [name]));
}

/** The values with their image as records hold it; it cannot be removed until the transaction ends. */
async function withClaimedImage<V extends object>(
  client: pg.ClientBase,
  values: V,
  before: object = {},
): Promise<V> {
  if (!('image' in values)) return values;
  const held = 'image' in before ? before.image : null;
  return { ...values, image: await claimImage(client, textOrNull(values.image), textOrNull(held)) };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What is put on record: each column whose value differs, under the domain's name. */
function entry<D extends { readonly id: string }>(
  { collection, entity }: CrudResource<D>,
  action: NewActivityEntry['action'],
  before: D | null,
  after: D | null,
): NewActivityEntry {
  const changes = collection.columns.flatMap(({ name, read }) => {
    const [was, is] = [before, after].map((record) => (record === null ? null : plain(read(record))));
    return was === is ? [] : [{ field: camelCase(name), before: was ?? null, after: is ?? null }];
  });
  return { action, entity, entityId: (after ?? before)?.id ?? null, changes };
}

const plain = (value: unknown): FieldValue =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? value : String(value);

const camelCase = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
