import { mechanicShare, type Refundable } from '@wayside/contract/refunds';
import type { Control, FieldPath, RegisterOptions } from 'react-hook-form';
import { UNREADABLE } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { formatExactRupees } from '../../lib/format.ts';
import { readNumber } from '../../lib/typed-amount.ts';

const BEARERS = [
  { value: 'platform', label: 'Platform' },
  { value: 'mechanic', label: 'Mechanic' },
  { value: 'split', label: 'Split by percent' },
] as const;

export interface BearerValues {
  bearer: (typeof BEARERS)[number]['value'];
  percent: string;
}

export const PLATFORM_BEARS: BearerValues = { bearer: 'platform', percent: '50' };

/** The part of the mechanic in whole percent; null where none can be read. */
export function percentOf({ bearer, percent }: BearerValues): number | null {
  if (bearer !== 'split') return bearer === 'mechanic' ? 100 : 0;
  const read = readNumber(percent);
  return read.error === undefined && Number.isInteger(read.value) && read.value <= 100 ? read.value : null;
}

const PERCENT_RULE = {
  validate: {
    [UNREADABLE]: (percent: string) =>
      percentOf({ bearer: 'split', percent }) !== null || 'Enter a whole number from 0 to 100',
  },
};

interface BearerFieldsProps<V extends BearerValues> {
  control: Control<V>;
  isSplit: boolean;
}

/** Who bears a refund or a lost dispute (REFD-02). */
export function BearerFields<V extends BearerValues>({ control, isSplit }: BearerFieldsProps<V>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField name={'bearer' as FieldPath<V>} control={control} label="Borne by" options={BEARERS} />
      {isSplit && (
        <TextField
          name={'percent' as FieldPath<V>}
          control={control}
          rules={PERCENT_RULE as RegisterOptions<V>}
          label="Mechanic (%)"
          inputMode="numeric"
          autoComplete="off"
          required
        />
      )}
    </div>
  );
}

interface BearerEffectProps {
  amountPaise: number;
  /** Null while it cannot be read. */
  mechanicPercent: number | null;
  refundable: Pick<Refundable, 'mechanic' | 'balancePaise'>;
}

/** The effect on the mechanic's balance, before it is posted (REFD-02). */
export function BearerEffect({ amountPaise, mechanicPercent, refundable }: BearerEffectProps) {
  const { mechanic, balancePaise } = refundable;
  if (mechanicPercent === null) return null;
  const sharePaise = mechanicShare(amountPaise, mechanicPercent);
  return (
    <div className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text" aria-live="polite">
      {mechanic === null && <p>The payment has no mechanic: the platform bears it.</p>}
      {balancePaise === null && sharePaise > 0 && <p>The mechanic bears {formatExactRupees(sharePaise)}</p>}
      {mechanic !== null && balancePaise !== null && (
        <p>
          Balance {formatExactRupees(balancePaise)}
          {sharePaise > 0 ? ` → ${formatExactRupees(balancePaise - sharePaise)}` : ', unchanged'}
          {sharePaise > 0 && balancePaise < sharePaise && ': the mechanic will owe the difference'}
        </p>
      )}
      {amountPaise > sharePaise && <p>The platform bears {formatExactRupees(amountPaise - sharePaise)}</p>}
    </div>
  );
}
