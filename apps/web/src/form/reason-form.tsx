import { t } from '../languages/text.ts';
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
  readonly failed: string;
  readonly hint?: string;
  /** Called after success and failure. */
  readonly reload: () => Promise<unknown>;
  /** Called after the request has succeeded; by default `onClose`. */
  readonly onSent?: () => void;
}

/** Form that asks for a reason and then makes a call. */
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
          label={t('Reason')}
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          required
          hint={hint}
        />
      )}
    </DialogForm>
  );
}
