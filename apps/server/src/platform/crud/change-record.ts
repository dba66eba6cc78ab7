import type { Versioned } from '@wayside/contract/wire/versioned';
import { ObjectId } from 'bson';
import type pg from 'pg';
import { changedMeanwhile, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockLedger, postOwnEntries } from '../../money/ledger/post-entries.ts';
import type { FieldChange, RecordDefinition } from '../../records/define-record.ts';
import { ensureStubs } from '../../records/ensure-stubs.ts';
import { upsertRows } from '../../records/write-rows.ts';
import type { NewActivityEntry } from '../db/activity-entry.ts';
import { recordActivity } from '../db/record-activity.ts';
import { claimImage } from '../files/claim-image.ts';
import { type CrudResource, findRecordOf, readRecord } from './crud-resource.ts';
import { isAsRead, withEtag } from './etag.ts';
import { findConflict, findDeletion } from './find-conflict.ts';

type WithId = { readonly id: string };

/** Adds a record, and an activity entry (SECU-05). */
export function createRecord<D extends WithId>(
  { database, now, actor }: ActorContext,
  resource: CrudResource<D>,
  values: Omit<D, 'id'>,
): Promise<D & Versioned> {
  const id = new ObjectId().toHexString();
  return database.transaction(async (client) => {
    if (resource.record.posts) await lockLedger(client);
    const record = { ...(await withClaimedImage(client, values)), id } as D;
    const changes = resource.record.changes(null, record);
    await write(client, resource, record);
    await resource.afterWrite?.(client, actor, null);
    if (resource.record.posts) await postOwnEntries(client);
    await recordActivity(client, actor, now(), entry(resource, 'created', id, changes));
    return withEtag(resource.record, await readRecord(client, resource, id));
  });
}

/** Fields of a record with their new values; a field that is undefined stays. */
type Given<D> = { readonly [K in keyof D]?: D[K] | undefined };

export interface UpdateRecordInput<D> {
  readonly id: string;
  /** The versions in which the record may be; null for any. */
  readonly ifMatch: readonly string[] | null;
  /** Also a function that makes them of the record as it is. */
  readonly given: Given<D> | ((record: D) => Given<D>);
}

/**
 * Changes the given fields of a record. Of two updates of the same version at once the second one finds the first one's
 * record, because the row is locked before the versions are compared.
 * @throws 404; 412 where the record is in none of the versions (EDIT-01)
 */
export function updateRecord<D extends WithId>(
  { database, now, actor }: ActorContext,
  resource: CrudResource<D>,
  { id, ifMatch, given }: UpdateRecordInput<D>,
): Promise<D & Versioned> {
  return database.transaction(async (client) => {
    if (resource.record.posts) await lockLedger(client);
    const before = await readAsExpected(client, resource, id, ifMatch);
    const wanted = typeof given === 'function' ? given(before) : given;
    const set = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const after: D = { ...before, ...(await withClaimedImage(client, set, before)), id };
    const changes = resource.record.changes(before, after);
    if (changes.length === 0) return withEtag(resource.record, before);
    await write(client, resource, after);
    await resource.afterWrite?.(
      client,
      actor,
      changes.map(({ column }) => column),
    );
    if (resource.record.posts) await postOwnEntries(client);
    await recordActivity(client, actor, now(), entry(resource, 'updated', id, changes));
    return withEtag(resource.record, await readRecord(client, resource, id));
  });
}

/** Locks and reads a record. @throws 404; 412 where it is in none of the versions */
async function readAsExpected<D extends WithId>(
  client: pg.ClientBase,
  resource: CrudResource<D>,
  id: string,
  ifMatch: readonly string[] | null,
): Promise<D> {
  const found = await findRecordOf(client, resource, id, 'FOR UPDATE');
  if (found !== null && isAsRead(resource.record, found, ifMatch)) return found;
  const conflict =
    found === null
      ? ifMatch && (await findDeletion(client, resource, id))
      : await findConflict(client, resource, found, ifMatch ?? []);
  throw conflict ? changedMeanwhile(resource.noun, conflict) : notFound(resource.noun);
}

/**
 * Removes a record; an import does not bring it back (IMPO-02).
 * @param removeOwned removes the records that go with it, in the same transaction
 * @throws 404
 */
export function deleteRecord<D extends WithId>(
  { database, now, actor }: ActorContext,
  resource: CrudResource<D>,
  id: string,
  removeOwned: (client: pg.ClientBase) => Promise<void> = async () => undefined,
): Promise<void> {
  return database.transaction(async (client) => {
    const record = await readRecord(client, resource, id, 'FOR UPDATE');
    await removeOwned(client);
    await client.query(`DELETE FROM ${resource.record.table} WHERE id = $1`, [id]);
    await forgetImported(client, resource.record, [id]);
    await recordActivity(
      client,
      actor,
      now(),
      entry(resource, 'deleted', id, resource.record.changes(record, null)),
    );
  });
}

/** Marks records as deleted here, so that an import of their source does not bring them back (IMPO-02). */
export async function forgetImported(
  client: pg.ClientBase,
  { collection }: Pick<RecordDefinition, 'collection'>,
  ids: readonly string[],
): Promise<void> {
  await client.query('UPDATE imported_records SET field_hashes = NULL WHERE collection = $1 AND id = ANY($2)', [
    collection,
    ids,
  ]);
}

async function write<D extends WithId>(
  client: pg.ClientBase,
  { record: definition }: CrudResource<D>,
  record: D,
): Promise<void> {
  const rows = [definition.toRow(record)];
  await ensureStubs(client, definition, rows);
  await upsertRows(client, definition, rows);
}

/** The values with their image as records hold it; the image cannot be removed until the transaction ends. */
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

const entry = <D extends WithId>(
  { entity }: CrudResource<D>,
  action: NewActivityEntry['action'],
  entityId: string,
  changes: readonly FieldChange[],
): NewActivityEntry => ({
  action,
  entity,
  entityId,
  changes: changes.map(({ field, before, after }) => ({ field, before, after })),
});
