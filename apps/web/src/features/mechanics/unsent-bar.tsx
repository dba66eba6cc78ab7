import type { Decision } from '@wayside/contract/mechanics';
import { TriangleAlert, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plural, t } from '../../languages/text.ts';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import { Button, IconButton, Kbd } from '../../ui/button.tsx';
import { DECISION_LABELS, nameOfApplicant } from './mechanic-labels.ts';
import {
  dismissFailure,
  type FailedDecision,
  type UnsentDecision,
  undoDecision,
  useDecisions,
} from './unsent-decisions.ts';

interface UnsentBarProps {
  /** Opens the review of an application, together with a decision dialog if `decision` is set. */
  onOpen: (id: string, decision: Decision | null) => void;
  /**
   * Whether the bar is in the footer of the review, where Z undoes a decision; otherwise it covers the end of the
   * list.
   */
  isInReview?: boolean;
}

const ITEM = 'flex min-h-11 min-w-0 items-center gap-3 rounded-lg bg-overlay pr-1 pl-4 ring-1 ring-line';
const OVER_LIST_CLASS =
  'pointer-events-none fixed inset-x-3 bottom-4 z-30 grid justify-center gap-2 *:pointer-events-auto *:shadow-float';
/** Places the bar beside the buttons of the review, or above them in a narrow window. */
const IN_FOOTER_CLASS =
  'flex min-w-0 flex-wrap items-center justify-center gap-2 max-xl:order-first max-xl:basis-full! xl:-my-1 xl:flex-1';

/**
 * Counts down the time to undo the last decision, and shows the last failure and the number of other decisions
 * (WORK-05).
 */
export function UnsentBar({ onOpen, isInReview = false }: UnsentBarProps) {
  const { unsent, failed } = useDecisions();
  const isEmpty = unsent.length + failed.length === 0;
  useUnsavedInput(!isEmpty);
  const last = unsent.at(-1);
  const barClass = isInReview ? IN_FOOTER_CLASS : OVER_LIST_CLASS;
  return (
    <section aria-label={t('Decisions')} className={isEmpty ? 'sr-only' : barClass}>
      {/* The live region must exist before its text. */}
      <p role="status" className="sr-only">
        {last && DECISION_LABELS[last.decision].soon(nameOfApplicant(last.mechanic))}
      </p>
      {failed[0] && <FailedItem failed={failed[0]} others={failed.length - 1} onOpen={onOpen} />}
      {last && (
        <UnsentItem
          unsent={last}
          others={unsent.length - 1}
          keyName={isInReview ? 'Z' : undefined}
          onOpen={onOpen}
        />
      )}
    </section>
  );
}

interface UnsentItemProps {
  unsent: UnsentDecision;
  others: number;
  keyName: string | undefined;
  onOpen: UnsentBarProps['onOpen'];
}

function UnsentItem({ unsent, others, keyName, onOpen }: UnsentItemProps) {
  const { id } = unsent.mechanic;
  const { countdown, doing } = DECISION_LABELS[unsent.decision];
  const name = nameOfApplicant(unsent.mechanic);
  const seconds = useSecondsUntil(unsent.sentAt);
  return (
    <div className={ITEM}>
      <div className="flex min-w-0 items-center gap-x-3">
        <p className="numeric line-clamp-2 min-w-0 wrap-anywhere">{countdown(name, seconds)}</p>
        {others > 0 && (
          <p className="numeric shrink-0 text-ink-soft">
            {plural(others, '{count} more pending', '{count} more pending')}
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        icon={<Undo2 className="size-4" />}
        aria-label={t('Undo: {decision}', { decision: doing(name) })}
        aria-keyshortcuts={keyName}
        onClick={() => {
          undoDecision(id);
          onOpen(id, null);
        }}
      >
        {t('Undo')}
        {keyName && (
          <span aria-hidden="true" className="touch:hidden">
            <Kbd>{keyName}</Kbd>
          </span>
        )}
      </Button>
    </div>
  );
}

interface FailedItemProps {
  failed: FailedDecision;
  others: number;
  onOpen: UnsentBarProps['onOpen'];
}

function FailedItem({ failed, others, onOpen }: FailedItemProps) {
  const { mechanic, decision, message } = failed;
  return (
    <div role="alert" className={ITEM}>
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger-text" />
      <div className="flex min-w-0 max-w-prose flex-wrap gap-x-3">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">{nameOfApplicant(mechanic)}:</span> {message}
        </p>
        {others > 0 && (
          <p className="numeric text-ink-soft">{plural(others, '{count} more failed', '{count} more failed')}</p>
        )}
      </div>
      <Button variant="ghost" onClick={() => onOpen(mechanic.id, decision)}>
        {t('Review again')}
      </Button>
      <IconButton
        label={t('Dismiss')}
        icon={<X className="size-4" />}
        onClick={() => dismissFailure(mechanic.id)}
      />
    </div>
  );
}

/** Counts down the seconds until a point in time. */
function useSecondsUntil(at: number): number {
  const read = () => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((at - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
