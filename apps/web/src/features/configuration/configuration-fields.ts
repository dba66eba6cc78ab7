import type { ConfigurationValues } from '@wayside/contract/configuration';
import { formatExactRupees, rupeesText, typedPaise } from '../../lib/format.ts';

type Key = keyof ConfigurationValues;

/** One value of the configuration (CONF-01, CONF-02). Steps and bounds are hints; the server enforces them. */
export interface ConfigurationField {
  readonly key: Key;
  readonly label: string;
  readonly kind: 'rupees' | 'number' | 'text';
  readonly step?: string;
  readonly max?: number;
}

export interface ConfigurationSection {
  readonly title: string;
  readonly fields: readonly ConfigurationField[];
}

const PERCENT = { kind: 'number', step: '0.1', max: 100 } as const;

/** The sections and their fields, in order (CONF-01). */
export const SECTIONS: readonly ConfigurationSection[] = [
  {
    title: 'Pricing Settings',
    fields: [
      { key: 'chargePerKmPaise', label: 'Charge per km (₹)', kind: 'rupees', step: '0.5' },
      { key: 'platformFeePaise', label: 'Platform fee (₹)', kind: 'rupees', step: '0.5' },
      { key: 'commissionPercent', label: 'Commission (%)', ...PERCENT },
      { key: 'mechanicChargePaise', label: 'Mechanic charge (₹)', kind: 'rupees', step: '1' },
    ],
  },
  {
    title: 'Rewards & Offers',
    fields: [
      { key: 'referralBonusPaise', label: 'Referral bonus (₹)', kind: 'rupees', step: '1' },
      { key: 'discountPercent', label: 'Discount (%)', ...PERCENT },
      { key: 'loyaltyPoints', label: 'Loyalty points', kind: 'number', step: '1' },
    ],
  },
  { title: 'Payment Settings', fields: [{ key: 'upiId', label: 'UPI ID', kind: 'text' }] },
];

/** All fields, in the order of the sections. */
export const FIELDS: readonly ConfigurationField[] = SECTIONS.flatMap(({ fields }) => fields);

/** The content of the form: every value as text. */
export type TypedConfiguration = Record<Key, string>;

/** The text of a value in its field. */
export function shownValue({ key, kind }: ConfigurationField, values: ConfigurationValues | null): string {
  const value = values?.[key] ?? null;
  return kind === 'rupees' ? rupeesText(value as number | null) : String(value ?? '');
}

/** A value with its name for the history, where an amount includes its currency sign (FMT-01). */
export function pastValue(field: ConfigurationField, values: ConfigurationValues | null) {
  const value = values?.[field.key] ?? null;
  if (field.kind !== 'rupees') return { name: field.label, value: shownValue(field, values) };
  const name = field.label.replace(' (₹)', '');
  return { name, value: value === null ? '' : formatExactRupees(Number(value)) };
}

/** The texts of all fields. */
export function typedFrom(values: ConfigurationValues | null): TypedConfiguration {
  return Object.fromEntries(FIELDS.map((field) => [field.key, shownValue(field, values)])) as TypedConfiguration;
}

function readField({ key, kind }: ConfigurationField, typed: TypedConfiguration): string | number | null {
  const text = typed[key].trim();
  if (kind === 'text') return text || null;
  // Empty becomes 0 (CONF-02).
  if (text === '') return 0;
  return kind === 'rupees' ? (typedPaise(text) ?? Number(text) * 100) : Number(text);
}

/** The values that a form gives: every number is one. */
export type GivenConfiguration = { readonly [K in Exclude<Key, 'upiId'>]: number } & {
  readonly upiId: string | null;
};

/** The full payload from the content of the form. */
export function valuesFrom(typed: TypedConfiguration): GivenConfiguration {
  return Object.fromEntries(FIELDS.map((field) => [field.key, readField(field, typed)])) as GivenConfiguration;
}
