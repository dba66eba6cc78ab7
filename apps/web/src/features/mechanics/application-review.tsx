import { useQuery } from '@tanstack/react-query';
import { type Decision, decideApplication, type Mechanic, mechanicCan } from '@wayside/contract/mechanics';
import { Check, RotateCcw, SkipForward, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { toastFailure } from '../../form/toast-failure.ts';
import { plural, t } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button, type ButtonProps, Kbd } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { isTypingTarget } from '../../ui/focus.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { personName } from '../people/person-link.tsx';
import { invalidateHistory } from '../people/person-queries.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import {
  type DocumentView,
  DocumentViewer,
  type KycDocument,
  useDocumentView,
  useKycDocuments,
} from './kyc-documents.tsx';
import { ApplicationBadge } from './mechanic-columns.tsx';
import { MechanicDescription } from './mechanic-description.tsx';
import { DECISION_LABELS } from './mechanic-labels.ts';
import { freshMechanicQuery, nextApplicationQuery } from './mechanics-queries.ts';
import { UnsentBar } from './unsent-bar.tsx';
import { decidedIds, lastUnsent, queueDecision, undoDecision, useDecidedIds } from './unsent-decisions.ts';

interface ApplicationReviewProps {
  id: string;
  decision: Decision | null;
  onDecide: (decision: Decision | null) => void;
  /** Opens another application, together with a decision dialog if `decision` is set. */
  onReview: (id: string, decision?: Decision | null) => void;
  onClose: () => void;
}

/** Reviews applications sequentially, with documents and details side by side (MECH-07, MECH-08). */
export function ApplicationReview({ id, decision, onDecide, onReview, onClose }: ApplicationReviewProps) {
  const query = useQuery(freshMechanicQuery(id));
  const { next, goOn } = useNextApplication(id, onReview);
  const isDecided = useDecidedIds().includes(id);
  const failure = useFailedLoad(query, t('Failed to load mechanics'));
  const mechanic = query.data;
  const name = mechanic ? personName(mechanic, 'mechanic') : null;
  const mayDecide = useMay()(decideApplication);
  const isWaiting = mayDecide && mechanic ? mechanicCan.beDecided(mechanic) && !isDecided : false;
  const left = next && queueText(next);
  // The review moves on while the decision can still be undone.
  const decideNow = (mechanic: Mechanic, decision: Decision, remarks: string) => {
    queueDecision({ mechanic, decision, remarks });
    onDecide(null);
    goOn();
  };
  const undoLast = () => {
    const undone = lastUnsent();
    if (undone === null) return;
    undoDecision(undone);
    onReview(undone);
  };

  return (
    <>
      <Dialog
        title={name === null ? t('Application') : t('Application of {name}', { name })}
        copiedId={id}
        titleExtra={
          <>
            {mechanic && <ApplicationBadge status={mechanic.status} />}
            <span className="numeric text-sm text-ink-soft">{left}</span>
          </>
        }
        size="full"
        onClose={onClose}
        footer={
          <>
            <UnsentBar onOpen={onReview} isInReview />
            <ReviewFooter
              isWaiting={isWaiting}
              onDecide={onDecide}
              onNext={next && next.mechanicId === null ? null : goOn}
              onClose={onClose}
            />
          </>
        }
      >
        {mechanic && (
          <ReviewBody
            key={id}
            mechanic={mechanic}
            isWaiting={isWaiting}
            onReload={() => void query.refetch()}
            onDecide={onDecide}
            onNext={goOn}
            onUndo={undoLast}
          />
        )}
        {mechanic === undefined && query.isPending && failure === null && <ReviewSkeleton />}
        {failure && (
          <div className="p-5">
            <ErrorCard title={t('Error Loading Mechanic')} {...failure} />
          </div>
        )}
        {mechanic === null && (
          <p className="px-5 py-16 text-center text-ink-soft">
            {t('There is no application with this id. It may have been decided or deleted.')}
          </p>
        )}
        <p role="status" className="sr-only">
          {name !== null && t('Application of {name}. {position}', { name, position: left ?? '' })}
        </p>
      </Dialog>
      {decision !== null && mechanic && (
        <DecisionDialog
          key={id}
          mechanic={mechanic}
          decision={decision}
          onDecided={isOwnServer() ? (remarks) => decideNow(mechanic, decision, remarks) : undefined}
          onClose={() => onDecide(null)}
        />
      )}
    </>
  );
}

/**
 * Returns the position in the queue, such as "3 of 17", or the number of pending applications if the position is
 * unknown.
 */
function queueText({ waiting, position }: { waiting: number; position: number | null }): string {
  return position === null ? waitingText(waiting) : t('{position} of {waiting}', { position, waiting });
}

function waitingText(waiting: number): string {
  if (waiting === 0) return t('No pending applications');
  return plural(waiting, '{count} pending application', '{count} pending applications');
}

interface ReviewBodyProps {
  mechanic: Mechanic;
  isWaiting: boolean;
  onReload: () => void;
  onDecide: (verdict: Decision) => void;
  onNext: () => void;
  onUndo: () => void;
}

/** Documents and details side by side; on a phone the details are below. */
function ReviewBody({ mechanic, isWaiting, onReload, onDecide, onNext, onUndo }: ReviewBodyProps) {
  const documents = useKycDocuments(mechanic, onReload);
  const view = useDocumentView(documents);
  const body = useRef<HTMLDivElement>(null);
  useReviewKeys(body, {
    view,
    document: documents[view.index],
    isWaiting,
    onDecide,
    onNext,
    onUndo,
  });
  // Each application starts at its top. Moving the focus prevents Enter from pressing the previous button again.
  useLayoutEffect(() => body.current?.focus({ preventScroll: true }), []);
  return (
    <div
      ref={body}
      tabIndex={-1}
      className="grid h-full grid-cols-1 outline-none max-md:overflow-y-auto md:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <DocumentViewer documents={documents} view={view} className="p-3 max-md:h-[55dvh] md:h-full md:p-4" />
      <section
        aria-label={t('Facts')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        className="-outline-offset-2 border-line px-5 py-4 max-md:border-t md:overflow-y-auto md:border-l"
      >
        <div className="grid grid-cols-1 gap-6">
          <RecordNotes
            entity="mechanic"
            id={mechanic.id}
            expected={mechanic.noteCount}
            onChanged={() => void invalidateHistory()}
          />
          <MechanicDescription mechanic={mechanic} isColumn hasHistory />
        </div>
      </section>
    </div>
  );
}

function ReviewSkeleton() {
  return (
    <div
      role="status"
      aria-label={t('Loading the application')}
      className="grid h-full grid-cols-1 md:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <div className="flex flex-col gap-2 p-3 max-md:h-[55dvh] md:p-4">
        <Skeleton className="h-8 w-72 max-w-full" />
        <Skeleton className="min-h-0 flex-1 rounded-md" />
      </div>
      <div className="grid content-start gap-4 border-line px-5 py-4 max-md:border-t md:border-l">
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'].map((line) => (
          <Skeleton key={line} className="h-4" />
        ))}
      </div>
    </div>
  );
}

/** Loads the next application. `goOn` opens it as soon as it has loaded. */
function useNextApplication(id: string, onReview: (id: string) => void) {
  const { data: next } = useQuery(nextApplicationQuery(id, useDecidedIds()));
  const openId = useRef<string | null>(null);
  useEffect(() => {
    openId.current = id;
    return () => {
      openId.current = null;
    };
  }, [id]);
  const goOn = async () => {
    try {
      const { mechanicId } = await queryClient.ensureQueryData(nextApplicationQuery(id, decidedIds()));
      // The user may have closed this application in the meantime.
      if (mechanicId !== null && openId.current === id) onReview(mechanicId);
    } catch (error) {
      toastFailure(t('Failed to load the next application'), error);
    }
  };
  return { next, goOn: () => void goOn() };
}

interface ReviewFooterProps {
  isWaiting: boolean;
  onDecide: (verdict: Decision) => void;
  onNext: (() => void) | null;
  onClose: () => void;
}

const DECISION_BUTTONS = [
  { decision: 'resent_for_verification', keyName: 'G', variant: 'secondary', icon: RotateCcw },
  { decision: 'rejected', keyName: 'X', variant: 'danger', icon: X },
  { decision: 'approved', keyName: 'A', variant: 'primary', icon: Check },
] as const;

function ReviewFooter({ isWaiting, onDecide, onNext, onClose }: ReviewFooterProps) {
  return (
    <>
      {!isWaiting && <Button onClick={onClose}>{t('Close')}</Button>}
      {onNext && (
        <KeyButton
          variant={isWaiting ? 'secondary' : 'primary'}
          keyName="N"
          icon={<SkipForward className="size-4" />}
          // The decision bar fills the space between this button and the others.
          className={isWaiting ? 'max-md:flex-none! md:mr-auto xl:-order-1' : ''}
          onClick={onNext}
        >
          {/* A phone shows only the icon. */}
          <span className={isWaiting ? 'max-md:sr-only' : ''}>{t('Next application')}</span>
        </KeyButton>
      )}
      {isWaiting &&
        DECISION_BUTTONS.filter(({ decision }) => decision !== 'resent_for_verification' || isOwnServer()).map(
          ({ decision, keyName, variant, icon: Icon }) => (
            <KeyButton
              key={decision}
              variant={variant}
              keyName={keyName}
              icon={<Icon className="size-4" />}
              className={variant === 'secondary' ? 'max-md:flex-none!' : ''}
              onClick={() => onDecide(decision)}
            >
              <span className={variant === 'secondary' ? 'max-md:sr-only' : ''}>
                {t(DECISION_LABELS[decision].verb)}
              </span>
            </KeyButton>
          ),
        )}
    </>
  );
}

function KeyButton({ keyName, children, ...rest }: ButtonProps & { keyName: string; children: ReactNode }) {
  return (
    <Button aria-keyshortcuts={keyName} {...rest}>
      {children}
      <span aria-hidden="true" className="touch:hidden">
        <Kbd tone={rest.variant === 'danger' || rest.variant === 'primary' ? 'inverse' : 'plain'}>{keyName}</Kbd>
      </span>
    </Button>
  );
}

interface ReviewKeys {
  readonly view: DocumentView;
  readonly document: KycDocument | undefined;
  readonly isWaiting: boolean;
  readonly onDecide: (verdict: Decision) => void;
  readonly onNext: () => void;
  readonly onUndo: () => void;
}

const ACTIONS: Readonly<Record<string, (keys: ReviewKeys) => void>> = {
  j: ({ view }) => view.move(1),
  arrowright: ({ view }) => view.move(1),
  k: ({ view }) => view.move(-1),
  arrowleft: ({ view }) => view.move(-1),
  '+': ({ view }) => view.zoomIn(),
  '=': ({ view }) => view.zoomIn(),
  '-': ({ view }) => view.zoomOut(),
  '0': ({ view }) => view.fit(),
  r: ({ view }) => view.rotate(),
  s: ({ document }) => document?.cover && document.reload?.(),
  a: ({ isWaiting, onDecide }) => isWaiting && onDecide('approved'),
  x: ({ isWaiting, onDecide }) => isWaiting && onDecide('rejected'),
  g: ({ isWaiting, onDecide }) => isWaiting && isOwnServer() && onDecide('resent_for_verification'),
  z: ({ onUndo }) => onUndo(),
  n: ({ onNext }) => onNext(),
  enter: ({ isWaiting, onNext }) => !isWaiting && onNext(),
};

/**
 * Handles the shortcut keys of a review. They work while the focus is inside the review, or on the body after a
 * dialog has closed, but not in a field or in another dialog.
 */
function useReviewKeys(body: RefObject<HTMLElement | null>, keys: ReviewKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = ACTIONS[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!isMeantForReview(event, body.current, keys.view.zoom)) return;
    event.preventDefault();
    action(keys);
  });
  // A layout effect, so that the keys work as soon as the application is visible.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isMeantForReview({ target, key }: KeyboardEvent, body: HTMLElement | null, zoom: number): boolean {
  if (!(target instanceof Element) || isTypingTarget(target)) return false;
  const dialog = target === document.body ? topmostDialog() : target.closest('[role="dialog"]');
  if (body === null || dialog !== body.closest('[role="dialog"]')) return false;
  if (key === 'Enter') return target.closest('button, a') === null;
  // The arrows move a zoomed document.
  return !(key.startsWith('Arrow') && zoom > 1 && target.closest('[role="group"][tabindex]') !== null);
}

const topmostDialog = () => [...document.querySelectorAll('[role="dialog"]')].at(-1);
