import type { CalendarDay, CloseState } from '@wayside/contract/closes';
import { locale } from '../../languages/language.ts';
import { msg, plural, t } from '../../languages/text.ts';
import { formatDay, formatExactRupees } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { Badge, StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { cn } from '../../ui/cn.ts';

export const STATE_BADGES: Readonly<Record<CloseState, StatusLabel>> = {
  before: { label: msg('Opening'), tone: 'neutral' },
  closed: { label: msg('Closed'), tone: 'success' },
  open: { label: msg('Open | day'), tone: 'warning' },
  today: { label: msg('Today'), tone: 'info' },
  future: { label: msg('Upcoming'), tone: 'neutral' },
};

/** Returns the name of a weekday: "Monday" or "Mon". */
const weekdayName = (day: string, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale(), { weekday, timeZone: 'UTC' }).format(new Date(day));

const SAMPLE_WEEK = [
  '2026-06-01',
  '2026-06-02',
  '2026-06-03',
  '2026-06-04',
  '2026-06-05',
  '2026-06-06',
  '2026-06-07',
];

/** Returns the index of a day in its week, where Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

function weeksOf(days: readonly CalendarDay[]): (CalendarDay | null)[][] {
  const before = Array.from({ length: weekdayOf(days[0]?.day ?? '2026-06-01') }, () => null);
  const all = [...before, ...days];
  const after = Array.from({ length: (7 - (all.length % 7)) % 7 }, () => null);
  const cells = [...all, ...after];
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

interface MonthCalendarProps {
  label: string;
  days: readonly CalendarDay[];
  onDay: (day: CalendarDay) => void;
}

/** Calendar of a month: each day with its state, changes and unexplained differences (CLOS-01). */
export function MonthCalendar({ label, days, onDay }: MonthCalendarProps) {
  return (
    <table className="w-full table-fixed border-collapse text-sm max-lg:block">
      <caption className="sr-only">{t('Books of {month}', { month: label })}</caption>
      <thead className="max-lg:sr-only">
        <tr>
          {SAMPLE_WEEK.map((day) => (
            <th key={day} scope="col" className="px-2 pb-2 text-left text-xs font-medium text-ink-faint">
              {weekdayName(day, 'long')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {weeksOf(days).map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name
          <tr key={index} className="max-lg:block">
            {week.map((day, weekday) => (
              <td
                key={SAMPLE_WEEK[weekday]}
                className={cn(
                  'border-t border-r border-line p-0 align-top last:border-r-0 max-lg:block max-lg:border-r-0',
                  !day && 'max-lg:hidden',
                )}
              >
                {day && <DayCell day={day} onDay={onDay} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CELL =
  'grid min-h-24 w-full content-start gap-1.5 p-2 text-left max-lg:min-h-11 max-lg:grid-cols-[4rem_1fr_auto] max-lg:items-center';

function DayCell({ day, onDay }: { day: CalendarDay; onDay: MonthCalendarProps['onDay'] }) {
  if (day.state !== 'closed' && day.state !== 'open')
    return (
      <div className={cn(CELL, 'text-ink-faint')}>
        <DayContent day={day} />
      </div>
    );
  return (
    <button
      type="button"
      aria-label={`${formatDay(day.day)}: ${stateText(day)}`}
      onClick={() => onDay(day)}
      className={cn(CELL, '-outline-offset-2 hover:bg-hover')}
    >
      <DayContent day={day} />
    </button>
  );
}

/** Returns the state of a day as text: "closed, ₹1,204.50 in 12 entries". */
function stateText({ state, entryCount, changePaise, unexplainedPaise }: CalendarDay): string {
  const change = { amount: formatExactRupees(changePaise) };
  const parts = [
    state === 'closed' ? t('closed') : t('open'),
    plural(entryCount, '{amount} in {count} entry', '{amount} in {count} entries', change),
  ];
  if (unexplainedPaise !== 0)
    parts.push(t('{amount} unexplained', { amount: formatExactRupees(unexplainedPaise) }));
  return parts.join(', ');
}

function DayContent({ day }: { day: CalendarDay }) {
  const badge = lookUp(STATE_BADGES, day.state);
  return (
    <>
      <span className="numeric font-medium whitespace-nowrap">
        {Number(day.day.slice(8))}
        <span className="ml-1.5 font-normal text-ink-faint lg:hidden">{weekdayName(day.day, 'short')}</span>
      </span>
      <span className="flex min-w-0 flex-wrap gap-1">
        {badge && <StatusBadge {...badge} />}
        {day.unexplainedPaise !== 0 && (
          <Badge tone="danger">{t('{amount} differs', { amount: formatExactRupees(day.unexplainedPaise) })}</Badge>
        )}
        {day.lateCount > 0 && <Badge tone="info">{t('{count} late', { count: day.lateCount })}</Badge>}
      </span>
      {day.entryCount > 0 && (
        <span
          className="numeric text-right whitespace-nowrap text-ink-soft lg:max-xl:-mx-1 lg:max-xl:text-xs lg:max-xl:tracking-tight"
          data-tip={plural(
            day.entryCount,
            "Change in mechanics' balances, {count} entry",
            "Change in mechanics' balances, {count} entries",
          )}
        >
          {day.changePaise > 0 ? '+' : ''}
          {formatExactRupees(day.changePaise)}
        </span>
      )}
    </>
  );
}
