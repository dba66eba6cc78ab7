import { type Approval, rejectPayment } from '@wayside/contract/approvals';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { reloadApprovals } from '../../lib/approval-keys.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { TextArea } from '../../ui/field.tsx';
import { payeeText } from './approval-columns.tsx';

export interface RejectFormProps {
  approval: Approval;
  onRejected: () => void;
  onClose: () => void;
}

/** Rejects a payment with a reason (TEAM-06). */
export function RejectForm({ approval, onRejected, onClose }: RejectFormProps) {
  const amount = formatExactRupees(approval.amountPaise);
  return (
    <DialogForm
      title="Reject the payment?"
      description={`${amount} to ${payeeText(approval)} is not paid. ${approval.requestedBy} sees the reason.`}
      defaultValues={{ reason: '' }}
      submitLabel="Reject"
      tone="danger"
      pendingLabel="Rejecting..."
      done={`Payment of ${amount} rejected`}
      save={({ reason }) => call(rejectPayment, { params: { id: approval.id }, body: { reason } })}
      describeFailure={(error) => {
        void reloadApprovals();
        return { message: failureText(error, 'Failed to reject the payment. Please try again.') };
      }}
      onSaved={() => {
        onClose();
        onRejected();
        void reloadApprovals();
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
