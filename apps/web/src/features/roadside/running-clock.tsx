import type { Emergency } from '@wayside/contract/roadside';
import { relativeTime } from '../../lib/relative-time.ts';
import { cn } from '../../ui/cn.ts';
import { BREACH_LABELS, type Breach, breachOf, clockText } from './emergency-labels.ts';
import { useIsPast, useServerSecond } from './server-clock.ts';

/** How long ago an instant was, in seconds that run: "0:42". */
export function RunningTime({ since }: { since: string }) {
  return <span className="numeric">{clockText(useServerSecond() - Math.floor(Date.parse(since) / 1000))}</span>;
}

/** How long ago, in words that follow the time: "2 min ago". */
export function RunningAge({ at }: { at: string }) {
  return relativeTime(at, useServerSecond() * 1000);
}

const BREACH_TILES: Readonly<Record<Breach, string>> = {
  claim: 'bg-breach-claim text-breach-claim-ink',
  assign: 'bg-breach-assign text-breach-assign-ink',
  arrive: 'bg-breach-arrive text-breach-arrive-ink',
};

export interface StateClockProps {
  emergency: Pick<Emergency, 'state' | 'since' | 'dueAt'>;
  className?: string;
}

/** How long an emergency is in its state against the target, to be read across a room; each missed target has its colour (ROAD-01). */
export function StateClock({ emergency, className }: StateClockProps) {
  const { state, since, dueAt } = emergency;
  const breach = breachOf(emergency);
  const isLate = useIsPast(dueAt) && breach !== null;
  if (state === 'ended')
    return (
      <p className={cn('numeric grid content-center text-ink-soft', className)}>
        <RunningAge at={since} />
      </p>
    );
  return (
    <p
      className={cn(
        'numeric grid content-center justify-items-start rounded-md px-3 py-2',
        isLate ? cn(BREACH_TILES[breach], 'print:border-2 print:border-ink') : 'bg-neutral-soft text-ink',
        'print:text-ink',
        className,
      )}
    >
      <span className="text-[2rem] leading-9 font-semibold whitespace-nowrap">
        <RunningTime since={since} />
      </span>
      {dueAt !== null && (
        <span className="text-base font-medium whitespace-nowrap">of {clockText(targetOf(since, dueAt))}</span>
      )}
      {isLate && <span className="sr-only">, {BREACH_LABELS[breach]}</span>}
    </p>
  );
}

const targetOf = (since: string, dueAt: string): number => (Date.parse(dueAt) - Date.parse(since)) / 1000;
