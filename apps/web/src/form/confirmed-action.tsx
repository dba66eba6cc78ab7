import { useMutation } from '@tanstack/react-query';
import { failureText } from '../lib/api-error.ts';
import { useProofMethods } from '../lib/proof.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx';

export interface ConfirmedActionProps<A> extends Omit<ConfirmDialogProps, 'pending' | 'error' | 'onConfirm'> {
  send: () => Promise<A>;
  /** Why it failed, where the server does not say. */
  failed: string;
  /** Closes the dialog, unless something else takes its place. */
  onDone: (answer: A) => unknown;
}

/** Asks for confirmation and makes a call; a failure stays in the dialog. */
export function ConfirmedAction<A>({ send, failed, onDone, ...dialog }: ConfirmedActionProps<A>) {
  const action = useMutation({ mutationFn: send, onSuccess: onDone });
  const isProofAwaited = useProofMethods() !== null;
  return (
    <ConfirmDialog
      {...dialog}
      pending={action.isPending && !isProofAwaited}
      error={action.error && failureText(action.error, failed)}
      onConfirm={() => action.mutate()}
    />
  );
}
