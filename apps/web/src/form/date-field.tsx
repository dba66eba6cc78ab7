import { Calendar } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../languages/text.ts';
import { formatDay } from '../lib/format.ts';
import { isCompleteDay, parseTypedDay, type TypedDay } from '../lib/typed-day.ts';
import { IconButton } from '../ui/button.tsx';
import { CONTROL_CLASS_NAME, Field } from '../ui/field.tsx';

export interface DateFieldProps {
  label: string;
  day: string | null;
  onDay: (day: string | null) => void;
  max?: string;
  hint?: string;
  error?: string | undefined;
  /** Called with whether the text is a valid date. While it is invalid, the field keeps the last valid date. */
  onValidity?: (isValid: boolean) => void;
}

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';
const shownDay = (day: string | null): string => (day === null ? '' : formatDay(day));

/**
 * Field for a date, which the user types as day, month, year in any browser language (TOUGH-07) or chooses in a
 * calendar.
 */
export function DateField({ label, day, onDay, max = LAST_DAY, hint, error, onValidity }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(() => shownDay(day));
  const [typedError, setTypedError] = useState<string | null>(null);
  const [isCalendarOpen, setCalendarOpen] = useState(false);

  const read = (text: string): TypedDay => {
    const found = parseTypedDay(text, new Date().getFullYear());
    const isLate = found.day !== null && found.day > max;
    return isLate ? { day: null, error: t('Enter {day} or an earlier day.', { day: formatDay(max) }) } : found;
  };
  const change = (text: string) => {
    const found = read(text);
    const isWhole = text.trim() === '' || isCompleteDay(text);
    setTyped(text);
    setTypedError(isWhole ? found.error : null);
    onValidity?.(found.error === null);
    // Waits for a complete date, because a year is typed digit by digit.
    if (isWhole && found.error === null && found.day !== day) onDay(found.day);
  };
  const finish = () => {
    const found = read(typed);
    setTypedError(found.error);
    if (found.error !== null) return;
    setTyped(shownDay(found.day));
    if (found.day !== day) onDay(found.day);
  };
  const pick = (picked: string) => {
    setTyped(shownDay(picked));
    setTypedError(null);
    onValidity?.(true);
    onDay(picked);
  };
  const closeCalendar = (returnsFocus: boolean) => {
    setCalendarOpen(false);
    if (returnsFocus) input.current?.focus();
  };

  const isTyping = useRef(false);
  useEffect(() => {
    // Keeps the typed text if the new date results from it.
    if (isTyping.current && parseTypedDay(input.current?.value ?? '', new Date().getFullYear()).day === day) return;
    setTyped(shownDay(day));
    setTypedError(null);
  }, [day]);

  return (
    <Field label={label} hint={hint} error={typedError ?? error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={input}
            type="text"
            autoComplete="off"
            spellCheck={false}
            translate="no"
            placeholder={formatDay('2026-11-05')}
            maxLength={40}
            value={typed}
            onFocus={() => {
              isTyping.current = true;
            }}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && finish()}
            onBlur={() => {
              isTyping.current = false;
              finish();
            }}
            className={`${CONTROL_CLASS_NAME} pr-9 placeholder:text-ink-faint touch:pr-11`}
          />
          {HAS_CALENDAR && (
            <IconButton
              label={t('Open calendar')}
              icon={<Calendar className="size-4" />}
              onClick={() => setCalendarOpen(true)}
              className="absolute inset-y-0 right-0.5 my-auto"
            />
          )}
          {isCalendarOpen && <BrowserCalendar day={day} max={max} onPick={pick} onClose={closeCalendar} />}
        </div>
      )}
    </Field>
  );
}

const HAS_CALENDAR = 'showPicker' in HTMLInputElement.prototype;

interface BrowserCalendarProps {
  day: string | null;
  max: string;
  onPick: (day: string) => void;
  onClose: (returnsFocus: boolean) => void;
}

/** The browser's own calendar, opened by a hidden field. */
function BrowserCalendar({ day, max, onPick, onClose }: BrowserCalendarProps) {
  const field = useRef<HTMLInputElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    try {
      field.current?.focus();
      field.current?.showPicker();
    } catch {
      close.current(true);
    }
  }, []);
  return (
    <input
      ref={field}
      type="date"
      aria-label={t('Calendar')}
      tabIndex={-1}
      min={FIRST_DAY}
      max={max}
      defaultValue={day ?? ''}
      onChange={(event) => {
        if (event.target.value === '') return;
        onPick(event.target.value);
        onClose(true);
      }}
      // The page receives key events only after the calendar has closed.
      onKeyDown={() => onClose(true)}
      onBlur={() => onClose(false)}
      className="pointer-events-none absolute inset-0 opacity-0"
    />
  );
}
