import type { Decision } from '@wayside/contract/mechanics';
import { Check, RotateCcw, SkipForward, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { Button, type ButtonProps, Kbd } from '../../ui/button.tsx';
import { isTypingTarget } from '../../ui/focus.ts';
import type { DocumentView } from './document-viewer.tsx';
import type { KycDocument } from './kyc-documents.ts';

interface ReviewFooterProps {
  isWaiting: boolean;
  onDecide: (verdict: Decision) => void;
  /** Null while no other application waits. */
  onNext: (() => void) | null;
  onClose: () => void;
}

/** The buttons for the open application. */
export function ReviewFooter({ isWaiting, onDecide, onNext, onClose }: ReviewFooterProps) {
  return (
    <>
      {!isWaiting && <Button onClick={onClose}>Close</Button>}
      {onNext && (
        <KeyButton
          variant={isWaiting ? 'secondary' : 'primary'}
          keyName="N"
          icon={<SkipForward className="size-4" />}
          // The bar of decisions comes between this and the other buttons, and moves none of them.
          className={isWaiting ? 'max-md:flex-none! md:mr-auto xl:-order-1' : ''}
          onClick={onNext}
        >
          {/* A phone has room for the icon only. */}
          <span className={isWaiting ? 'max-md:sr-only' : ''}>Next application</span>
        </KeyButton>
      )}
      {isWaiting && (
        <>
          {isOwnServer() && (
            <KeyButton
              keyName="G"
              icon={<RotateCcw className="size-4" />}
              className="max-md:flex-none!"
              onClick={() => onDecide('resent_for_verification')}
            >
              <span className="max-md:sr-only">Ask again</span>
            </KeyButton>
          )}
          <KeyButton
            variant="danger"
            keyName="X"
            icon={<X className="size-4" />}
            onClick={() => onDecide('rejected')}
          >
            Reject
          </KeyButton>
          <KeyButton
            variant="primary"
            keyName="A"
            icon={<Check className="size-4" />}
            onClick={() => onDecide('approved')}
          >
            Approve
          </KeyButton>
        </>
      )}
    </>
  );
}

/** A button that shows its shortcut key. */
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

/** The state and the actions that the shortcut keys of a review use. */
interface ReviewKeys {
  readonly view: DocumentView;
  readonly document: KycDocument | undefined;
  readonly isWaiting: boolean;
  readonly onDecide: (verdict: Decision) => void;
  readonly onNext: () => void;
  /** Takes back the last decision that is not sent. */
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
 * The shortcut keys of a review. They work while the focus is in the dialog of the review, or on the body because a
 * dialog above has just closed; never while a field has the focus or another dialog is open above.
 */
export function useReviewKeys(body: RefObject<HTMLElement | null>, keys: ReviewKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = ACTIONS[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!isMeantForReview(event, body.current, keys.view.zoom)) return;
    event.preventDefault();
    action(keys);
  });
  // Before the paint, so that the keys work as soon as the application is visible.
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
