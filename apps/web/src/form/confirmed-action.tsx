import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { failureText } from '../lib/api-error.ts';
import { useProofMethods } from '../lib/proof.ts';
import { invalidateIfOutdated, invalidateRecords, type RecordKeys, showGone } from '../lib/shown-change.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx';
import { startLoading } from '../ui/toast.ts';

export interface ConfirmedActionProps<A> extends Omit<ConfirmDialogProps, 'pending' | 'error' | 'onConfirm'> {
  send: () => Promise<A>;
  failed: string;
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

export interface DeleteRecordProps {
  id: string;
  /** "Ravi Kumar", for the title "Delete Ravi Kumar?". */
  name: string;
  question: string;
  failed: string;
  /** Title of the success toast; "Ravi Kumar is deleted" by default. */
  done?: string;
  keys: RecordKeys;
  send: () => Promise<unknown>;
  onFailed?: (message: string) => void;
  onDeleted: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for confirmation and deletes a record; a failure stays in the dialog. */
export function DeleteRecord(props: DeleteRecordProps) {
  const deletion = useMutation({
    mutationFn: () => props.send(),
    onMutate: () => startLoading(t('Deleting {name}...', { name: props.name })),
    onSuccess: async (_answer, _input, endLoading) => {
      // Before the dialog closes: the focus must not return to a row that is about to disappear.
      showGone(props.keys, props.id);
      props.onDeleted();
      endLoading({ tone: 'success', title: props.done ?? t('{name} is deleted', { name: props.name }) });
      await invalidateRecords(props.keys);
    },
    onError: (error, _input, endLoading) => {
      endLoading?.(null);
      void invalidateIfOutdated(props.keys, error);
      props.onFailed?.(failureText(error, props.failed));
    },
  });
  return (
    <ConfirmDialog
      title={t('Delete {name}?', { name: props.name })}
      question={props.question}
      confirmLabel={t('Delete')}
      pendingLabel={t('Deleting...')}
      pending={deletion.isPending}
      error={deletion.error && failureText(deletion.error, props.failed)}
      onConfirm={() => deletion.mutate()}
      onClose={props.onClose}
    >
      {props.children}
    </ConfirmDialog>
  );
}
