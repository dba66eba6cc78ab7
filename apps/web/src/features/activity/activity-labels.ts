import {
  ACTIVITY_ENTITIES,
  type Activity,
  type ActivityAction,
  type ActivityEntity,
  type FieldValue,
} from '@wayside/contract/activity';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { capitalised, formatDateTime, formatExactRupees, shortId, spacedWords } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';

type SentenceInput = Pick<Activity, 'action' | 'entity' | 'entityId' | 'entityName'>;

/** Each action as a label, and as a sentence in which `{}` is replaced by the record. */
const ACTIONS: Readonly<Record<ActivityAction, readonly [label: string, sentence: string]>> = {
  created: ['Created', 'Created {}'],
  updated: ['Changed', 'Changed {}'],
  deleted: ['Deleted', 'Deleted {}'],
  erasure_finished: ['Finished the erasure', 'Finished the erasure of {}'],
  blocked: ['Blocked', 'Blocked {}'],
  unblocked: ['Unblocked', 'Unblocked {}'],
  approved: ['Approved', 'Approved {}'],
  rejected: ['Rejected', 'Rejected {}'],
  resubmission_requested: ['Asked again', 'Asked {} again'],
  marked_expert: ['Marked as expert', 'Marked {} as expert'],
  marked_regular: ['Marked as regular', 'Marked {} as regular'],
  bank_account_shown: ['Bank account shown', 'Looked at the bank account of {}'],
  upi_id_shown: ['UPI ID shown', 'Looked at the UPI ID of {}'],
  aadhaar_card_shown: ['Aadhaar card shown', 'Looked at the Aadhaar card of {}'],
  note_added: ['Note added', 'Added a note to {}'],
  note_removed: ['Note removed', 'Removed a note from {}'],
  paid: ['Paid', 'Paid {}'],
  voided: ['Payment voided', 'Voided a payment to {}'],
  adjusted: ['Balance adjusted', 'Adjusted the balance of {}'],
  linked: ['Linked', 'Linked {} to a payment'],
  split: ['Split', 'Split {} among payments'],
  written_off: ['Written off', 'Wrote off {}'],
  ignored: ['Ignored', 'Ignored {}'],
  payment_recorded: ['Payment recorded', 'Recorded that {} was paid'],
  payment_failed: ['Payment failed', 'Recorded that the bank has not paid {}'],
  removed_from_run: ['Removed from run', 'Removed {} from a payment run'],
  file_made: ['File created', 'Created the file of {}'],
  file_downloaded: ['File downloaded', 'Downloaded the file of {}'],
  sent: ['Sent', 'Sent {}'],
  secret_rotated: ['Secret rotated', 'Rotated the secret of {}'],
  replayed: ['Replayed', 'Replayed events to {}'],
  revoked: ['Revoked', 'Revoked {}'],
  used: ['Used', 'Used {}'],
  requested: ['Requested', 'Requested {}'],
  withdrawn: ['Withdrawn', 'Withdrew {}'],
  confirmed: ['Confirmed', 'The marketplace confirmed {}'],
  failed: ['Failed', 'The marketplace reported that {} failed'],
  opened: ['Dispute opened', 'Opened a dispute: {}'],
  lost: ['Dispute lost', 'Recorded a lost dispute: {}'],
  won: ['Dispute won', 'Recorded a won dispute: {}'],
  lapsed: ['Expired', 'Expired: {}'],
  invited: ['Invited', 'Invited {}'],
  role_changed: ['Role changed', 'Changed the role of {}'],
  suspended: ['Suspended', 'Suspended {}'],
  reactivated: ['Reactivated', 'Reactivated {}'],
  password_set: ['Password set', 'Set the password of {}'],
  sessions_ended: ['Sessions ended', 'Ended sessions of {}'],
  totp_added: ['Authenticator app added', 'Set up an authenticator app for {}'],
  totp_removed: ['Authenticator app removed', 'Removed the authenticator app of {}'],
  passkey_added: ['Passkey added', 'Added a passkey for {}'],
  passkey_renamed: ['Passkey renamed', 'Renamed a passkey of {}'],
  passkey_removed: ['Passkey removed', 'Removed a passkey of {}'],
  recovery_codes_renewed: ['Recovery codes renewed', 'Made new recovery codes for {}'],
  recovery_code_used: ['Recovery code used', 'Signed in with a recovery code of {}'],
  single_sign_on_connected: ['Single sign-on connected', 'Connected {} to single sign-on'],
  single_sign_on_disconnected: ['Single sign-on disconnected', 'Disconnected {} from single sign-on'],
  two_factor_reset: ['Two-factor reset', 'Reset the two-factor authentication of {}'],
  signed_in: ['Signed in', 'Signed in as {}'],
  sign_in_failed: ['Sign-in failed', 'Failed to sign in as {}'],
  signed_out: ['Signed out', 'Signed out {}'],
  exported: ['Exported', 'Exported {}'],
  imported: ['Imported', 'Imported into {}'],
  demo_created: ['Demo created', 'Filled {} with demo data'],
  data_key_changed: ['Data key changed', 'Changed the data key of {}'],
  backed_up: ['Backed up', 'Backed up {}'],
  restored: ['Restored', 'Restored {} from a backup'],
  started: ['Started', 'Started {}'],
  finished: ['Finished', 'Finished {}'],
  cancelled: ['Cancelled', 'Cancelled {}'],
  stopped: ['Stopped', 'Stopped {}'],
  closed: ['Closed', 'Closed {}'],
  reopened: ['Reopened', 'Reopened {}'],
  claimed: ['Claimed', 'Claimed {}'],
  released: ['Released', 'Released {}'],
  handover_offered: ['Hand-over offered', 'Offered {} to a colleague'],
  handover_withdrawn: ['Hand-over withdrawn', 'Took back the offer of {}'],
  handover_declined: ['Hand-over declined', 'Declined to take over {}'],
  handed_over: ['Handed over', 'Took over {}'],
  assign_requested: ['Mechanic requested', 'Requested a mechanic for {}'],
  cancel_requested: ['Cancellation requested', 'Requested cancellation of {}'],
  sealed: ['Older records signed', 'Signed the older records of {}'],
};

/** Nouns and labels that do not follow from the entity: "vehicle_model" is a "vehicle model" of the "Vehicle Models". */
const ENTITIES: Readonly<Partial<Record<ActivityEntity, readonly [one: string, many: string]>>> = {
  sos_service: ['SOS service', 'SOS Services'],
  slot: ['time slot', 'Time Slots'],
  configuration: ['app configuration', 'App Configuration'],
  approval: ['payment', 'Approvals'],
  approval_settings: ['limits of approval', 'Limits of Approval'],
  admin: ['administrator', 'Administrators'],
  export: ['list', 'Exports'],
  payment_run: ['payment run', 'Payment Runs'],
  refund: ['refund', 'Refunds'],
  bank_answer: ['bank result file', 'Bank Result Files'],
  settlement_file: ['settlement file', 'Settlement Files'],
  settlement_line: ['settlement line', 'Settlement Lines'],
  close: ['day', 'Closes'],
  ledger_account: ['account', 'Ledger Accounts'],
  database: ['database', 'Database'],
  roadside_settings: ['targets of the roadside desk', 'Targets of the Roadside Desk'],
};

/** The entities that are people: a sentence names them without their noun and links to them. */
const PEOPLE: Readonly<Record<string, 'customer' | 'mechanic'>> = { user: 'customer', mechanic: 'mechanic' };

const SINGLE = 'configuration';

export const actionLabel = (action: string): string => lookUp(ACTIONS, action)?.[0] ?? spacedWords(action);

export const entityNoun = (entity: string): string => lookUp(ENTITIES, entity)?.[0] ?? entity.replaceAll('_', ' ');

export const entityLabel = (entity: string): string => {
  const isOurs = ACTIVITY_ENTITIES.some((name) => name === entity);
  const plural = isOurs ? `${entity.split('_').map(capitalised).join(' ')}s` : spacedWords(entity);
  return lookUp(ENTITIES, entity)?.[1] ?? plural;
};

export const personKind = (entity: string) => lookUp(PEOPLE, entity);

/** The record of an entry: "Ravi Kumar", "part Brake pad", "mechanic 0a1b2c" without a name, "the app configuration". */
export function recordName({ entity, entityId, entityName }: SentenceInput): string {
  const noun = entityNoun(entity);
  const name = entityName?.trim();
  if (entity === 'admin' && !entityId) return 'an unknown account';
  if (name) return personKind(entity) ? name : `${noun} ${name}`;
  if (entity === 'close') return `the books of ${entityId}`;
  return entityId && entity !== SINGLE ? `${noun} ${shortId(entityId)}` : `the ${noun}`;
}

/** The sentence of an action before and after the record: "Marked " and " as expert". */
export function sentenceParts(action: string): readonly [before: string, after: string] {
  const sentence = lookUp(ACTIONS, action)?.[1] ?? `${spacedWords(action)}: {}`;
  const [before = '', after = ''] = sentence.split('{}');
  return [before, after];
}

export const activitySentence = (entry: SentenceInput): string =>
  sentenceParts(entry.action).join(recordName(entry));

type Change = Activity['changes'][number];

const ACRONYMS: Readonly<Record<string, string>> = { id: 'ID', upi: 'UPI', ifsc: 'IFSC', km: 'km' };
const NOTHING = 'none';
/** Fields whose values are words of an enumeration; the values of other fields are shown unchanged. */
const ENUM_FIELD = /(status|type|method|delivery)$/i;

/** The label of a field: "Shop per hour" for "shopPerHourPaise", "Blocked" for "isBlocked". */
function fieldLabel(field: string): string {
  const words = field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(Paise|Percent)$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  return capitalised(words.map((word) => ACRONYMS[word] ?? word).join(' '));
}

/** Statuses of an application whose labels are not their words (MECH-02). */
const STATUS_LABELS: Readonly<Record<string, string>> = {
  sent_for_verification: 'Sent for Verification',
  resent_for_verification: 'Resend for Verification',
};

/** A value as text, by the name of its field: paise as rupees, timestamps as dates, enumerations as words. */
function valueText(field: string, value: FieldValue): string {
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.endsWith('Paise')) return formatExactRupees(Number(value));
  if (field.endsWith('Percent')) return `${value}%`;
  if (field.endsWith('At')) return formatDateTime(String(value));
  const word = wordAsGiven(String(value));
  return ENUM_FIELD.test(field) ? (lookUp(STATUS_LABELS, word) ?? spacedWords(word)) : String(value);
}

/**
 * The value before and after: "Pending → Rejected", or the value alone where there was none before.
 * Null where the log stores no values of the field (USER-06).
 */
function changeText({ field, before, after }: Change): string | null {
  if (before === null && after === null) return null;
  return before === null ? valueText(field, after) : `${valueText(field, before)} → ${valueText(field, after)}`;
}

/** The changes with their labels, and the labels of the fields whose values the log does not store. */
export function readChanges(changes: readonly Change[]) {
  const described = changes.flatMap((change) => {
    const text = changeText(change);
    return text === null ? [] : [{ label: fieldLabel(change.field), text }];
  });
  const bare = changes.filter((change) => changeText(change) === null).map(({ field }) => fieldLabel(field));
  return { described, bare: bare.join(', ') };
}

/** The changes as lines: "Status: Pending → Rejected"; the last line lists the fields without values. */
export function changeLines(changes: readonly Change[]): string[] {
  const { described, bare } = readChanges(changes);
  const lines = described.map(({ label, text }) => `${label}: ${text}`);
  return bare === '' ? lines : [...lines, bare];
}
