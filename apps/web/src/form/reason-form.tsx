import { failureText } from '../lib/api-error.ts';
import { DialogForm, type DialogFormProps } from './dialog-form.tsx';
import { TextArea } from './fields.tsx';

const MAX_REASON_LENGTH = 500;

export interface ReasonFormProps<A>
  extends Pick<
    DialogFormProps<{ reason: string }, A, never>,
    'title' | 'description' | 'submitLabel' | 'cancelLabel' | 'pendingLabel' | 'done' | 'onClose'
  > {
  readonly send: (reason: string) => Promise<A>;
  /** Where the server's message is missing. */
  readonly failed: string;
  readonly hint?: string;
  /** Asks again for what may have changed, after a failure too. */
  readonly reload: () => Promise<unknown>;
  /** Called after it was sent; `onClose` by default. */
  readonly onSent?: () => void;
}

/** Asks for the reason of what cannot be undone, and does it. */
export function ReasonForm<A>({ send, failed, hint, reload, onSent, ...form }: ReasonFormProps<A>) {
  return (
    <DialogForm
      {...form}
      defaultValues={{ reason: '' }}
      tone="danger"
      save={({ reason }) => send(reason)}
      describeFailure={(error) => {
        void reload();
        return { message: failureText(error, failed) };
      }}
      onSaved={() => {
        (onSent ?? form.onClose)();
        void reload();
      }}
    >
      {({ control }) => (
        <TextArea
          name="reason"
          control={control}
          label="Reason"
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          required
          hint={hint}
        />
      )}
    </DialogForm>
  );
}
