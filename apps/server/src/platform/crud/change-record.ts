import type { ChangeAuthor, Conflict, MissedChange, Versioned } from '@wayside/contract/wire/versioned';
import { ObjectId } from 'bson';
import type pg from 'pg';
import * as z from 'zod/mini';
import { notFound, preconditionFailed } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { lockLedger, postOwnEntries } from '../../money/ledger/post-entries.ts';
import type { FieldChange, RecordDefinition } from '../../records/define-record.ts';
import { ensureStubs } from '../../records/ensure-stubs.ts';
import { upsertRows } from '../../records/write-rows.ts';
import type { NewActivityEntry } from '../db/activity-entry.ts';
import { recordActivity } from '../db/record-activity.ts';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';
import { claimImage } from '../files/store-image.ts';
import {
  type CrudResource,
  columnsChangedSince,
  findRecordOf,
  hasExpectedVersion,
  readRecord,
  withEtag,
} from './crud-resource.ts';

type WithId = { readonly id: string };

/** Creates a record and its activity entry (SECU-05). */
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

/** New values. An undefined field stays unchanged. */
type RequestedValues<D> = { readonly [K in keyof D]?: D[K] | undefined };

export interface UpdateRecordInput<D> {
  readonly id: string;
  /** The expected versions; null accepts any version. */
  readonly ifMatch: readonly string[] | null;
  readonly given: RequestedValues<D> | ((record: D) => RequestedValues<D>);
}

/**
 * Changes the given fields. The row is locked before versions are compared.
 * @throws 404; 412 if the version differs (EDIT-01)
 */
export function updateRecord<D extends WithId>(
  { database, now, actor }: ActorContext,
  resource: CrudResource<D>,
  { id, ifMatch, given }: UpdateRecordInput<D>,
): Promise<D & Versioned> {
  return database.transaction(async (client) => {
    if (resource.record.posts) await lockLedger(client);
    const before = await readExpectedVersion(client, resource, id, ifMatch);
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

/** @throws 404; 412 if the version differs */
async function readExpectedVersion<D extends WithId>(
  client: pg.ClientBase,
  resource: CrudResource<D>,
  id: string,
  ifMatch: readonly string[] | null,
): Promise<D> {
  const found = await findRecordOf(client, resource, id, 'FOR UPDATE');
  if (found !== null && hasExpectedVersion(resource.record, found, ifMatch)) return found;
  const conflict =
    found === null
      ? ifMatch && (await findDeletion(client, resource, id))
      : await findConflict(client, resource, found, ifMatch ?? []);
  throw conflict ? preconditionFailed(resource.noun, conflict) : notFound(resource.noun);
}

/**
 * Deletes a record; an import does not restore it (IMPO-02).
 * @param removeOwned deletes owned records in the same transaction
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

/** Marks deleted records so that an import does not restore them (IMPO-02). */
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

/** Ensures that the image cannot be removed until the transaction ends. */
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

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]));

const LAST_CHANGES = defineStatement({
  name: 'last-changes-of-record',
  text: `SELECT DISTINCT ON (change->>'field') change->>'field' AS field, change->'after' AS after, a.actor_email AS by,
           iso_instant(a.at) AS at
         FROM activity AS a, jsonb_array_elements(a.changes) AS change
         WHERE a.entity = $1 AND a.entity_id = $2
         ORDER BY change->>'field', a.id DESC`,
  row: z.object({ field: z.string(), after: value, by: z.nullable(z.string()), at: z.string() }),
  example: ['slot', sampleOf('slots')],
});

const DELETION = defineStatement({
  name: 'deletion-of-record',
  text: `SELECT actor_email AS by, iso_instant(at) AS at FROM activity
         WHERE entity = $1 AND entity_id = $2 AND action = 'deleted' ORDER BY activity.id DESC LIMIT 1`,
  row: z.object({ by: z.nullable(z.string()), at: z.string() }),
  example: ['slot', sampleOf('slots')],
});

const SOURCE_CHANGE = defineStatement({
  name: 'source-change-of-record',
  text: `SELECT iso_instant(changed_at) AS at FROM imported_records WHERE collection = $1 AND id = $2 AND (field_hashes IS NOT NULL OR is_deleted)`,
  row: z.object({ at: z.nullable(z.string()) }),
  example: ['slots', sampleOf('slots')],
});

const loggedAuthor = ({ by, at }: { readonly by: string | null; readonly at: string }): ChangeAuthor => ({
  source: by === null ? 'command' : 'administrator',
  by,
  at,
});

/**
 * Returns the fields changed since the versions in If-Match, with author and time (EDIT-01). A value that differs
 * from its last activity entry was written by an import or an unknown source.
 */
export async function findConflict<D extends WithId>(
  client: pg.ClientBase,
  { record: definition, entity }: CrudResource<D>,
  record: D,
  ifMatch: readonly string[],
): Promise<Conflict<D>> {
  const logged = await rowsOf(client, LAST_CHANGES, [entity, record.id]);
  const sourceAuthor = await findSource(client, definition.collection, record.id);
  // In the format in which the log stores a new record.
  const values = new Map(definition.changes(null, record).map(({ field, after }) => [field, after]));
  const changes = columnsChangedSince(definition, record, ifMatch).map(({ field }): MissedChange => {
    const last = logged.find((entry) => entry.field === field);
    const isLogged = last !== undefined && last.after === (values.get(field) ?? null);
    return { field, ...(isLogged ? loggedAuthor(last) : sourceAuthor) };
  });
  return { record: withEtag(definition, record), changes, deletion: null };
}

/** Returns the conflict for a missing record; null if no deletion is known. */
export async function findDeletion<D extends WithId>(
  client: pg.ClientBase,
  { record: { collection }, entity }: CrudResource<D>,
  id: string,
): Promise<Conflict<D> | null> {
  const [deletion] = await rowsOf(client, DELETION, [entity, id]);
  if (deletion) return { record: null, changes: [], deletion: loggedAuthor(deletion) };
  const sourceAuthor = await findSource(client, collection, id);
  return sourceAuthor.source === 'unknown' ? null : { record: null, changes: [], deletion: sourceAuthor };
}

async function findSource(client: pg.ClientBase, collection: string, id: string): Promise<ChangeAuthor> {
  const [imported] = await rowsOf(client, SOURCE_CHANGE, [collection, id]);
  return imported
    ? { source: 'marketplace', by: null, at: imported.at }
    : { source: 'unknown', by: null, at: null };
}
