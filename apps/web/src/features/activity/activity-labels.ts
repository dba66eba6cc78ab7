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
import { type Message, msg, t } from '../../lib/text.ts';

type SentenceInput = Pick<Activity, 'action' | 'entity' | 'entityId' | 'entityName'>;

/** Each action as a label, and as a sentence in which `{}` is replaced by the record. */
const ACTIONS: Readonly<Record<ActivityAction, readonly [label: Message, sentence: Message]>> = {
  created: [msg('Created'), msg('Created {}')],
  updated: [msg('Changed'), msg('Changed {}')],
  deleted: [msg('Deleted'), msg('Deleted {}')],
  erasure_finished: [msg('Finished the erasure'), msg('Finished the erasure of {}')],
  blocked: [msg('Blocked'), msg('Blocked {}')],
  unblocked: [msg('Unblocked'), msg('Unblocked {}')],
  approved: [msg('Approved'), msg('Approved {}')],
  rejected: [msg('Rejected'), msg('Rejected {}')],
  resubmission_requested: [msg('Asked again'), msg('Asked {} again')],
  marked_expert: [msg('Marked as expert'), msg('Marked {} as expert')],
  marked_regular: [msg('Marked as regular'), msg('Marked {} as regular')],
  bank_account_shown: [msg('Bank account shown'), msg('Looked at the bank account of {}')],
  upi_id_shown: [msg('UPI ID shown'), msg('Looked at the UPI ID of {}')],
  aadhaar_card_shown: [msg('Aadhaar card shown'), msg('Looked at the Aadhaar card of {}')],
  note_added: [msg('Note added'), msg('Added a note to {}')],
  note_removed: [msg('Note removed'), msg('Removed a note from {}')],
  paid: [msg('Paid'), msg('Paid {}')],
  voided: [msg('Payment voided'), msg('Voided a payment to {}')],
  adjusted: [msg('Balance adjusted'), msg('Adjusted the balance of {}')],
  linked: [msg('Linked'), msg('Linked {} to a payment')],
  split: [msg('Split'), msg('Split {} among payments')],
  written_off: [msg('Written off'), msg('Wrote off {}')],
  ignored: [msg('Ignored'), msg('Ignored {}')],
  payment_recorded: [msg('Payment recorded'), msg('Recorded that {} was paid')],
  payment_failed: [msg('Payment failed'), msg('Recorded that the bank has not paid {}')],
  removed_from_run: [msg('Removed from run'), msg('Removed {} from a payment run')],
  file_made: [msg('File created'), msg('Created the file of {}')],
  file_downloaded: [msg('File downloaded'), msg('Downloaded the file of {}')],
  sent: [msg('Sent'), msg('Sent {}')],
  secret_rotated: [msg('Secret rotated'), msg('Rotated the secret of {}')],
  replayed: [msg('Replayed'), msg('Replayed events to {}')],
  revoked: [msg('Revoked'), msg('Revoked {}')],
  used: [msg('Used'), msg('Used {}')],
  requested: [msg('Requested'), msg('Requested {}')],
  withdrawn: [msg('Withdrawn'), msg('Withdrew {}')],
  confirmed: [msg('Confirmed'), msg('The marketplace confirmed {}')],
  failed: [msg('Failed'), msg('The marketplace reported that {} failed')],
  opened: [msg('Dispute opened'), msg('Opened a dispute: {}')],
  lost: [msg('Dispute lost'), msg('Recorded a lost dispute: {}')],
  won: [msg('Dispute won'), msg('Recorded a won dispute: {}')],
  lapsed: [msg('Expired'), msg('Expired: {}')],
  invited: [msg('Invited'), msg('Invited {}')],
  role_changed: [msg('Role changed'), msg('Changed the role of {}')],
  suspended: [msg('Suspended'), msg('Suspended {}')],
  reactivated: [msg('Reactivated'), msg('Reactivated {}')],
  password_set: [msg('Password set'), msg('Set the password of {}')],
  sessions_ended: [msg('Sessions ended'), msg('Ended sessions of {}')],
  totp_added: [msg('Authenticator app added'), msg('Set up an authenticator app for {}')],
  totp_removed: [msg('Authenticator app removed'), msg('Removed the authenticator app of {}')],
  passkey_added: [msg('Passkey added'), msg('Added a passkey for {}')],
  passkey_renamed: [msg('Passkey renamed'), msg('Renamed a passkey of {}')],
  passkey_removed: [msg('Passkey removed'), msg('Removed a passkey of {}')],
  recovery_codes_renewed: [msg('Recovery codes renewed'), msg('Made new recovery codes for {}')],
  recovery_code_used: [msg('Recovery code used'), msg('Signed in with a recovery code of {}')],
  single_sign_on_connected: [msg('Single sign-on connected'), msg('Connected {} to single sign-on')],
  single_sign_on_disconnected: [msg('Single sign-on disconnected'), msg('Disconnected {} from single sign-on')],
  two_factor_reset: [msg('Two-factor reset'), msg('Reset the two-factor authentication of {}')],
  signed_in: [msg('Signed in'), msg('Signed in as {}')],
  sign_in_failed: [msg('Sign-in failed'), msg('Failed to sign in as {}')],
  signed_out: [msg('Signed out'), msg('Signed out {}')],
  exported: [msg('Exported'), msg('Exported {}')],
  imported: [msg('Imported'), msg('Imported into {}')],
  demo_created: [msg('Demo created'), msg('Filled {} with demo data')],
  data_key_changed: [msg('Data key changed'), msg('Changed the data key of {}')],
  backed_up: [msg('Backed up'), msg('Backed up {}')],
  restored: [msg('Restored'), msg('Restored {} from a backup')],
  started: [msg('Started'), msg('Started {}')],
  finished: [msg('Finished'), msg('Finished {}')],
  cancelled: [msg('Cancelled'), msg('Cancelled {}')],
  stopped: [msg('Stopped'), msg('Stopped {}')],
  closed: [msg('Closed'), msg('Closed {}')],
  reopened: [msg('Reopened'), msg('Reopened {}')],
  claimed: [msg('Claimed'), msg('Claimed {}')],
  released: [msg('Released'), msg('Released {}')],
  handover_offered: [msg('Hand-over offered'), msg('Offered {} to a colleague')],
  handover_withdrawn: [msg('Hand-over withdrawn'), msg('Took back the offer of {}')],
  handover_declined: [msg('Hand-over declined'), msg('Declined to take over {}')],
  handed_over: [msg('Handed over'), msg('Took over {}')],
  assign_requested: [msg('Mechanic requested'), msg('Requested a mechanic for {}')],
  cancel_requested: [msg('Cancellation requested'), msg('Requested cancellation of {}')],
  sealed: [msg('Older records signed'), msg('Signed the older records of {}')],
};

/** Nouns and labels that do not follow from the entity: "vehicle_model" is a "vehicle model" of the "Vehicle Models". */
const ENTITIES: Readonly<Partial<Record<ActivityEntity, readonly [one: Message, many: Message]>>> = {
  sos_service: [msg('SOS service'), msg('SOS Services')],
  slot: [msg('time slot'), msg('Time Slots')],
  configuration: [msg('app configuration'), msg('App Configuration')],
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
  database: [msg('database'), msg('Database')],
  roadside_settings: [msg('targets of the roadside desk'), msg('Targets of the Roadside Desk')],
};

/** The entities that are people: a sentence names them without their noun and links to them. */
const PEOPLE: Readonly<Record<string, 'customer' | 'mechanic'>> = { user: 'customer', mechanic: 'mechanic' };

const SINGLE = 'configuration';

export const actionLabel = (action: string): string => t(lookUp(ACTIONS, action)?.[0] ?? spacedWords(action));

export const entityNoun = (entity: string): string =>
  t(lookUp(ENTITIES, entity)?.[0] ?? entity.replaceAll('_', ' '));

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
  if (entity === 'close') return t('the books of {entityId}', { entityId });
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
const STATUS_LABELS: Readonly<Record<string, Message>> = {
  sent_for_verification: msg('Sent for Verification'),
  resent_for_verification: msg('Resend for Verification'),
};

/** A value as text, by the name of its field: paise as rupees, timestamps as dates, enumerations as words. */
function valueText(field: string, value: FieldValue): string {
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (field.endsWith('Paise')) return formatExactRupees(Number(value));
  if (field.endsWith('Percent')) return `${value}%`;
  if (field.endsWith('At')) return formatDateTime(String(value));
  const word = wordAsGiven(String(value));
  return ENUM_FIELD.test(field) ? t(lookUp(STATUS_LABELS, word) ?? spacedWords(word)) : String(value);
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
