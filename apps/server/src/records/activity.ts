import {
  ACTIVITY_ENTITIES,
  type ActivityEntity,
  CATALOGUE_ENTITIES,
  type CatalogueEntity,
  isCatalogueEntity,
  activity as schema,
} from '@wayside/contract/activity';
import { adminNameSql } from '../platform/db/admin-name.ts';
import { activity } from '../platform/db/schema/activity.ts';
import { defineSelect } from './define-record.ts';
import { expression } from './field-source.ts';

/** The SQL expression of a record's name, by entity; null if the records have no names. */
const NAMES: Readonly<Record<Exclude<ActivityEntity, CatalogueEntity>, string | null>> = {
  user: 'name',
  mechanic: 'name',
  service_key: 'name',
  saved_view: 'name',
  bank_answer: 'name',
  settlement_file: 'name',
  settlement_line: null,
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
  // The id of a close is its day.
  close: null,
  // The path and query are omitted, because they may contain a token.
  webhook_endpoint: "substring(url from '^[a-z]+://[^/]+')",
  admin: adminNameSql('admins'),
};

/** Catalogue records whose name is not in the `name` column: the SQL expression and the fields of the record. */
const OTHER_NAMES: Readonly<Partial<Record<CatalogueEntity, { sql: string; fields: readonly string[] }>>> = {
  slot: { sql: "concat_ws(' - ', start_time, end_time)", fields: ['startTime', 'endTime'] },
  vehicle_model: { sql: 'company_name', fields: ['companyName'] },
};

const catalogueName = (entity: CatalogueEntity) => OTHER_NAMES[entity] ?? { sql: 'name', fields: ['name'] };

const PRESENT_NAME = `CASE b.entity ${ACTIVITY_ENTITIES.map((entity) => {
  const name = isCatalogueEntity(entity) ? catalogueName(entity).sql : NAMES[entity];
  return name && `WHEN '${entity}' THEN (SELECT ${name} FROM ${entity}s WHERE id = b.entity_id)`;
})
  .filter(Boolean)
  .join(' ')} END`;

/**
 * The name of a deleted catalogue record, read from the entry of its deletion. An erased person has no name
 * (USER-06).
 */
const DELETED_NAME = `CASE b.entity ${CATALOGUE_ENTITIES.map(
  (entity) => `WHEN '${entity}' THEN (SELECT concat_ws(' - ', ${catalogueName(entity)
    .fields.map(
      (field) =>
        `(SELECT change ->> 'before' FROM jsonb_array_elements(deletion.changes) AS change WHERE change ->> 'field' = '${field}')`,
    )
    .join(', ')})
      FROM activity AS deletion
      WHERE deletion.entity = b.entity AND deletion.entity_id = b.entity_id AND deletion.action = 'deleted'
      ORDER BY deletion.id DESC LIMIT 1)`,
).join(' ')} END`;

/** An activity entry with the current or last name of its record; the log itself stores no names (USER-06). */
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
