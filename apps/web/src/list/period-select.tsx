import { Select } from '../ui/select.tsx';
import type { ListDays } from './list-url.ts';
import { PERIOD_LABELS, PERIODS } from './periods.ts';

/** The value of the first option, which is no period, and of the one that shows the two days. */
const ALL = 'all';
const BETWEEN = 'between';

export interface PeriodSelectProps {
  label: string;
  view: ListDays;
  /** Whether any day can be chosen; otherwise there are always days. */
  hasAny?: boolean;
  onDays: (days: Partial<ListDays>) => void;
  /** Two days are wanted, or a period is enough. */
  onBetween: (isWanted: boolean) => void;
}

/** The days of a list as a period (VIEW-01). */
export function PeriodSelect({ label, view, hasAny = true, onDays, onBetween }: PeriodSelectProps) {
  const { period, from, to } = view;
  return (
    <Select
      aria-label={label}
      value={period ?? (from || to || !hasAny ? BETWEEN : ALL)}
      onChange={({ target }) => {
        onBetween(target.value === BETWEEN);
        const chosen = PERIODS.find((each) => each === target.value) ?? null;
        if (target.value !== BETWEEN) onDays({ period: chosen, from: null, to: null });
      }}
      options={[
        ...(hasAny ? [{ value: ALL, label: `${label}: Any Day` }] : []),
        ...PERIODS.map((value) => ({ value, label: PERIOD_LABELS[value] })),
        { value: BETWEEN, label: 'From – To…' },
      ]}
      className="max-md:flex-1 max-md:basis-32"
    />
  );
}
