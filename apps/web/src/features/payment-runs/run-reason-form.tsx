import type { PaymentRun } from '@wayside/contract/payment-runs';
import { ReasonForm } from '../../form/reason-form.tsx';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateRuns } from './new-run-queries.ts';
import { notPaidLabel, runName } from './run-columns.tsx';
import { inState, paymentsText } from './run-labels.ts';
import { sendCancel, sendFailure, sendRejection } from './runs-queries.ts';

const STEPS = {
  reject: { title: 'Reject the run?', label: 'Reject run', pending: 'Rejecting...' },
  cancel: { title: 'Cancel the run?', label: 'Cancel run', pending: 'Cancelling...' },
  fail: { title: '', label: 'Mark as not paid', pending: 'Recording...' },
} as const;

export interface RunReasonFormProps {
  run: PaymentRun;
  step: keyof typeof STEPS;
  onClose: () => void;
}

/** Rejects or cancels a run, or records that the bank did not pay its remaining payments, with a reason. */
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
      title={step === 'fail' ? `${notPaidLabel(run)}?` : title}
      description={
        step === 'fail'
          ? `${paymentsText(open.count)} of ${amount} will be owed again. If the bank pays one of them later, the mechanic is paid twice. Check the bank’s latest results first.`
          : `${paymentsText(open.count)} of ${amount} in ${runName(run)} will be released and can be paid another way.`
      }
      submitLabel={label}
      pendingLabel={pending}
      send={send}
      done={({ message }) => message ?? label}
      failed="Failed to update the run. Please try again."
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}
