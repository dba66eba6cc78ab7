import type { Decision } from '@wayside/contract/mechanics';
import { TriangleAlert, Undo2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { DECISION_LABELS, nameOfApplicant } from './decision-labels.ts';
import {
  dismissFailure,
  type FailedDecision,
  type UnsentDecision,
  undoDecision,
  useDecisions,
} from './unsent-decisions.ts';

interface UnsentBarProps {
  /** Opens the review of an application, with the step of a decision where one is named. */
  onOpen: (id: string, decision: Decision | null) => void;
  className?: string;
}

const ITEM = 'flex min-h-11 items-center gap-3 rounded-lg bg-overlay py-1 pr-1 pl-4 shadow-float ring-1 ring-line';

/** Counts down the decisions that can still be undone, and shows those that have failed (WORK-05). */
export function UnsentBar({ onOpen, className }: UnsentBarProps) {
  const { unsent, failed } = useDecisions();
  useUnsavedInput(unsent.length + failed.length > 0);
  return (
    <section
      aria-label="Decisions"
      className={cn(
        'pointer-events-none fixed inset-x-3 z-30 grid justify-center gap-2 *:pointer-events-auto',
        className,
      )}
    >
      {/* The region is there before its texts, so that a screen reader reads them. */}
      <p role="status" className="sr-only">
        {unsent.map((each) => `${doing(each)} in 10 seconds unless you undo it.`).join(' ')}
      </p>
      {failed.map((each) => (
        <FailedItem key={each.mechanic.id} failed={each} onOpen={onOpen} />
      ))}
      {unsent.map((each) => (
        <UnsentItem key={each.mechanic.id} unsent={each} onOpen={onOpen} />
      ))}
    </section>
  );
}

const doing = ({ mechanic, decision }: UnsentDecision) =>
  DECISION_LABELS[decision].doing(nameOfApplicant(mechanic));

function UnsentItem({ unsent, onOpen }: { unsent: UnsentDecision; onOpen: UnsentBarProps['onOpen'] }) {
  const { id } = unsent.mechanic;
  const seconds = useSecondsUntil(unsent.sentAt);
  return (
    <div className={ITEM}>
      <p className="min-w-0 wrap-anywhere">
        {doing(unsent)} <span className="numeric whitespace-nowrap">in {seconds} s</span>
      </p>
      <Button
        variant="ghost"
        icon={<Undo2 className="size-4" />}
        aria-label={`Undo: ${doing(unsent)}`}
        onClick={() => {
          undoDecision(id);
          onOpen(id, null);
        }}
      >
        Undo
      </Button>
    </div>
  );
}

function FailedItem({ failed, onOpen }: { failed: FailedDecision; onOpen: UnsentBarProps['onOpen'] }) {
  const { mechanic, decision, message } = failed;
  return (
    <div role="alert" className={ITEM}>
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger-text" />
      <p className="min-w-0 max-w-prose wrap-anywhere">
        <span className="font-medium">{nameOfApplicant(mechanic)}:</span> {message}
      </p>
      <Button variant="ghost" onClick={() => onOpen(mechanic.id, decision)}>
        Review again
      </Button>
      <IconButton label="Dismiss" icon={<X className="size-4" />} onClick={() => dismissFailure(mechanic.id)} />
    </div>
  );
}

/** The whole seconds until an instant, counted down. */
function useSecondsUntil(at: number): number {
  const read = () => Math.max(0, Math.ceil((at - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((at - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [at]);
  return seconds;
}
