import { useEffect, useState } from 'react';
import { LabelledInput } from '../ui/field.tsx';
import { areDaysReversed, isDay, type ListDays } from './list-url.ts';
import { daysOf } from './periods.ts';

interface DayFieldProps {
  label: string;
  /** The day in the address. */
  day: string | null;
  error?: string | undefined;
  onDay: (day: string | null) => void;
}

/** A day of the business. The address follows once the typed day is whole: a year is typed digit by digit. */
function DayField({ label, day, error, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? '');
  useEffect(() => setTyped(day ?? ''), [day]);
  const change = (value: string) => {
    setTyped(value);
    if (isDay(value)) onDay(value);
    else if (value === '' && day !== null) onDay(null);
  };
  return (
    <LabelledInput
      label={label}
      type="date"
      min="1900-01-01"
      max="2999-12-31"
      value={typed}
      error={error}
      onChange={(event) => change(event.target.value)}
    />
  );
}

interface DayFieldsProps {
  label: string;
  view: ListDays;
  onDays: (days: Partial<ListDays>) => void;
}

/** The first and the last day of the rows, both included (VIEW-01, PRIV-03). A period becomes its two days. */
export function DayFields({ label, view, onDays }: DayFieldsProps) {
  const { from, to } = daysOf(view);
  const set = (changed: Partial<ListDays>) => onDays({ period: null, from, to, ...changed });
  return (
    <fieldset aria-label={label} className="grid max-w-md grid-cols-2 gap-3">
      <DayField label="From" day={from} onDay={(day) => set({ from: day })} />
      <DayField
        label="To"
        day={to}
        error={areDaysReversed(view) ? 'Must not be before From.' : undefined}
        onDay={(day) => set({ to: day })}
      />
    </fieldset>
  );
}
