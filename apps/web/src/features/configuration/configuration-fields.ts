import type { ConfigurationValues } from '@wayside/contract/configuration';
import { type Message, msg, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatExactRupees, PAISE_PER_RUPEE, rupeesText } from '../../lib/format.ts';
import { parseAmount, parseNumber, type TypedNumber } from '../../lib/typed-amount.ts';

type Key = keyof ConfigurationValues;

/** A configuration value (CONF-01, CONF-02). Steps and bounds are hints; the server enforces the limits. */
export interface ConfigurationField {
  readonly key: Key;
  readonly label: Message;
  readonly kind: 'rupees' | 'number' | 'text';
  readonly step?: string;
  readonly max?: number;
}

interface ConfigurationSection {
  readonly title: Message;
  readonly fields: readonly ConfigurationField[];
}

const PERCENT = { kind: 'number', step: '0.1', max: 100 } as const;

export const SECTIONS: readonly ConfigurationSection[] = [
  {
    title: msg('Pricing Settings'),
    fields: [
      { key: 'chargePerKmPaise', label: msg('Charge per km (₹)'), kind: 'rupees', step: '0.5' },
      { key: 'platformFeePaise', label: msg('Platform fee (₹)'), kind: 'rupees', step: '0.5' },
      { key: 'commissionPercent', label: msg('Commission (%)'), ...PERCENT },
      { key: 'mechanicChargePaise', label: msg('Mechanic charge (₹)'), kind: 'rupees', step: '1' },
    ],
  },
  {
    title: msg('Rewards & Offers'),
    fields: [
      { key: 'referralBonusPaise', label: msg('Referral bonus (₹)'), kind: 'rupees', step: '1' },
      { key: 'discountPercent', label: msg('Discount (%)'), ...PERCENT },
      { key: 'loyaltyPoints', label: msg('Loyalty points'), kind: 'number', step: '1' },
    ],
  },
  { title: msg('Payment Settings'), fields: [{ key: 'upiId', label: msg('UPI ID'), kind: 'text' }] },
];

export const FIELDS: readonly ConfigurationField[] = SECTIONS.flatMap(({ fields }) => fields);

export type TypedConfiguration = Record<Key, string>;

function shownValue({ key, kind }: ConfigurationField, values: ConfigurationValues | null): string {
  const value = values?.[key] ?? null;
  return kind === 'rupees' ? rupeesText(value as number | null) : String(value ?? '');
}

/** Returns the name and value of a field for the history; amounts include the currency sign (FMT-01). */
export function toHistoryItem(field: ConfigurationField, values: ConfigurationValues | null) {
  const value = values?.[field.key] ?? null;
  if (field.kind !== 'rupees') return { name: t(field.label), value: shownValue(field, values) };
  const name = t(field.label).replace(' (₹)', '');
  return { name, value: value === null ? '' : formatExactRupees(Number(value)) };
}

export function toFormValues(values: ConfigurationValues | null): TypedConfiguration {
  return Object.fromEntries(FIELDS.map((field) => [field.key, shownValue(field, values)])) as TypedConfiguration;
}

/**
 * Reads a typed number. Negative numbers are allowed with an external provider, which may have its own bounds; our
 * server enforces its bounds (TOUGH-08).
 */
function parseTyped(kind: ConfigurationField['kind'], text: string): TypedNumber {
  const sign = isOwnServer() ? null : /^\s*[-\u2212]\s*/.exec(text);
  const number = sign ? text.slice(sign[0].length) : text;
  const read = kind === 'rupees' ? parseAmount(number) : parseNumber(number);
  return sign && read.error === undefined ? { value: 0 - read.value } : read;
}

function parseField({ key, kind }: ConfigurationField, typed: TypedConfiguration): string | number | null {
  const text = typed[key].trim();
  if (kind === 'text') return text || null;
  // Empty text becomes 0 (CONF-02). Unreadable text also returns 0, but the form is not sent.
  if (text === '') return 0;
  const read = parseTyped(kind, text);
  return read.error === undefined ? read.value : 0;
}

/** Returns the error of a field (EDIT-03). An empty field is not an error, because saving asks for confirmation. */
export function fieldError({ kind }: ConfigurationField, typed: string): string | undefined {
  if (kind === 'text' || typed.trim() === '') return undefined;
  return parseTyped(kind, typed).error;
}

/** Returns the text of a number field after a number of steps, within its bounds. */
export function steppedValue({ kind, step = '1', max }: ConfigurationField, typed: string, steps: number): string {
  const read = parseTyped(kind, typed);
  const value = read.error === undefined ? read.value / (kind === 'rupees' ? PAISE_PER_RUPEE : 1) : 0;
  const next = Math.min(Math.max(value + steps * Number(step), 0), max ?? Number.POSITIVE_INFINITY);
  if (kind === 'rupees') return rupeesText(Math.round(next * PAISE_PER_RUPEE));
  // Rounds, because 0.1 + 0.2 is 0.30000000000000004.
  return String(Number(next.toFixed(6)));
}

/** Returns the number fields that the user has emptied; they are saved as 0 (EDIT-03). */
export function emptiedFields(stored: ConfigurationValues | null, typed: TypedConfiguration): ConfigurationField[] {
  const isEmptied = (field: ConfigurationField) =>
    typed[field.key].trim() === '' && shownValue(field, stored) !== '';
  return FIELDS.filter((field) => field.kind !== 'text' && isEmptied(field));
}

/** The values that the form sends. */
type ParsedConfiguration = { readonly [K in Exclude<Key, 'upiId'>]: number } & {
  readonly upiId: string | null;
};

/** Returns the stored values. A missing number becomes 0 if its field is still empty, as in the payload. */
export function toStoredValues(stored: ConfigurationValues, typed: TypedConfiguration) {
  const read = toFormValues(stored);
  const isGiven = ({ key }: ConfigurationField) => read[key] === '' && typed[key].trim() !== '';
  const values = FIELDS.map((field) => [field.key, isGiven(field) ? null : parseField(field, read)]);
  return Object.fromEntries(values) as { [K in Key]: ParsedConfiguration[K] | null };
}

/** Returns the form fields for the notice about concurrent changes (EDIT-01). */
export const editedFields = () =>
  Object.fromEntries(FIELDS.map(({ key, label }) => [key, { key, label: t(label) }])) as {
    readonly [K in Key]: { readonly key: K; readonly label: string };
  };

export function parseValues(typed: TypedConfiguration): ParsedConfiguration {
  return Object.fromEntries(FIELDS.map((field) => [field.key, parseField(field, typed)])) as ParsedConfiguration;
}

/** Returns the changes that a save makes: "Commission (%): 15 → 17.5". */
export function changedFields(stored: ConfigurationValues, typed: TypedConfiguration): string[] {
  const read = toFormValues(stored);
  const isChanged = (field: ConfigurationField) => parseField(field, read) !== parseField(field, typed);
  const shown = (text: string) => text.trim() || '–';
  return FIELDS.filter(isChanged).map(
    ({ key, label }) => `${t(label)}: ${shown(read[key])} → ${shown(typed[key])}`,
  );
}
