import { useBlocker } from '@tanstack/react-router';
import { t } from '../languages/text.ts';
import { sessionStatus } from '../lib/session.ts';
import { readToken } from '../lib/token.ts';
import { useUnsavedInput } from '../lib/unsaved-input.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const ConfirmDialog = lazyPart(() => import('../ui/confirm-dialog.tsx'), 'ConfirmDialog');

/** A navigation step, either in the browser's history or to another URL. */
export interface Step {
  readonly isBack: boolean;
  readonly isToOtherScreen: boolean;
  readonly search: Readonly<Record<string, unknown>>;
}

/** Checks whether a step leaves the screen. Used for forms that a step within the screen does not affect. */
export const leavesScreen = ({ isToOtherScreen }: Step): boolean => isToOtherScreen;

interface UnsavedGuardProps {
  readonly isUnsaved: boolean;
  /** Whether a step would leave the input behind. */
  readonly isLeft: (step: Step) => boolean;
  readonly onDiscard?: () => void;
}

/** Guards input only during a session, because a signed-out user must be able to leave. */
const hasSession = () =>
  readToken() !== null && (sessionStatus() === 'signed-in' || sessionStatus() === 'interrupted');

/** Asks for confirmation before a navigation step that would lose typed input. */
export function UnsavedGuard({ isUnsaved, isLeft, onDiscard }: UnsavedGuardProps) {
  useUnsavedInput(isUnsaved);
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isUnsaved &&
      hasSession() &&
      isLeft({
        isBack: action === 'BACK' || action === 'FORWARD' || action === 'GO',
        isToOtherScreen: current.pathname !== next.pathname,
        search: { ...next.search },
      }),
    enableBeforeUnload: () => isUnsaved && hasSession(),
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <DiscardQuestion
      onDiscard={() => {
        onDiscard?.();
        leaving.proceed();
      }}
      onClose={leaving.reset}
    />
  );
}

/** Dialog that asks whether to discard typed input. */
export function DiscardQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t('Discard your input?')}
      question={t('It has not been saved.')}
      confirmLabel={t('Discard')}
      pending={false}
      onConfirm={onDiscard}
      onClose={onClose}
    />
  );
}
