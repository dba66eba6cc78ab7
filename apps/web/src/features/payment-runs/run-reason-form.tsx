import type { PaymentRun } from '@wayside/contract/payment-runs';
import { ReasonForm } from '../../form/reason-form.tsx';
import { formatCount, formatExactRupees } from '../../lib/format.ts';
import { inState } from '../../people/run-labels.ts';
import { invalidateRuns } from '../../people/run-queries.ts';
import { runName } from './run-columns.tsx';
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
    <ReasonForm
      title={title}
      description={
        step === 'fail'
          ? `${formatCount(open.count)} payments of ${amount} are owed again. If the bank pays one after all, it would be paid twice: look at the differences of its answers first.`
          : `${amount} of ${runName(run)} are free again.`
      }
      submitLabel={label}
      pendingLabel={pending}
      send={send}
      done={({ message }) => message ?? label}
      failed="This did not work. Please try again."
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}
