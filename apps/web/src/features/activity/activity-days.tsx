import { useEffect, useState } from 'react';
import { isDay } from '../../list/list-url.ts';
import { useListUrl } from '../../list/use-list-url.ts';
import { TextField } from '../../ui/field.tsx';
import { activityUrl } from './activity-queries.ts';

interface DayFieldProps {
  label: string;
  /** The day in the address. */
  day: string | null;
  onDay: (day: string | null) => void;
}

/** A day of the business. The address follows once the typed day is whole: a year is typed digit by digit. */
function DayField({ label, day, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day ?? '');
  useEffect(() => setTyped(day ?? ''), [day]);
  const change = (value: string) => {
    setTyped(value);
    if (isDay(value)) onDay(value);
    else if (value === '' && day !== null) onDay(null);
  };
  return (
    <TextField
      label={label}
      type="date"
      min="1900-01-01"
      max="2999-12-31"
      value={typed}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** The first and the last day of the entries, both included (PRIV-03). */
export function ActivityDays() {
  const { view, setFilter } = useListUrl(activityUrl);
  return (
    <fieldset aria-label="Days" className="grid max-w-md grid-cols-2 gap-3">
      <DayField label="From" day={view.from} onDay={(day) => setFilter('from', day)} />
      <DayField label="To" day={view.to} onDay={(day) => setFilter('to', day)} />
    </fieldset>
  );
}
