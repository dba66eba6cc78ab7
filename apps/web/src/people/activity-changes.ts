import type { Activity, FieldValue } from '@wayside/contract/activity';
import { wordAsGiven } from '@wayside/contract/wire/fields';
import { capitalised, formatDateTime, formatExactRupees } from '../lib/format.ts';
import { spacedWords } from './activity-labels.ts';

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
