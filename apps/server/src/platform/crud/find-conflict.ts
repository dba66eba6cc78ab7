import type { ChangeAuthor, Conflict, MissedChange } from '@wayside/contract/wire/versioned';
import type pg from 'pg';
import * as z from 'zod/mini';
import { defineStatement, rowsOf, sampleOf } from '../db/statement.ts';
import type { CrudResource } from './crud-resource.ts';
import { columnsChangedSince, withEtag } from './etag.ts';

type WithId = { readonly id: string };

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
 * What has changed in a record since the version in If-Match, by whom and when (EDIT-01). The activity log knows the
 * administrators; a value that differs from its last entry was written past it, by an import where the source has the record.
 * @param client in the transaction that holds the record
 */
export async function findConflict<D extends WithId>(
  client: pg.ClientBase,
  { record: definition, entity }: CrudResource<D>,
  record: D,
  ifMatch: readonly string[],
): Promise<Conflict<D>> {
  const logged = await rowsOf(client, LAST_CHANGES, [entity, record.id]);
  const elsewhere = await findSource(client, definition.collection, record.id);
  // From nothing to the record: every field with a value, as the log would say it.
  const values = new Map(definition.changes(null, record).map(({ field, after }) => [field, after]));
  const changes = columnsChangedSince(definition, record, ifMatch).map(({ field }): MissedChange => {
    const last = logged.find((entry) => entry.field === field);
    const isLogged = last !== undefined && last.after === (values.get(field) ?? null);
    return { field, ...(isLogged ? loggedAuthor(last) : elsewhere) };
  });
  return { record: withEtag(definition, record), changes, deletion: null };
}

/** The conflict of a record that is gone; null where none is known under this id. */
export async function findDeletion<D extends WithId>(
  client: pg.ClientBase,
  { record: { collection }, entity }: CrudResource<D>,
  id: string,
): Promise<Conflict<D> | null> {
  const [deletion] = await rowsOf(client, DELETION, [entity, id]);
  if (deletion) return { record: null, changes: [], deletion: loggedAuthor(deletion) };
  const elsewhere = await findSource(client, collection, id);
  return elsewhere.source === 'unknown' ? null : { record: null, changes: [], deletion: elsewhere };
}

async function findSource(client: pg.ClientBase, collection: string, id: string): Promise<ChangeAuthor> {
  const [imported] = await rowsOf(client, SOURCE_CHANGE, [collection, id]);
  return imported
    ? { source: 'marketplace', by: null, at: imported.at }
    : { source: 'unknown', by: null, at: null };
}
