import type { Activity } from '@wayside/contract/activity';
import type { Page } from '@wayside/contract/wire/paging';
import type { AppContext } from '../../context.ts';
import type { ListShape } from '../../db/page-statement.ts';
import { readPage } from '../../db/read-page.ts';

/** How the log is listed: newest first. */
export const ACTIVITY_LIST: ListShape = {
  name: 'list-activity',
  table: 'activity',
  condition: 'true',
  orderBy: 'at',
  subject: 'activity',
  partColumn: 'action',
  searchColumns: [],
  // Names are the present ones: the log itself holds none (USER-06).
  json: `json_build_object(
    'id', b.id::text, 'at', iso_instant(b.at), 'actorId', b.actor_id, 'actorEmail', b.actor_email, 'address', b.address,
    'action', b.action, 'entity', b.entity, 'entityId', b.entity_id, 'entityName', coalesce(u.name, m.name),
    'changes', b.changes, 'note', b.note, 'hash', encode(b.hash, 'hex'), 'previousHash', encode(b.previous_hash, 'hex'))`,
  joins: `LEFT JOIN users AS u ON b.entity = 'user' AND u.id = b.entity_id
    LEFT JOIN mechanics AS m ON b.entity = 'mechanic' AND m.id = b.entity_id`,
};

export interface ActivityWish {
  readonly page: number;
  readonly limit: number;
  readonly entity: string | null;
  readonly entityId: string | null;
  readonly actorId: string | null;
  readonly action: string | null;
}

/** A page of the activity log, newest first (API-17). */
export function listActivity({ database }: AppContext, wish: ActivityWish): Promise<Page<Activity>> {
  const { page, limit, entity, entityId, actorId, action } = wish;
  const owners = [
    { column: 'entity', id: entity || null },
    { column: 'entity_id', id: entityId || null },
    { column: 'actor_id', id: actorId },
  ].flatMap(({ column, id }) => (id === null ? [] : [{ column, id }]));
  return readPage(database, ACTIVITY_LIST, { page, limit, part: action || null, search: null, owners });
}
