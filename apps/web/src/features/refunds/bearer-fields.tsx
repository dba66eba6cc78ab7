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

/** What is wrong with the part of the mechanic; undefined where nothing is. */
const percentIssue = (percent: string): string | undefined =>
  percentOf({ bearer: 'split', percent }) === null ? 'Enter a whole number from 0 to 100' : undefined;

const PERCENT_RULE = {
  validate: { [UNREADABLE]: (percent: string) => percentIssue(percent) ?? true },
};

interface BearerFieldsProps<V extends BearerValues> {
  control: Control<V>;
  values: BearerValues;
}

/** Who bears a refund or a lost dispute (REFD-02). */
export function BearerFields<V extends BearerValues>({ control, values }: BearerFieldsProps<V>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField name={'bearer' as FieldPath<V>} control={control} label="Borne by" options={BEARERS} />
      {values.bearer === 'split' && (
        <TextField
          name={'percent' as FieldPath<V>}
          control={control}
          rules={PERCENT_RULE as RegisterOptions<V>}
          label="Mechanic (%)"
          hint={percentIssue(values.percent)}
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
  refundable: Pick<Refundable, 'mechanic' | 'balancePaise' | 'pendingMechanicPaise' | 'reservedPaise'>;
  /** Whether the refund is one of those that wait. */
  isPending?: boolean;
}

/** The effect on the mechanic's balance, before it is posted (REFD-02). */
export function BearerEffect({ amountPaise, mechanicPercent, refundable, isPending = false }: BearerEffectProps) {
  const { mechanic, balancePaise, pendingMechanicPaise, reservedPaise } = refundable;
  if (mechanicPercent === null) return null;
  const sharePaise = mechanicShare(amountPaise, mechanicPercent);
  const name = mechanic?.name?.trim() || 'the mechanic';
  const others = [
    [(pendingMechanicPaise ?? 0) - (isPending ? sharePaise : 0), 'of other refunds'],
    [reservedPaise ?? 0, 'of payouts'],
  ] as const;
  const waiting = others.flatMap(([paise, what]) => (paise > 0 ? [`${formatExactRupees(paise)} ${what}`] : []));
  return (
    <div className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text" aria-live="polite">
      {mechanic === null && <p>The payment has no mechanic: the platform bears it.</p>}
      {balancePaise === null && sharePaise > 0 && (
        <p>
          Borne by {name}: {formatExactRupees(sharePaise)}
        </p>
      )}
      {mechanic !== null && balancePaise !== null && (
        <p>
          Balance of {name}: {formatExactRupees(balancePaise)}
          {sharePaise > 0 ? ` → ${formatExactRupees(balancePaise - sharePaise)}` : ', unchanged'}
          {sharePaise > 0 && balancePaise < sharePaise && ': the mechanic will owe the difference'}
        </p>
      )}
      {waiting.length > 0 && <p>Not yet taken from the balance: {waiting.join(', ')}</p>}
      {amountPaise > sharePaise && <p>The platform bears {formatExactRupees(amountPaise - sharePaise)}</p>}
    </div>
  );
}
