import type { Activity, ActivityAction, ActivityEntity, FieldValue } from '@wayside/contract/activity';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { capitalised, formatDateTime, formatExactRupees, shortId } from '../lib/format.ts';
import { lookUp } from '../lib/look-up.ts';

/** What of the activity log a sentence is made of. */
export type NewActivityEntry = Pick<Activity, 'action' | 'entity' | 'entityId' | 'entityName'>;

/** A deed by itself, and in a sentence in which `{}` is what it was done to. */
const ACTIONS: Readonly<Record<ActivityAction, readonly [label: string, sentence: string]>> = {
  created: ['Created', 'Created {}'],
  updated: ['Changed', 'Changed {}'],
  deleted: ['Deleted', 'Deleted {}'],
  blocked: ['Blocked', 'Blocked {}'],
  unblocked: ['Unblocked', 'Unblocked {}'],
  approved: ['Approved', 'Approved {}'],
  rejected: ['Rejected', 'Rejected {}'],
  marked_expert: ['Marked as expert', 'Marked {} as expert'],
  marked_regular: ['Marked as regular', 'Marked {} as regular'],
  bank_account_shown: ['Bank account shown', 'Looked at the bank account of {}'],
  aadhaar_card_shown: ['Aadhaar card shown', 'Looked at the Aadhaar card of {}'],
  paid: ['Paid', 'Paid {}'],
  sent: ['Sent', 'Sent {}'],
};

const ENTITIES: Readonly<Record<ActivityEntity, readonly [one: string, many: string]>> = {
  user: ['user', 'Users'],
  mechanic: ['mechanic', 'Mechanics'],
  notification: ['notification', 'Notifications'],
  service: ['service', 'Services'],
  sos_service: ['SOS service', 'SOS Services'],
  part: ['part', 'Parts'],
  slot: ['time slot', 'Time Slots'],
  vehicle_model: ['vehicle model', 'Vehicle Models'],
  configuration: ['app configuration', 'App Configuration'],
};

/** People are called by their name alone, and lead to their details. */
const PEOPLE: Readonly<Record<string, 'customer' | 'mechanic'>> = { user: 'customer', mechanic: 'mechanic' };

/** There is one of it. */
const SINGLE = 'configuration';

/** "price_changed" reads "Price changed". */
export const spacedWords = (word: string): string => capitalised(word.replaceAll('_', ' '));

/** What was done, by itself: "Blocked", "Marked as expert". */
export const actionLabel = (action: string): string => lookUp(ACTIONS, action)?.[0] ?? spacedWords(action);

/** A kind of record: "mechanic". */
export const entityNoun = (entity: string): string => lookUp(ENTITIES, entity)?.[0] ?? entity.replaceAll('_', ' ');

/** A kind of record, several of them: "Mechanics". */
export const entityLabel = (entity: string): string => lookUp(ENTITIES, entity)?.[1] ?? spacedWords(entity);

/** Which kind of person it was done to, if to a person. */
export const personKind = (entity: string) => lookUp(PEOPLE, entity);

/** What it was done to: "Ravi Kumar", "part Brake pad", "mechanic 0a1b2c" without a name, "the app configuration". */
export function subjectOf({ entity, entityId, entityName }: NewActivityEntry): string {
  const noun = entityNoun(entity);
  const name = entityName?.trim();
  if (name) return personKind(entity) ? name : `${noun} ${name}`;
  return entityId && entity !== SINGLE ? `${noun} ${shortId(entityId)}` : `the ${noun}`;
}

/** What stands before and behind the record in the sentence: "Marked " and " as expert". */
export function aroundSubject(action: string): readonly [before: string, behind: string] {
  const sentence = lookUp(ACTIONS, action)?.[1] ?? `${spacedWords(action)}: {}`;
  const [before = '', behind = ''] = sentence.split('{}');
  return [before, behind];
}

/** "Marked Ravi Kumar as expert" */
export const activitySentence = (entry: NewActivityEntry): string =>
  aroundSubject(entry.action).join(subjectOf(entry));

type Change = Activity['changes'][number];

const ACRONYMS: Readonly<Record<string, string>> = { id: 'ID', upi: 'UPI', ifsc: 'IFSC', km: 'km' };
const NOTHING = 'none';
/** Fields that hold a word of ours; what other fields hold is shown to the letter. */
const WORDED = /(status|type|method|delivery)$/i;

/** A field of the domain as people call it: "shopPerHourPaise" reads "Shop per hour", "isBlocked" reads "Blocked". */
function fieldLabel(field: string): string {
  const words = field
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(Paise|Percent)$/, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ');
  return capitalised(words.map((word) => ACRONYMS[word] ?? word).join(' '));
}

/** A value as its field's name says what it is: paise as rupees, moments as dates, a word of ours as a word. */
function valueText(field: string, value: FieldValue): string {
  if (value === null || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.endsWith('Paise')) return formatExactRupees(Number(value));
  if (field.endsWith('Percent')) return `${value}%`;
  if (field.endsWith('At')) return formatDateTime(String(value));
  return WORDED.test(field) ? spacedWords(wordAsGiven(String(value))) : String(value);
}

/**
 * Before and after: "Pending → Rejected", or the value alone where there was none.
 * Null where the log keeps only that the field changed (USER-06).
 */
function changeText({ field, before, after }: Change): string | null {
  if (before === null && after === null) return null;
  return before === null ? valueText(field, after) : `${valueText(field, before)} → ${valueText(field, after)}`;
}

/** What changed, by label; then the fields of which the log keeps no values. */
export function readChanges(changes: readonly Change[]) {
  const kept = changes.flatMap((change) => {
    const text = changeText(change);
    return text === null ? [] : [{ label: fieldLabel(change.field), text }];
  });
  const bare = changes.filter((change) => changeText(change) === null).map(({ field }) => fieldLabel(field));
  return { kept, bare: bare.join(', ') };
}

/** The changes as lines: "Status: Pending → Rejected", last the fields without values. */
export function changeLines(changes: readonly Change[]): string[] {
  const { kept, bare } = readChanges(changes);
  const lines = kept.map(({ label, text }) => `${label}: ${text}`);
  return bare === '' ? lines : [...lines, bare];
}
