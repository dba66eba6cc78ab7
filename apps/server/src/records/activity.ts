import { ACTIVITY_ENTITIES, type ActivityEntity, activity as schema } from '@wayside/contract/activity';
import { activity } from '../platform/db/schema/activity.ts';
import { defineSelect } from './define-record.ts';
import { expression } from './field-source.ts';

/** The SQL expression of a record's name in the table of its entity; null where records have none. */
const NAMES: Readonly<Record<ActivityEntity, string | null>> = {
  user: 'name',
  mechanic: 'name',
  service: 'name',
  sos_service: 'name',
  part: 'name',
  service_key: 'name',
  saved_view: 'name',
  bank_answer: 'name',
  slot: "concat_ws(' - ', start_time, end_time)",
  vehicle_model: 'company_name',
  payment_run: "concat('Run ', number)",
  ledger_account: "concat_ws(' ', code, name)",
  booking: null,
  notification: null,
  configuration: null,
  export: null,
  job: null,
  database: null,
  approval: null,
  approval_settings: null,
  roadside_settings: null,
  // Its id is a day.
  close: null,
  // Path and query may contain a token.
  webhook_endpoint: "substring(url from '^[a-z]+://[^/]+')",
  admin: "coalesce(nullif(trim(name), ''), email)",
};

const PRESENT_NAME = `CASE b.entity ${ACTIVITY_ENTITIES.map((entity) => {
  const name = NAMES[entity];
  return name && `WHEN '${entity}' THEN (SELECT ${name} FROM ${entity}s WHERE id = b.entity_id)`;
})
  .filter(Boolean)
  .join(' ')} END`;

/** An activity entry with the present name of its record: the log itself holds none (USER-06). */
export const activitySelect = defineSelect({
  table: activity,
  schema,
  map: {
    id: expression<string>('b.id::text'),
    at: activity.at,
    actorId: activity.actorId,
    actorEmail: activity.actorEmail,
    address: activity.address,
    requestId: activity.requestId,
    action: activity.action,
    entity: activity.entity,
    entityId: activity.entityId,
    entityName: expression<string | null>(PRESENT_NAME),
    changes: activity.changes,
    note: activity.note,
    hash: expression<string>("encode(b.hash, 'hex')"),
    previousHash: expression<string>("encode(b.previous_hash, 'hex')"),
  },
});
