import * as z from 'zod/mini';
import { ACTIVITY_LIST } from './lists.ts';
import { endpointsOf } from './wire/endpoint.ts';
import { descriptionText, instant, list, maybe, openEnum, recordId, text } from './wire/fields.ts';
import { listEndpoints } from './wire/list-endpoints.ts';
import { fullList, pagedResponse } from './wire/paging.ts';
import { rowNumber } from './wire/request-fields.ts';
import type { Wire } from './wire/wire.ts';
import { type DomainOf, success, wireObject } from './wire/wire-object.ts';

const endpoint = endpointsOf('activity');

export const ACTIVITY_ACTIONS = [
  'created',
  'updated',
  'deleted',
  'erasure_finished',
  'blocked',
  'unblocked',
  'approved',
  'rejected',
  'resubmission_requested',
  'marked_expert',
  'marked_regular',
  'bank_account_shown',
  'upi_id_shown',
  'aadhaar_card_shown',
  'note_added',
  'note_removed',
  'paid',
  'payment_recorded',
  'payment_failed',
  'removed_from_run',
  'file_made',
  'file_downloaded',
  'voided',
  'adjusted',
  'linked',
  'split',
  'written_off',
  'ignored',
  'sent',
  'secret_rotated',
  'replayed',
  'revoked',
  'used',
  'requested',
  'withdrawn',
  'lapsed',
  'invited',
  'role_changed',
  'suspended',
  'reactivated',
  'password_set',
  'sessions_ended',
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'two_factor_reset',
  'single_sign_on_connected',
  'single_sign_on_disconnected',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'exported',
  'imported',
  'demo_created',
  'data_key_changed',
  'backed_up',
  'restored',
  'started',
  'finished',
  'cancelled',
  'stopped',
  'closed',
  'reopened',
  'read_again',
  'claimed',
  'released',
  'handover_offered',
  'handover_withdrawn',
  'handover_declined',
  'handed_over',
  'assign_requested',
  'cancel_requested',
  'confirmed',
  'failed',
  'opened',
  'lost',
  'won',
  'sealed',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** Records that administrators edit on the screens of Services and Master. Every role may read them. */
export const CATALOGUE_ENTITIES = ['service', 'sos_service', 'part', 'slot', 'vehicle_model'] as const;
export type CatalogueEntity = (typeof CATALOGUE_ENTITIES)[number];

export const isCatalogueEntity = (entity: string): entity is CatalogueEntity =>
  CATALOGUE_ENTITIES.some((each) => each === entity);

export const ACTIVITY_ENTITIES = [
  'booking',
  'user',
  'mechanic',
  'notification',
  ...CATALOGUE_ENTITIES,
  'configuration',
  'webhook_endpoint',
  'service_key',
  'approval',
  'approval_settings',
  'payment_run',
  'refund',
  'bank_answer',
  'settlement_file',
  'settlement_line',
  'close',
  'ledger_account',
  'saved_view',
  'roadside_settings',
  'admin',
  'export',
  'job',
  'database',
] as const;
export type ActivityEntity = (typeof ACTIVITY_ENTITIES)[number];

/** The actor of commands on the server, an id that no administrator has (PRIV-03). */
export const COMMAND_LINE_ID = '0'.repeat(24);

/** The value of a field, never personal (USER-06). Amounts are in paise, timestamps are ISO text. */
export type FieldValue = string | number | boolean | null;
const fieldValue = z.nullable(z.union([z.string(), z.number(), z.boolean()])) as Wire<FieldValue>;

const fields = {
  id: text,
  at: instant,
  /** The id of the administrator; null for a command on the server. */
  actorId: maybe(recordId),
  actorEmail: maybe(text),
  /** The client's address, as far as TRUST_PROXY allows the server to know it. */
  address: maybe(text),
  /** The id of the request, which its response and log lines also contain (OPER-04); null for a command. */
  requestId: maybe(text),
  /** The action: "blocked", "approved", "paid". */
  action: openEnum(ACTIVITY_ACTIONS),
  /** The kind of record: "user", "mechanic", "part". */
  entity: openEnum(ACTIVITY_ENTITIES),
  entityId: maybe(text),
  /** The current name of the person or record, if it still has one. */
  entityName: maybe(text),
  changes: list(wireObject({ field: text, before: fieldValue, after: fieldValue })),
  /** Remarks; null once the person that they concern is erased. */
  note: maybe(descriptionText),
  hash: text,
  previousHash: text,
};

/**
 * An activity entry (SECU-05) that states who changed which record, when and from where, with the values before and
 * after.
 */
export type Activity = DomainOf<typeof fields>;
export const activity: Wire<Activity> = wireObject(fields);

/** API-17, PRIV-03 */
export const { list: listActivity, count: countActivity } = listEndpoints(ACTIVITY_LIST, {
  name: 'Activity',
  path: '/admin/activity',
  permission: 'activity:read',
  tag: 'activity',
  response: pagedResponse(activity),
  summary:
    'A page of the activity log, newest first; `entity` and `id` name a record, `actor` an administrator, or the command line as 24 zeros; `from` and `to` are days of the business, both included; `sort=date` is oldest first.',
});

/** API-17 */
export const getActivity = endpoint('getActivity', 'GET /admin/activity/{id}', {
  permission: 'activity:read',
  summary: 'One row of the activity log.',
  params: wireObject({ id: rowNumber }),
  response: success({ record: activity }, { record: 'data' }),
  errorCodes: [404],
});

const actorFields = { id: recordId, email: text };
/** A user by whose entries the log can be filtered. */
export type ActivityActor = DomainOf<typeof actorFields>;

/** PRIV-03 */
export const listActivityActors = endpoint('listActivityActors', 'GET /admin/activity-actors', {
  permission: 'activity:read',
  summary: 'The actors for the log’s filter: administrators and the command line.',
  response: fullList(wireObject(actorFields, { id: '_id' })),
});
