import { useBlocker } from '@tanstack/react-router';
import { t } from '../languages/text.ts';
import { sessionStatus } from '../lib/session.ts';
import { readToken } from '../lib/token.ts';
import { useUnsavedInput } from '../lib/unsaved-input.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const ConfirmDialog = lazyPart(() => import('../ui/confirm-dialog.tsx'), 'ConfirmDialog');

/** A step of the browser's history or to another address. */
export interface Step {
  readonly isBack: boolean;
  readonly isToOtherScreen: boolean;
  readonly search: Readonly<Record<string, unknown>>;
}

/** For a form on a screen, which a step within the screen leaves alone. */
export const leavesScreen = ({ isToOtherScreen }: Step): boolean => isToOtherScreen;

interface UnsavedGuardProps {
  readonly isUnsaved: boolean;
  /** Whether a step leaves the input behind. */
  readonly isLeft: (step: Step) => boolean;
  readonly onDiscard?: () => void;
}

/** A user without a session must be able to leave. */
const hasSession = () =>
  readToken() !== null && (sessionStatus() === 'signed-in' || sessionStatus() === 'interrupted');

/** Asks before a step that would lose typed input. */
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

/** Asks whether typed input may be lost. */
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
