import type { Emergency } from '@wayside/contract/roadside';
import { richText } from '../../languages/rich-text.ts';
import { t } from '../../languages/text.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import type { Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ACTION_LABELS, dismissPendingAction, performAction, usePendingAction } from './desk-actions.ts';
import {
  calledAt,
  clockText,
  missedTargetText,
  type OverdueLevel,
  overdueAt,
  overdueLevel,
  requestLabel,
  stateLabel,
} from './emergency-labels.ts';
import { useAtSecond, useServerSecond } from './server-clock.ts';

/** A running time such as "0:42". */
function RunningTime({ since }: { since: string }) {
  return (
    <span translate="no" className="numeric">
      {clockText(useServerSecond() - Math.floor(Date.parse(since) / 1000))}
    </span>
  );
}

/** An age: "2 min ago". */
export function RunningAge({ at }: { at: string }) {
  return relativeTime(at, useServerSecond() * 1000);
}

export const OVERDUE_TILES: Readonly<Record<OverdueLevel, string>> = {
  1: 'bg-overdue-1 text-overdue-1-ink',
  2: 'bg-overdue-2 text-overdue-2-ink',
  3: 'bg-overdue-3 text-overdue-3-ink',
};

const HOUR_MS = 60 * 60 * 1000;
/**
 * Type sizes from the largest, chosen so that the time fits into one line: "30:49", "2:27:55", and "12:02:14" or "12d
 * 10h".
 */
const TYPES = ['text-[2rem] leading-9', 'text-[1.75rem] leading-9', 'text-2xl leading-8'] as const;

function typeFor(durationMs: number): number {
  if (durationMs < HOUR_MS) return 0;
  return durationMs < 10 * HOUR_MS ? 1 : 2;
}

interface StateClockProps {
  emergency: Pick<Emergency, 'state' | 'since' | 'dueAt' | 'waitDueAt' | 'createdAt'>;
  /** `line` is small text, beside the large clock of the queue. */
  layout?: 'tile' | 'line';
  className?: string;
}

/**
 * Clock with the total waiting time, readable from across a room, and below it the time in the current state against
 * its target. The colour shows the more overdue of the two; a state within its target is neutral (ROAD-01, DESK-01).
 */
export function StateClock({ emergency, layout = 'tile', className }: StateClockProps) {
  const { state, since, dueAt } = emergency;
  const isLine = layout === 'line';
  const called = calledAt(emergency);
  // In the first state, both times are equal, so only one is shown.
  const isFirstState = Date.parse(since) - Date.parse(called) < 1000;
  const late = overdueAt(emergency);
  const type = useAtSecond((nowMs) => typeFor(nowMs - Date.parse(called)));
  const level = useAtSecond((nowMs) => overdueLevel(late, nowMs));
  const isStateLate = useAtSecond((nowMs) => dueAt !== null && nowMs >= Date.parse(dueAt));
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
      <span className="text-base leading-5 font-medium">{t('waiting')}</span>{' '}
      <span className={cn('font-semibold wrap-normal', isLine ? 'text-xl leading-7' : TYPES[type])}>
        <RunningTime since={called} />
      </span>
      <span
        className={cn(
          'text-base leading-5 font-medium',
          // The tile's colour then shows the total wait.
          level !== null && dueAt !== null && !isStateLate && 'rounded-sm bg-neutral-soft px-1.5 text-ink',
        )}
      >
        {!isFirstState && (
          <>
            <span className="sr-only">{t('{state} for', { state: stateLabel(state) })} </span>
            <RunningTime since={since} />
          </>
        )}
        {dueAt !== null && (
          <>
            {' '}
            {richText('of {target}', { target: <span translate="no">{clockText(targetOf(since, dueAt))}</span> })}
          </>
        )}
      </span>
      {level !== null && <span className="sr-only">, {missedTargetText(emergency, isStateLate)}</span>}
    </p>
  );
}

const targetOf = (since: string, dueAt: string): number => (Date.parse(dueAt) - Date.parse(since)) / 1000;

type Request = NonNullable<Emergency['request']>;

const TONES: Readonly<Record<Tone, string>> = {
  neutral: 'bg-neutral-soft text-neutral-text before:bg-neutral-dot',
  info: 'bg-info-soft text-info-text before:bg-info-dot',
  success: 'bg-success-soft text-success-text before:bg-success-dot',
  warning: 'bg-warning-soft text-warning-text before:bg-warning-dot',
  danger: 'bg-danger-soft text-danger-badge before:bg-danger-dot',
};
const LOOK =
  'flex w-fit max-w-full items-baseline gap-2 rounded-md px-2 py-0.5 font-medium before:size-2 before:shrink-0 before:rounded-full';

/** A line such as "Requested Ravi Kumar 0:42" (ROAD-05). */
export function RequestLine({ request }: { request: Request }) {
  return request.state === 'waiting' ? <WaitingLine request={request} /> : <Line request={request} waited={0} />;
}

function WaitingLine({ request }: { request: Request }) {
  const waited = useServerSecond() - Math.floor(Date.parse(request.requestedAt) / 1000);
  return <Line request={request} waited={waited} />;
}

function Line({ request, waited }: { request: Request; waited: number }) {
  const { text, tone } = requestLabel(request, waited);
  return (
    <p
      data-unanswered={request.state === 'waiting' && tone === 'danger' ? '' : undefined}
      className={cn(LOOK, TONES[tone])}
    >
      <span className="min-w-0 wrap-anywhere">
        {text}{' '}
        {request.state === 'waiting' && (
          <span translate="no" className="numeric">
            {clockText(waited)}
          </span>
        )}
      </span>
    </p>
  );
}

/** Reports an action that failed or received no response (ROAD-03). The web app does not retry automatically. */
export function UnsentNote({ id }: { id: string }) {
  const pressed = usePendingAction(id);
  if (pressed === undefined || pressed.state === 'sending') return null;
  const { failed } = ACTION_LABELS[pressed.action.kind];
  return (
    <div
      role="alert"
      className="relative z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-1.5 text-warning-text"
    >
      {pressed.state === 'unknown' ? (
        <p className="min-w-0 flex-1">
          {t('No response yet. The result is checked as soon as the server responds.')}
        </p>
      ) : (
        <>
          <p className="min-w-0 flex-1 font-medium">{t('Not sent. {whatFailed}.', { whatFailed: t(failed) })}</p>
          <span className="flex gap-2">
            <Button onClick={() => void performAction(id, pressed.action)}>{t('Try again')}</Button>
            <Button variant="ghost" onClick={() => dismissPendingAction(id)}>
              {t('Dismiss')}
            </Button>
          </span>
        </>
      )}
    </div>
  );
}
