import { AlertDialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { FailureText } from './failure-text.tsx';
import { useRestoredFocus } from './focus.ts';

export interface ConfirmDialogProps {
  title: string;
  question: string;
  children?: ReactNode;
  confirmLabel: string;
  pendingLabel?: string;
  tone?: 'danger' | 'primary';
  pending: boolean;
  /** Whether the confirm button is disabled. */
  isDisabled?: boolean;
  error?: string | null | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Dialog that asks for confirmation before an action. It stays open while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const restoreFocus = useRestoredFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && !props.pending && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-shade" />
        <Radix.Content
          onCloseAutoFocus={restoreFocus}
          className="fixed inset-x-4 bottom-4 z-40 m-auto grid max-w-md grid-cols-1 gap-3 rounded-lg bg-overlay p-5 shadow-float outline-none animate-settle-in md:inset-0 md:h-fit"
        >
          <Radix.Title className="text-lg font-semibold wrap-anywhere">{props.title}</Radix.Title>
          <Radix.Description className="text-ink-soft">{props.question}</Radix.Description>
          {props.children}
          <FailureText>{props.error}</FailureText>
          <div className="mt-2 flex flex-wrap justify-end gap-2 max-md:*:flex-1 sheet-buttons">
            <Radix.Cancel asChild>
              <Button disabled={props.pending}>{t('Cancel')}</Button>
            </Radix.Cancel>
            <Button
              variant={props.tone ?? 'danger'}
              pending={props.pending}
              disabled={props.isDisabled}
              onClick={props.onConfirm}
            >
              {props.pending ? (props.pendingLabel ?? props.confirmLabel) : props.confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
