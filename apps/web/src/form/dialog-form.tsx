import { useMutation } from '@tanstack/react-query';
import type { Versioned } from '@wayside/contract/wire/versioned';
import { type FormEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { msg, t } from '../languages/text.ts';
import { isCancelled, isSignedOut } from '../lib/api-error.ts';
import { useProofMethods } from '../lib/proof.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { type EndLoading, startLoading, toast } from '../ui/toast.ts';
import { ChangedNotice, ConflictNotice, useConcurrentChange } from './conflict-notice.tsx';
import { type EditedRecord, UNDECIDED_MESSAGE, useEditedRecord } from './edited-record.ts';
import { DiscardQuestion, UnsavedGuard } from './unsaved-guard.tsx';

/**
 * The reason why a save failed: a message for the dialog, or field errors. The first field with an error receives the
 * focus.
 */
export interface SaveFailure<V extends FieldValues> {
  readonly message: string;
  readonly fields?: readonly { readonly name: Path<V>; readonly message: string }[];
}

const REQUIRED = msg('Required');
const SIGNED_OUT = msg('Your session has expired, so nothing was saved. Sign in and save again.');

/** Name of the rule for unreadable text; only the field shows its error (EDIT-03). */
export const UNREADABLE_RULE = 'unreadable';

/** Validation of a required text; blank counts as empty. */
export const FILLED = { validate: (typed: string) => typed.trim() !== '' || t(REQUIRED) };

type Editable = Versioned & { readonly image?: string | null };

export interface DialogFormProps<V extends FieldValues, A, R extends Editable>
  extends Pick<DialogProps, 'title' | 'description' | 'size'> {
  defaultValues: DefaultValues<V>;
  submitLabel: string;
  cancelLabel?: string;
  /** `danger` for an action that cannot be undone. */
  tone?: 'primary' | 'danger';
  pendingLabel: string;
  /** Normalizes the input on submit, before validation (SLOT-04). */
  normalize?: (values: V) => V;
  /** The message for an empty required field, such as "Please fill all required fields". */
  incompleteMessage?: string;
  /** The stored record that the form edits. The form uses it to show concurrent changes by other users (EDIT-01). */
  edited?: EditedRecord<R, V>;
  /**
   * Saves the input; called once per submit. After a rejection, the dialog stays open with the input (ERR-03). @param
   * stored the edited record as last read
   */
  save: (values: V, stored: R | null) => Promise<A>;
  /** Converts an error into the failure shown in the dialog. */
  describeFailure: (error: unknown) => SaveFailure<V>;
  /** Title of a toast that replaces the message in the dialog, such as "Error" (LOYA-03, SLOT-06, MODL-03). */
  failureToast?: string;
  /** Called before a save. Returns true if the caller opens a confirmation first and submits again afterwards. */
  requestConfirmation?: (submitAgain: () => void, values: V) => boolean;
  /** Title of the success toast; null for none. */
  done: string | null | ((result: A) => string);
  /** Called after the save, to close the dialog and reload the list. */
  onSaved: (result: A) => void;
  onClose: () => void;
  /** Whether the form may be submitted (LOYA-02). */
  isAllowed?: boolean;
  children: (form: UseFormReturn<V>) => ReactNode;
}

/** Dialog with a form. It handles the pending, failed and saved states and asks before it discards input. */
export function DialogForm<V extends FieldValues, A, R extends Editable>(props: DialogFormProps<V, A, R>) {
  const { save, describeFailure, onSaved, onClose, isAllowed = true } = props;
  const form = useForm<V>({
    defaultValues: props.defaultValues,
  });
  const { isSubmitting, isDirty, errors } = form.formState;
  const isProofAwaited = useProofMethods() !== null;
  const isRunning = isSubmitting && !isProofAwaited;
  const { stored, conflict, isUndecided, isDeleted, receive } = useEditedRecord(form, props.edited);
  const concurrentChange = useConcurrentChange(props.edited, isSubmitting);
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  const isUnsaved = isDirty || props.edited?.image?.isChanged === true;
  // Turns off the unsaved-input guard, because navigation can follow a save or a discard.
  const isFinished = useRef(false);

  const say = (message: string, show: EndLoading) => {
    const { failureToast } = props;
    show(failureToast ? { tone: 'error', title: failureToast, description: message, key: id } : null);
    if (!failureToast) form.setError('root', { message });
  };
  const fail = ({ message, fields = [] }: SaveFailure<V>, show: EndLoading) => {
    say(fields.length > 0 ? '' : message, show);
    for (const field of fields) form.setError(field.name, { message: field.message });
    if (fields[0]) form.setFocus(fields[0].name, { shouldSelect: true });
  };
  const saving = useMutation({
    mutationFn: ({ values, stored }: { values: V; stored: R | null }) => save(values, stored),
  });
  const submitChecked = form.handleSubmit(
    async (values) => {
      const endLoading = startLoading(props.pendingLabel);
      try {
        const result = await saving.mutateAsync({ values: values as V, stored });
        const title = typeof props.done === 'function' ? props.done(result) : props.done;
        endLoading(title === null ? null : { tone: 'success', title, key: id });
        isFinished.current = true;
        onSaved(result);
      } catch (error) {
        if (isCancelled(error) || receive(error)) return endLoading(null);
        if (isSignedOut(error)) {
          endLoading(null);
          return form.setError('root', { message: t(SIGNED_OUT) });
        }
        fail(describeFailure(error), endLoading);
      }
    },
    (invalid) => {
      const isIncomplete = Object.values(invalid).some((error) => error?.type !== UNREADABLE_RULE);
      if (isIncomplete && props.incompleteMessage)
        say(props.incompleteMessage, (outcome) => outcome && toast(outcome));
    },
  );
  const isUnderway = useRef(false);
  const isHeldBack = useRef(false);
  // The second click of a double click must not confirm the dialog opened by the first (BANK-05).
  const answerOnce = (event: MouseEvent) => {
    if (isHeldBack.current && event.detail > 1) event.preventDefault();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isUnderway.current || !isAllowed || isDeleted) return;
    if (isUndecided) return form.setError('root', { message: t(UNDECIDED_MESSAGE) });
    const typed = form.getValues();
    const prepared = props.normalize?.(typed) ?? typed;
    for (const name of Object.keys(prepared) as Path<V>[])
      if (prepared[name] !== typed[name]) form.setValue(name, prepared[name], { shouldDirty: true });
    const element = event.currentTarget;
    isHeldBack.current = props.requestConfirmation?.(() => element.requestSubmit(), prepared) ?? false;
    if (isHeldBack.current) return;
    isUnderway.current = true;
    await submitChecked(event);
    isUnderway.current = false;
  };
  const close = () => {
    if (isSubmitting) return;
    if (isUnsaved) setAsking(true);
    else onClose();
  };

  return (
    <Dialog
      title={props.title}
      description={props.description}
      size={props.size ?? 'sm'}
      onClose={close}
      footer={
        <>
          <Button onClick={close} disabled={isSubmitting}>
            {props.cancelLabel ?? t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={props.tone ?? 'primary'}
            pending={isRunning}
            disabled={!isAllowed || isDeleted}
            onClick={answerOnce}
          >
            {isRunning ? props.pendingLabel : props.submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid grid-cols-1 gap-4"
        onChange={() => {
          isFinished.current = false;
          if (errors.root) form.clearErrors('root');
        }}
        onSubmit={(event) => void submit(event)}
      >
        {conflict && <ConflictNotice {...conflict} />}
        {props.children(form)}
        {!conflict && <ChangedNotice text={concurrentChange} />}
        {errors.root?.message && <FailureText>{errors.root.message}</FailureText>}
      </form>
      <UnsavedGuard
        isUnsaved={isUnsaved}
        isLeft={({ isBack, isToOtherScreen }) => !isFinished.current && (isBack || isToOtherScreen)}
      />
      {isAsking && (
        <DiscardQuestion
          onDiscard={() => {
            isFinished.current = true;
            onClose();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

/**
 * Warning that such a record already exists; a duplicate may be intended. The live region must exist before its text
 * does.
 */
export function DuplicateRecordNote({ text }: { text: string | null }) {
  return (
    <div role="status" className="empty:sr-only">
      {text !== null && (
        <p className="rounded-md bg-warning-soft px-3 py-2 wrap-anywhere text-warning-text">{text}</p>
      )}
    </div>
  );
}
