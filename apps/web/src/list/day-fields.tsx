import { useEffect, useRef } from 'react';
import { DateField } from '../form/date-field.tsx';
import { areDaysReversed, type ListDays } from './list-url.ts';
import { daysOf } from './periods.ts';

interface DayFieldsProps {
  label: string;
  view: ListDays;
  onDays: (days: Partial<ListDays>) => void;
}

/** The first and the last day of the rows, both included (VIEW-01, PRIV-03). A period becomes its two days. */
export function DayFields({ label, view, onDays }: DayFieldsProps) {
  const { from, to } = daysOf(view);
  // The second day may be entered before the address has the first.
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
      <DateField label="From" day={from} onDay={(day) => set({ from: day })} />
      <DateField
        label="To"
        day={to}
        error={areDaysReversed(view) ? 'Must not be before From.' : undefined}
        onDay={(day) => set({ to: day })}
      />
    </fieldset>
  );
}
