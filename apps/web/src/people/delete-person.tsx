import { type ReactNode, useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { type RecordKeys, reloadShown } from '../lib/shown-change.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

export interface DeletePersonProps {
  /** "Ravi Kumar" */
  name: string;
  /** The sentence that the specification asks. */
  question: string;
  failed: string;
  keys: RecordKeys;
  send: () => Promise<unknown>;
  onDeleted: () => void;
  onClose: () => void;
  /** What else there is to know before: how much is owed. */
  children?: ReactNode;
}

/** Asks and deletes a person (USER-06, MECH-09, MECH-13); a failure stays in the dialog. */
export function DeletePerson(props: DeletePersonProps) {
  const [state, setState] = useState<{ isPending: boolean; error: string | null }>({
    isPending: false,
    error: null,
  });
  const confirm = async () => {
    setState({ isPending: true, error: null });
    try {
      await props.send();
    } catch (error) {
      return setState({ isPending: false, error: failureText(error, props.failed) });
    }
    toast({ tone: 'success', title: `${props.name} is deleted` });
    props.onDeleted();
    await reloadShown(props.keys);
  };
  return (
    <ConfirmDialog
      title={`Delete ${props.name}?`}
      question={props.question}
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={state.isPending}
      error={state.error}
      onConfirm={() => void confirm()}
      onClose={props.onClose}
    >
      {props.children}
    </ConfirmDialog>
  );
}
