import type { PaymentRun } from '@wayside/contract/payment-runs';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatExactRupees } from '../../lib/format.ts';
import { reloadRuns } from '../../people/run-queries.ts';
import { TextArea } from '../../ui/field.tsx';
import { inState, runName } from './run-columns.tsx';
import { sendCancel, sendFailure, sendRejection } from './runs-queries.ts';

const STEPS = {
  reject: { title: 'Reject the run?', label: 'Reject run', pending: 'Rejecting...' },
  cancel: { title: 'Cancel the run?', label: 'Cancel run', pending: 'Cancelling...' },
  fail: { title: 'The bank paid none of these?', label: 'Record as not paid', pending: 'Recording...' },
} as const;

export interface RunReasonFormProps {
  run: PaymentRun;
  step: keyof typeof STEPS;
  onClose: () => void;
}

/** Rejects or cancels a run, or records that the bank has paid nothing of what it has, with a reason. */
export function RunReasonForm({ run, step, onClose }: RunReasonFormProps) {
  const { title, label, pending } = STEPS[step];
  const open = inState(run, step === 'fail' ? 'sent' : 'reserved');
  const amount = formatExactRupees(open.amountPaise);
  const send = (reason: string) => {
    if (step === 'reject') return sendRejection(run, reason);
    return step === 'cancel' ? sendCancel(run, reason) : sendFailure(run, reason, open.count);
  };
  return (
    <DialogForm
      title={title}
      description={
        step === 'fail'
          ? `${formatCount(open.count)} payments of ${amount} are owed again. If the bank pays one after all, it would be paid twice.`
          : `${amount} of ${runName(run)} are free again.`
      }
      defaultValues={{ reason: '' }}
      submitLabel={label}
      tone="danger"
      pendingLabel={pending}
      save={({ reason }) => send(reason)}
      done={({ message }) => message ?? label}
      describeFailure={(error) => {
        void reloadRuns();
        return { message: failureText(error, 'This did not work. Please try again.') };
      }}
      onSaved={() => {
        onClose();
        void reloadRuns();
      }}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          required
          error={errors.reason?.message}
          {...register('reason', FILLED)}
        />
      )}
    </DialogForm>
  );
}
