import type { Emergency } from '@wayside/contract/roadside';
import { relativeTime } from '../../lib/relative-time.ts';
import { cn } from '../../ui/cn.ts';
import { calledAt, clockText, lateAt, missedText, type OverdueLevel, overdueLevel } from './emergency-labels.ts';
import { useAtSecond, useServerSecond } from './server-clock.ts';

/** How long ago an instant was, in seconds that run: "0:42". */
export function RunningTime({ since }: { since: string }) {
  return (
    <span translate="no" className="numeric">
      {clockText(useServerSecond() - Math.floor(Date.parse(since) / 1000))}
    </span>
  );
}

/** How long ago, in words that follow the time: "2 min ago". */
export function RunningAge({ at }: { at: string }) {
  return relativeTime(at, useServerSecond() * 1000);
}

/** The colours of the levels, in their order. */
export const OVERDUE_TILES: Readonly<Record<OverdueLevel, string>> = {
  1: 'bg-overdue-1 text-overdue-1-ink',
  2: 'bg-overdue-2 text-overdue-2-ink',
  3: 'bg-overdue-3 text-overdue-3-ink',
};

export interface StateClockProps {
  emergency: Pick<Emergency, 'state' | 'since' | 'dueAt' | 'waitDueAt' | 'createdAt'>;
  /** `line`: one line of text, beside what the queue shows large already. */
  layout?: 'tile' | 'line';
  className?: string;
}

/**
 * How long an emergency is in its state against the target, and how long the customer waits in all, to be read across a room. The colour
 * says how long the later of the two is over its target (ROAD-01, DESK-01).
 */
export function StateClock({ emergency, layout = 'tile', className }: StateClockProps) {
  const { state, since, dueAt } = emergency;
  const isLine = layout === 'line';
  const late = lateAt(emergency);
  const level = useAtSecond((nowMs) => overdueLevel(late, nowMs));
  if (state === 'ended')
    return (
      <p className={cn('numeric grid content-center text-ink-soft', className)}>
        <RunningAge at={since} />
      </p>
    );
  return (
    <p
      data-overdue={level ?? undefined}
      className={cn(
        'numeric rounded-md',
        isLine
          ? 'flex flex-wrap items-baseline gap-x-2 px-2.5 py-1'
          : 'grid content-center justify-items-start px-3 py-2',
        level === null ? 'bg-neutral-soft text-ink' : cn(OVERDUE_TILES[level], 'print:border-2 print:border-ink'),
        'print:text-ink',
        className,
      )}
    >
      <span
        className={cn('font-semibold whitespace-nowrap', isLine ? 'text-xl leading-7' : 'text-[2rem] leading-9')}
      >
        <RunningTime since={since} />
      </span>
      {dueAt !== null && (
        <span className="text-base leading-5 font-medium whitespace-nowrap">
          of <span translate="no">{clockText(targetOf(since, dueAt))}</span>
        </span>
      )}
      <span className="text-base leading-5 font-medium whitespace-nowrap">
        waiting <RunningTime since={calledAt(emergency)} />
      </span>
      {level !== null && <span className="sr-only">, {missedText(emergency)}</span>}
    </p>
  );
}

const targetOf = (since: string, dueAt: string): number => (Date.parse(dueAt) - Date.parse(since)) / 1000;
