import type { ListShape } from '../../db/page-statement.ts';

/** How notifications are listed: newest first (NOTI-01). */
export const NOTIFICATION_LIST: ListShape = {
  name: 'list-notifications',
  table: 'notifications',
  condition: 'true',
  orderBy: 'listed_at',
  counter: 'notifications',
  statusColumn: 'type',
  searchColumns: [],
  json: `json_build_object('id', b.id, 'message', b.message, 'type', b.type,
    'user', CASE WHEN b.user_id IS NOT NULL THEN json_build_object('id', b.user_id) END,
    'mechanic', CASE WHEN b.mechanic_id IS NOT NULL THEN json_build_object('id', b.mechanic_id) END,
    'createdAt', iso_instant(b.created_at), 'updatedAt', iso_instant(b.updated_at), 'delivery', b.delivery)`,
  joins: '',
};
