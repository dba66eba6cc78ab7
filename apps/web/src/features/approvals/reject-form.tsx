import { type Approval, rejectPayment } from '@wayside/contract/approvals';
import { ReasonForm } from '../../form/reason-form.tsx';
import { call } from '../../lib/api.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateApprovals } from '../../lib/invalidate-money.ts';
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
    <ReasonForm
      title="Reject the payment?"
      description={`${amount} to ${payeeText(approval)} is not paid. ${approval.requestedBy} sees the reason.`}
      submitLabel="Reject"
      pendingLabel="Rejecting..."
      send={(reason) => call(rejectPayment, { params: { id: approval.id }, body: { reason } })}
      done={`Payment of ${amount} rejected`}
      failed="Failed to reject the payment. Please try again."
      reload={invalidateApprovals}
      onSent={() => {
        onClose();
        onRejected();
      }}
      onClose={onClose}
    />
  );
}
