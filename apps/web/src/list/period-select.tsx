import { useEffect, useRef } from 'react';
import { DateField } from '../form/date-field.tsx';
import { t } from '../languages/text.ts';
import { Select } from '../ui/select.tsx';
import { isDateRangeReversed, type ListDays } from './list-url.ts';
import { daysOf, PERIOD_LABELS, PERIODS } from './periods.ts';

const ANY_DAY_VALUE = 'all';
const BETWEEN = 'between';

export interface PeriodSelectProps {
  label: string;
  view: ListDays;
  hasAny?: boolean;
  onDays: (days: Partial<ListDays>) => void;
  onBetween: (isWanted: boolean) => void;
}

/** Field to choose the date range of a list as a period (VIEW-01). */
export function PeriodSelect({ label, view, hasAny = true, onDays, onBetween }: PeriodSelectProps) {
  const { period, from, to } = view;
  return (
    <Select
      aria-label={label}
      value={period ?? (from || to || !hasAny ? BETWEEN : ANY_DAY_VALUE)}
      onChange={({ target }) => {
        onBetween(target.value === BETWEEN);
        const chosen = PERIODS.find((each) => each === target.value) ?? null;
        if (target.value !== BETWEEN) onDays({ period: chosen, from: null, to: null });
      }}
      options={[
        ...(hasAny ? [{ value: ANY_DAY_VALUE, label: t('{label}: Any Day', { label }) }] : []),
        ...PERIODS.map((value) => ({ value, label: t(PERIOD_LABELS[value]) })),
        { value: BETWEEN, label: t('From – To…') },
      ]}
      className="max-md:flex-1 max-md:basis-32"
    />
  );
}

interface DayFieldsProps {
  label: string;
  view: ListDays;
  onDays: (days: Partial<ListDays>) => void;
}

/** Fields for the first and the last day, both inclusive (VIEW-01, PRIV-03). A chosen period fills both. */
export function DayFields({ label, view, onDays }: DayFieldsProps) {
  const { from, to } = daysOf(view);
  const entered = useRef({ from, to });
  useEffect(() => {
    entered.current = { from, to };
  }, [from, to]);
  const set = (changed: Partial<typeof entered.current>) => {
    entered.current = { ...entered.current, ...changed };
    onDays({ period: null, ...entered.current });
  };
  return (
    <fieldset aria-label={label} className="grid max-w-md grid-cols-2 gap-3">
      <DateField label={t('From')} day={from} onDay={(day) => set({ from: day })} />
      <DateField
        label={t('To')}
        day={to}
        error={isDateRangeReversed(view) ? t('Must not be before From.') : undefined}
        onDay={(day) => set({ to: day })}
      />
    </fieldset>
  );
}
