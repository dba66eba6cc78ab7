import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../languages/text.ts';
import { failureText } from '../lib/api-error.ts';
import {
  invalidateIfOutdated,
  invalidateRecords,
  type RecordKeys,
  removeCachedRecord,
} from '../lib/cached-records.ts';
import { useProofMethods } from '../lib/proof.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/confirm-dialog.tsx';
import { startLoading } from '../ui/toast.ts';

export interface ConfirmedActionProps<A> extends Omit<ConfirmDialogProps, 'pending' | 'error' | 'onConfirm'> {
  send: () => Promise<A>;
  failed: string;
  onDone: (response: A) => unknown;
}

/** Dialog that asks for confirmation and then makes a call. A failure is shown in the dialog. */
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
  /** The name in the title, such as "Ravi Kumar" in "Delete Ravi Kumar?". */
  name: string;
  question: string;
  failed: string;
  /** Title of the success toast, by default "Ravi Kumar is deleted". */
  done?: string;
  keys: RecordKeys;
  send: () => Promise<unknown>;
  onFailed?: (message: string) => void;
  onDeleted: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Dialog that asks for confirmation and then deletes a record. A failure is shown in the dialog. */
export function DeleteRecord(props: DeleteRecordProps) {
  const deletion = useMutation({
    mutationFn: () => props.send(),
    onMutate: () => startLoading(t('Deleting {name}...', { name: props.name })),
    onSuccess: async (_answer, _input, endLoading) => {
      // Removes the row before the dialog closes, so that the focus does not return to it.
      removeCachedRecord(props.keys, props.id);
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
