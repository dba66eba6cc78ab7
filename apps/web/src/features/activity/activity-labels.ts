import {
  ACTIVITY_ACTIONS,
  type Activity,
  type ActivityAction,
  type ActivityEntity,
  type FieldValue,
} from '@wayside/contract/activity';
import { stripUnknownPrefix } from '@wayside/contract/wire/fields';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { formatDateTime, formatExactRupees, shortId, toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { fieldLabel, knownMessage, loggedValue } from './field-labels.ts';

type SentenceInput = Pick<Activity, 'action' | 'entity' | 'entityId' | 'entityName'>;

/** The label of each action, and the text that describes the action on a record. */
const ACTIONS: Readonly<Record<ActivityAction, readonly [label: Message, sentence: Message]>> = {
  created: [msg('Created'), msg('Created {record}')],
  updated: [msg('Changed'), msg('Changed {record}')],
  deleted: [msg('Deleted'), msg('Deleted {record}')],
  erasure_finished: [msg('Finished the erasure'), msg('Finished the erasure of {record}')],
  blocked: [msg('Blocked'), msg('Blocked {record}')],
  unblocked: [msg('Unblocked'), msg('Unblocked {record}')],
  approved: [msg('Approved'), msg('Approved {record}')],
  rejected: [msg('Rejected'), msg('Rejected {record}')],
  resubmission_requested: [msg('Requested resubmission'), msg('Requested resubmission from {record}')],
  marked_expert: [msg('Made an expert'), msg('Made {record} an expert')],
  marked_regular: [msg('Made regular'), msg('Made {record} regular')],
  bank_account_shown: [msg('Bank account shown'), msg('Viewed the bank account of {record}')],
  upi_id_shown: [msg('UPI ID shown'), msg('Viewed the UPI ID of {record}')],
  aadhaar_card_shown: [msg('Aadhaar card shown'), msg('Viewed the Aadhaar card of {record}')],
  note_added: [msg('Note added'), msg('Added a note to {record}')],
  note_removed: [msg('Note removed'), msg('Removed a note from {record}')],
  paid: [msg('Paid'), msg('Paid {record}')],
  voided: [msg('Payment voided'), msg('Voided a payment to {record}')],
  adjusted: [msg('Balance adjusted'), msg('Adjusted the balance of {record}')],
  linked: [msg('Linked'), msg('Linked {record} to a payment')],
  split: [msg('Split'), msg('Split {record} among payments')],
  written_off: [msg('Written off'), msg('Wrote off {record}')],
  ignored: [msg('Ignored'), msg('Ignored {record}')],
  payment_recorded: [msg('Payment recorded'), msg('Recorded that {record} was paid')],
  payment_failed: [msg('Payment failed'), msg('Recorded that the bank has not paid {record}')],
  removed_from_run: [msg('Removed from run'), msg('Removed {record} from a payment run')],
  file_made: [msg('File created'), msg('Created the file of {record}')],
  file_downloaded: [msg('File downloaded'), msg('Downloaded the file of {record}')],
  sent: [msg('Sent'), msg('Sent {record}')],
  secret_rotated: [msg('Secret rotated'), msg('Rotated the secret of {record}')],
  replayed: [msg('Replayed'), msg('Replayed events to {record}')],
  revoked: [msg('Revoked'), msg('Revoked {record}')],
  used: [msg('Used'), msg('Used {record}')],
  requested: [msg('Requested'), msg('Requested {record}')],
  withdrawn: [msg('Withdrawn'), msg('Withdrew {record}')],
  confirmed: [msg('Confirmed'), msg('The marketplace confirmed {record}')],
  failed: [msg('Failed'), msg('The marketplace reported that {record} failed')],
  opened: [msg('Dispute opened'), msg('Opened a dispute: {record}')],
  lost: [msg('Dispute lost'), msg('Recorded a lost dispute: {record}')],
  won: [msg('Dispute won'), msg('Recorded a won dispute: {record}')],
  lapsed: [msg('Expired'), msg('Expired: {record}')],
  invited: [msg('Invited'), msg('Invited {record}')],
  role_changed: [msg('Role changed'), msg('Changed the role of {record}')],
  suspended: [msg('Suspended'), msg('Suspended {record}')],
  reactivated: [msg('Reactivated'), msg('Reactivated {record}')],
  password_set: [msg('Password set'), msg('Set the password of {record}')],
  sessions_ended: [msg('Sessions ended'), msg('Ended sessions of {record}')],
  totp_added: [msg('Authenticator app added'), msg('Set up an authenticator app for {record}')],
  totp_removed: [msg('Authenticator app removed'), msg('Removed the authenticator app of {record}')],
  passkey_added: [msg('Passkey added'), msg('Added a passkey for {record}')],
  passkey_renamed: [msg('Passkey renamed'), msg('Renamed a passkey of {record}')],
  passkey_removed: [msg('Passkey removed'), msg('Removed a passkey of {record}')],
  recovery_codes_renewed: [msg('Recovery codes renewed'), msg('Created new recovery codes for {record}')],
  recovery_code_used: [msg('Recovery code used'), msg('Signed in with a recovery code of {record}')],
  single_sign_on_connected: [msg('Single sign-on connected'), msg('Connected {record} to single sign-on')],
  single_sign_on_disconnected: [
    msg('Single sign-on disconnected'),
    msg('Disconnected {record} from single sign-on'),
  ],
  two_factor_reset: [msg('Two-factor reset'), msg('Reset the two-factor authentication of {record}')],
  signed_in: [msg('Signed in'), msg('Signed in as {record}')],
  sign_in_failed: [msg('Sign-in failed'), msg('Failed to sign in as {record}')],
  signed_out: [msg('Signed out'), msg('Signed out {record}')],
  exported: [msg('Exported'), msg('Exported {record}')],
  imported: [msg('Imported'), msg('Imported into {record}')],
  demo_created: [msg('Demo created'), msg('Filled {record} with demo data')],
  data_key_changed: [msg('Data key changed'), msg('Changed the data key of {record}')],
  backed_up: [msg('Backed up'), msg('Backed up {record}')],
  restored: [msg('Restored'), msg('Restored {record} from a backup')],
  started: [msg('Started'), msg('Started {record}')],
  finished: [msg('Finished'), msg('Finished {record}')],
  cancelled: [msg('Cancelled'), msg('Cancelled {record}')],
  stopped: [msg('Stopped'), msg('Stopped {record}')],
  closed: [msg('Closed'), msg('Closed {record}')],
  read_again: [msg('Read again | past'), msg('Read {record} again')],
  reopened: [msg('Reopened'), msg('Reopened {record}')],
  claimed: [msg('Claimed'), msg('Claimed {record}')],
  released: [msg('Released'), msg('Released {record}')],
  handover_offered: [msg('Hand-over offered'), msg('Offered {record} to a colleague')],
  handover_withdrawn: [msg('Hand-over withdrawn'), msg('Withdrew the offer of {record}')],
  handover_declined: [msg('Hand-over declined'), msg('Declined to take over {record}')],
  handed_over: [msg('Handed over'), msg('Took over {record}')],
  assign_requested: [msg('Mechanic requested'), msg('Requested a mechanic for {record}')],
  cancel_requested: [msg('Cancellation requested'), msg('Requested cancellation of {record}')],
  sealed: [msg('Older records signed'), msg('Signed the older records of {record}')],
};

/** The noun for each kind of record, and the label for all records of that kind. */
const ENTITIES: Readonly<Record<ActivityEntity, readonly [one: Message, many: Message]>> = {
  booking: [msg('booking'), msg('Bookings')],
  user: [msg('user'), msg('Users')],
  mechanic: [msg('mechanic'), msg('Mechanics')],
  notification: [msg('notification'), msg('Notifications')],
  service: [msg('service'), msg('Services')],
  sos_service: [msg('SOS service'), msg('SOS Services')],
  part: [msg('part'), msg('Parts')],
  slot: [msg('time slot'), msg('Time Slots')],
  vehicle_model: [msg('vehicle model'), msg('Vehicle Models')],
  configuration: [msg('app configuration'), msg('App Configuration')],
  webhook_endpoint: [msg('webhook endpoint'), msg('Webhook Endpoints')],
  service_key: [msg('service key'), msg('Service Keys')],
  approval: [msg('payment'), msg('Approvals')],
  approval_settings: [msg('limits of approval'), msg('Limits of Approval')],
  admin: [msg('administrator'), msg('Administrators')],
  export: [msg('list'), msg('Exports')],
  payment_run: [msg('payment run'), msg('Payment Runs')],
  refund: [msg('refund'), msg('Refunds')],
  bank_answer: [msg('bank result file'), msg('Bank Result Files')],
  settlement_file: [msg('settlement file'), msg('Settlement Files')],
  settlement_line: [msg('settlement line'), msg('Settlement Lines')],
  close: [msg('day'), msg('Closes')],
  ledger_account: [msg('account'), msg('Ledger Accounts')],
  saved_view: [msg('saved view'), msg('Saved Views')],
  job: [msg('job'), msg('Jobs')],
  database: [msg('database'), msg('Database')],
  roadside_settings: [msg('targets of the roadside desk'), msg('Targets of the Roadside Desk')],
};

/** The entities that are people. An entry's text shows their name without a noun, as a link. */
const PEOPLE: Readonly<Record<string, 'customer' | 'mechanic'>> = { user: 'customer', mechanic: 'mechanic' };

const SINGLE = 'configuration';

export const actionLabel = (action: string): string =>
  t(lookUp(ACTIONS, action)?.[0] ?? verbatim(toSpacedText(action)));

/** The options of the action filter. */
export const ACTION_OPTIONS = ACTIVITY_ACTIONS.map((value) => ({ value, label: ACTIONS[value][0] }));

export const entityNoun = (entity: string): string =>
  t(lookUp(ENTITIES, entity)?.[0] ?? verbatim(entity.replaceAll('_', ' ')));

export const entityLabel = (entity: string): Message =>
  lookUp(ENTITIES, entity)?.[1] ?? verbatim(toSpacedText(entity));

export const personKind = (entity: string) => lookUp(PEOPLE, entity);

/**
 * Returns the name of an entry's record: "Ravi Kumar", "part Brake pad", "mechanic 0a1b2c" if it has no name, or "the
 * app configuration".
 */
export function recordName({ entity, entityId, entityName }: SentenceInput): string {
  const noun = entityNoun(entity);
  const name = entityName?.trim();
  if (entity === 'admin' && !entityId) return t('an unknown account');
  if (name) return personKind(entity) ? name : t('{noun} {name}', { noun, name });
  if (entity === 'close') return t('the books of {day}', { day: String(entityId) });
  return entityId && entity !== SINGLE
    ? t('{noun} {name}', { noun, name: shortId(entityId) })
    : t('the {noun}', { noun });
}

/** Returns the text that describes an action, in which `{record}` is a placeholder: "Made {record} an expert". */
export const sentenceOf = (action: string): Message =>
  lookUp(ACTIONS, action)?.[1] ?? verbatim(`${toSpacedText(action)}: {record}`);

export const activitySentence = (entry: SentenceInput): string =>
  t(sentenceOf(entry.action), { record: recordName(entry) });

type Change = Activity['changes'][number];

/** Fields whose values belong to an enumeration; the values of other fields are shown unchanged. */
const ENUM_FIELD = /(status|type|method|delivery)$/i;

/** Application statuses with labels that differ from the stored values (MECH-02). */
const STATUS_LABELS: Readonly<Record<string, Message>> = {
  sent_for_verification: msg('Sent for Verification'),
  resent_for_verification: msg('Resend for Verification'),
};

/**
 * Returns a value as text, depending on the name of its field: paise as rupees, timestamps as dates, enumeration
 * values as words.
 */
function valueText(field: string, value: FieldValue): string {
  if (value === null || value === '') return t('none');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (field.endsWith('Paise')) return formatExactRupees(Number(value));
  if (field.endsWith('Percent')) return `${value}%`;
  if (field.endsWith('At')) return formatDateTime(String(value));
  const wireValue = stripUnknownPrefix(String(value));
  return ENUM_FIELD.test(field)
    ? t(lookUp(STATUS_LABELS, wireValue) ?? knownMessage(toSpacedText(wireValue)))
    : loggedValue(field, String(value));
}

/**
 * Returns the old and the new value, such as "Pending → Rejected", or only the new value if there was none before.
 * Null if the log does not store the values of the field (USER-06).
 */
function changeText({ field, before, after }: Change): string | null {
  if (before === null && after === null) return null;
  return before === null ? valueText(field, after) : `${valueText(field, before)} → ${valueText(field, after)}`;
}

/** Returns the changes with their labels, and the labels of the fields without stored values. */
export function readChanges(changes: readonly Change[]) {
  const described = changes.flatMap((change) => {
    const text = changeText(change);
    return text === null ? [] : [{ label: fieldLabel(change.field), text }];
  });
  const bare = changes.filter((change) => changeText(change) === null).map(({ field }) => fieldLabel(field));
  return { described, bare: bare.join(', ') };
}

/**
 * Returns the changes as lines, such as "Status: Pending → Rejected". The last line lists the fields without stored
 * values.
 */
export function changeLines(changes: readonly Change[]): string[] {
  const { described, bare } = readChanges(changes);
  const lines = described.map(({ label, text }) => `${label}: ${text}`);
  return bare === '' ? lines : [...lines, bare];
}
