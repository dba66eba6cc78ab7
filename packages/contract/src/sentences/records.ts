import { ROLE_TABLE } from '../roles.ts';
import { PERMISSIONS, type Permission } from '../wire/permissions.ts';

/** Messages of a 404 response, by kind of record. */
const NOT_FOUND_SENTENCES = {
  no_account: 'There is no account with this id.',
  no_activity: 'There is no activity with this id.',
  no_administrator: 'There is no administrator with this id.',
  no_bank_result_file: 'There is no bank result file with this id.',
  no_booking: 'There is no booking with this id.',
  no_call: 'There is no call with this id.',
  no_configuration: 'There is no configuration with this id.',
  no_customer: 'There is no customer with this id.',
  no_delivery: 'There is no delivery with this id.',
  no_dispute: 'There is no dispute with this id.',
  no_emergency: 'There is no emergency with this id.',
  no_job: 'There is no job with this id.',
  no_mechanic: 'There is no mechanic with this id.',
  no_note: 'There is no note with this id.',
  no_notification: 'There is no notification with this id.',
  no_part: 'There is no part with this id.',
  no_passkey: 'There is no passkey with this id.',
  no_payment: 'There is no payment with this id.',
  no_payment_for_approval: 'There is no payment that needs approval with this id.',
  no_payment_run: 'There is no payment run with this id.',
  no_refund: 'There is no refund with this id.',
  no_row_of_run: 'There is no row of this run with this id.',
  no_service: 'There is no service with this id.',
  no_service_key: 'There is no service key with this id.',
  no_session: 'There is no session with this id.',
  no_settlement_file: 'There is no settlement file with this id.',
  no_settlement_line: 'There is no settlement line with this id.',
  no_sos_service: 'There is no SOS service with this id.',
  no_time_slot: 'There is no time slot with this id.',
  no_vehicle_model: 'There is no vehicle model with this id.',
  no_view: 'There is no view with this id.',
  no_webhook_endpoint: 'There is no webhook endpoint with this id.',
} as const;

/** A kind of record that may be missing. */
export type MissingNoun = keyof typeof NOT_FOUND_SENTENCES extends `no_${infer Noun}` ? Noun : never;

/** Messages of a 412 response, by kind of record. */
const CHANGED = {
  account_changed: 'This account has been changed in the meantime. Nothing was saved.',
  account_deleted: 'This account has been deleted in the meantime.',
  configuration_changed: 'This configuration has been changed in the meantime. Nothing was saved.',
  configuration_deleted: 'This configuration has been deleted in the meantime.',
  line_changed: 'This line has been changed in the meantime. Nothing was saved.',
  line_deleted: 'This line has been deleted in the meantime.',
  part_changed: 'This part has been changed in the meantime. Nothing was saved.',
  part_deleted: 'This part has been deleted in the meantime.',
  service_changed: 'This service has been changed in the meantime. Nothing was saved.',
  service_deleted: 'This service has been deleted in the meantime.',
  sos_service_changed: 'This SOS service has been changed in the meantime. Nothing was saved.',
  sos_service_deleted: 'This SOS service has been deleted in the meantime.',
  time_slot_changed: 'This time slot has been changed in the meantime. Nothing was saved.',
  time_slot_deleted: 'This time slot has been deleted in the meantime.',
  vehicle_model_changed: 'This vehicle model has been changed in the meantime. Nothing was saved.',
  vehicle_model_deleted: 'This vehicle model has been deleted in the meantime.',
  view_changed: 'This view has been changed in the meantime. Nothing was saved.',
  view_deleted: 'This view has been deleted in the meantime.',
} as const;

/** A kind of record that another user may have changed in the meantime. */
export type ChangedNoun = keyof typeof CHANGED extends `${infer Noun}_changed` | `${string}_deleted` ? Noun : never;

type RoleCode = Permission extends infer P
  ? P extends `${infer Kind}:${infer Act}`
    ? `role_may_not_${Kind}_${Act}`
    : never
  : never;

/** Returns the code of the message that a role lacks a permission. */
export const roleCode = (permission: Permission) => `role_may_not_${permission.replace(':', '_')}` as RoleCode;

const ROLE_SENTENCES = Object.fromEntries(
  PERMISSIONS.map((permission) => [roleCode(permission), `Your role may not ${ROLE_TABLE[permission].may}.`]),
) as Readonly<Record<RoleCode, `Your role may not ${string}.`>>;

/** Messages about records and the roles that may change them. */
export const RECORD_SENTENCES = { ...NOT_FOUND_SENTENCES, ...CHANGED, ...ROLE_SENTENCES };
