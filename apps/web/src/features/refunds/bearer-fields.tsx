import { mechanicShare, type Refundable } from '@wayside/contract/refunds';
import type { Control, FieldPath, RegisterOptions } from 'react-hook-form';
import { UNREADABLE_RULE } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { msg, t, translated } from '../../languages/text.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { parseNumber } from '../../lib/typed-amount.ts';

const BEARERS = [
  { value: 'platform', label: msg('Platform') },
  { value: 'mechanic', label: msg('Mechanic') },
  { value: 'split', label: msg('Split by percent') },
] as const;

export interface BearerValues {
  bearer: (typeof BEARERS)[number]['value'];
  percent: string;
}

export const DEFAULT_BEARER: BearerValues = { bearer: 'platform', percent: '50' };

/** Returns the mechanic's share as a whole percentage; null if the input is invalid. */
export function percentOf({ bearer, percent }: BearerValues): number | null {
  if (bearer !== 'split') return bearer === 'mechanic' ? 100 : 0;
  const read = parseNumber(percent);
  return read.error === undefined && Number.isInteger(read.value) && read.value <= 100 ? read.value : null;
}

/** Returns the error of the mechanic's percentage; undefined if it is valid. */
const percentIssue = (percent: string): string | undefined =>
  percentOf({ bearer: 'split', percent }) === null ? t('Enter a whole number from 0 to 100') : undefined;

const PERCENT_RULE = {
  validate: { [UNREADABLE_RULE]: (percent: string) => percentIssue(percent) ?? true },
};

interface BearerFieldsProps<V extends BearerValues> {
  control: Control<V>;
  values: BearerValues;
}

/** Fields for who bears a refund or a lost dispute (REFD-02). */
export function BearerFields<V extends BearerValues>({ control, values }: BearerFieldsProps<V>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        name={'bearer' as FieldPath<V>}
        control={control}
        label={t('Borne by')}
        options={translated(BEARERS)}
      />
      {values.bearer === 'split' && (
        <TextField
          name={'percent' as FieldPath<V>}
          control={control}
          rules={PERCENT_RULE as RegisterOptions<V>}
          label={t('Mechanic (%)')}
          hint={percentIssue(values.percent)}
          inputMode="numeric"
          autoComplete="off"
          required
        />
      )}
    </div>
  );
}

/** Returns the change of a balance: "Balance of Ravi: ₹900 → ₹400". */
function balanceText(name: string | null, balancePaise: number, sharePaise: number): string {
  const values = {
    ...(name !== null && { name }),
    before: formatExactRupees(balancePaise),
    after: formatExactRupees(balancePaise - sharePaise),
  };
  const isNamed = name !== null;
  if (sharePaise <= 0)
    return t(
      isNamed ? 'Balance of {name}: {before}, unchanged' : 'Balance of the mechanic: {before}, unchanged',
      values,
    );
  if (balancePaise >= sharePaise)
    return t(
      isNamed ? 'Balance of {name}: {before} → {after}' : 'Balance of the mechanic: {before} → {after}',
      values,
    );
  return t(
    isNamed
      ? 'Balance of {name}: {before} → {after}: the mechanic will owe the difference'
      : 'Balance of the mechanic: {before} → {after}: the mechanic will owe the difference',
    values,
  );
}

/** Returns the other pending deductions from the balance; null if there are none. */
function waitingText(refundsPaise: number, payoutsPaise: number): string | null {
  const values = { refunds: formatExactRupees(refundsPaise), payouts: formatExactRupees(payoutsPaise) };
  if (refundsPaise > 0 && payoutsPaise > 0)
    return t('Not yet taken from the balance: {refunds} of other refunds, {payouts} of payouts', values);
  if (refundsPaise > 0) return t('Not yet taken from the balance: {refunds} of other refunds', values);
  return payoutsPaise > 0 ? t('Not yet taken from the balance: {payouts} of payouts', values) : null;
}

interface BearerEffectProps {
  amountPaise: number;
  /** Null while the input is invalid. */
  mechanicPercent: number | null;
  refundable: Pick<Refundable, 'mechanic' | 'balancePaise' | 'pendingMechanicPaise' | 'reservedPaise'>;
  /** Whether the refund is already counted as pending. */
  isPending?: boolean;
}

/** Preview of the effect on the mechanic's balance (REFD-02). */
export function BearerEffect({ amountPaise, mechanicPercent, refundable, isPending = false }: BearerEffectProps) {
  const { mechanic, balancePaise, pendingMechanicPaise, reservedPaise } = refundable;
  if (mechanicPercent === null) return null;
  const sharePaise = mechanicShare(amountPaise, mechanicPercent);
  const name = mechanic?.name?.trim() || null;
  const waiting = waitingText((pendingMechanicPaise ?? 0) - (isPending ? sharePaise : 0), reservedPaise ?? 0);
  return (
    <div className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text" aria-live="polite">
      {mechanic === null && <p>{t('The payment has no mechanic: the platform bears it.')}</p>}
      {balancePaise === null && sharePaise > 0 && (
        <p>
          {name === null
            ? t('Borne by the mechanic: {amount}', { amount: formatExactRupees(sharePaise) })
            : t('Borne by {name}: {amount}', { name, amount: formatExactRupees(sharePaise) })}
        </p>
      )}
      {mechanic !== null && balancePaise !== null && <p>{balanceText(name, balancePaise, sharePaise)}</p>}
      {waiting !== null && <p>{waiting}</p>}
      {amountPaise > sharePaise && (
        <p>{t('The platform bears {amount}', { amount: formatExactRupees(amountPaise - sharePaise) })}</p>
      )}
    </div>
  );
}
