import type { ChangedNoun, MissingNoun } from '@wayside/contract/sentences/records';
import type { Versioned } from '@wayside/contract/wire/versioned';
import type pg from 'pg';
import type { Actor } from '../../actor.ts';
import { notFound } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import type { RecordColumn, RecordDefinition } from '../../records/define-record.ts';
import { changedSince, isExpectedVersion, versionTag } from '../../records/version-tag.ts';
import type { NewActivityEntry } from '../db/activity-entry.ts';
import { selectRecords } from '../db/read-record.ts';

/** Records that administrators edit and that are listed without paging, such as services. */
export interface CrudResource<D extends { readonly id: string }, S extends { readonly id: string } = D> {
  readonly record: RecordDefinition<D, S>;
  /** The name in the activity log, such as "slot". */
  readonly entity: NewActivityEntry['entity'];
  /** The name in errors, such as "time slot". */
  readonly noun: ChangedNoun & MissingNoun;
  readonly orderBy: string;
  /** Performs further writes in the record's transaction. `changed` is null for a new record. */
  readonly afterWrite?: (client: pg.ClientBase, actor: Actor, changed: readonly string[] | null) => Promise<void>;
}

/** Lists all records, or the records of one owner. */
export async function listRecords<D extends { readonly id: string }>(
  { database }: AppContext,
  { record, entity, orderBy }: CrudResource<D>,
  owner: { readonly column: string; readonly id: string } | null = null,
): Promise<(D & Versioned)[]> {
  const statement = {
    name: `list-${entity}${owner === null ? '' : '-of'}`,
    text: `${selectRecords(record.select)} ${owner === null ? '' : `AND b.${owner.column} = $1`} ORDER BY ${orderBy}`,
  };
  const found = await database.rows<{ record: D }>(statement, owner === null ? [] : [owner.id]);
  return found.map((row) => withEtag(record, row.record));
}

export async function findRecordOf<D extends { readonly id: string }>(
  client: pg.ClientBase,
  { record }: CrudResource<D>,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<D | null> {
  const { rows } = await client.query<{ record: D }>(`${selectRecords(record.select)} AND b.id = $1 ${lock}`, [id]);
  return rows[0]?.record ?? null;
}

/** @throws 404 */
export async function readRecord<D extends { readonly id: string }>(
  client: pg.ClientBase,
  resource: CrudResource<D>,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<D> {
  const found = await findRecordOf(client, resource, id, lock);
  if (found === null) throw notFound(resource.noun);
  return found;
}

/** Returns a record with its version (EDIT-01). */
export const withEtag = <D>(definition: RecordDefinition<D>, record: D): D & Versioned => ({
  ...record,
  etag: versionTag(versionedValues(definition, record)),
});

/** Excludes the id, which is the first column. */
const versionedValues = <D>(definition: RecordDefinition<D>, record: D) => definition.toRow(record).slice(1);

/** Checks whether the record still has an expected version. Null accepts any version. */
export const hasExpectedVersion = <D>(
  definition: RecordDefinition<D>,
  record: D,
  ifMatch: readonly string[] | null,
): boolean => ifMatch === null || isExpectedVersion(versionTag(versionedValues(definition, record)), ifMatch);

/** Returns the columns that differ from the version that the caller read; all columns if that version is unknown. */
export const columnsChangedSince = <D>(
  definition: RecordDefinition<D>,
  record: D,
  ifMatch: readonly string[],
): readonly RecordColumn[] => changedSince(definition.columns, versionedValues(definition, record), ifMatch);
