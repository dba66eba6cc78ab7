import { ACTIVITY_ENTITIES, type ActivityEntity, activity as schema } from '@wayside/contract/activity';
import { adminName } from '../platform/db/admin-name.ts';
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
  refund: null,
  approval_settings: null,
  roadside_settings: null,
  // Its id is a day.
  close: null,
  // Path and query may contain a token.
  webhook_endpoint: "substring(url from '^[a-z]+://[^/]+')",
  admin: adminName('admins'),
};

const PRESENT_NAME = `CASE b.entity ${ACTIVITY_ENTITIES.map((entity) => {
  const name = NAMES[entity];
  return name && `WHEN '${entity}' THEN (SELECT ${name} FROM ${entity}s WHERE id = b.entity_id)`;
})
  .filter(Boolean)
  .join(' ')} END`;

/** The fields that name a record of the catalogue; the name of a slot is its times. */
const NAMING_FIELDS: Readonly<Partial<Record<ActivityEntity, readonly string[]>>> = {
  service: ['name'],
  sos_service: ['name'],
  part: ['name'],
  vehicle_model: ['companyName'],
  slot: ['startTime', 'endTime'],
};

/** The name of a deleted record of the catalogue, from the entry of its deletion. An erased person has none (USER-06). */
const DELETED_NAME = `CASE b.entity ${Object.entries(NAMING_FIELDS)
  .map(
    ([entity, fields]) => `WHEN '${entity}' THEN (SELECT concat_ws(' - ', ${fields
      .map(
        (field) =>
          `(SELECT change ->> 'before' FROM jsonb_array_elements(deletion.changes) AS change WHERE change ->> 'field' = '${field}')`,
      )
      .join(', ')})
      FROM activity AS deletion
      WHERE deletion.entity = b.entity AND deletion.entity_id = b.entity_id AND deletion.action = 'deleted'
      ORDER BY deletion.id DESC LIMIT 1)`,
  )
  .join(' ')} END`;

/** An activity entry with the present name of its record, or its last one: the log itself holds none (USER-06). */
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
    entityName: expression<string | null>(`coalesce(${PRESENT_NAME}, ${DELETED_NAME})`),
    changes: activity.changes,
    note: activity.note,
    hash: expression<string>("encode(b.hash, 'hex')"),
    previousHash: expression<string>("encode(b.previous_hash, 'hex')"),
  },
});
