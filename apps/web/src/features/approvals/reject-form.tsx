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

/** Rejects a payment with a reason, or cancels one that is approved and not paid (TEAM-06, OWN-08). */
export function RejectForm({ approval, onRejected, onClose }: RejectFormProps) {
  const amount = formatExactRupees(approval.amountPaise);
  const isApproved = approval.state === 'to_be_paid';
  return (
    <ReasonForm
      title={isApproved ? 'Cancel the payment?' : 'Reject the payment?'}
      description={`${amount} to ${payeeText(approval)} is not paid. ${approval.requestedBy} sees the reason.`}
      submitLabel={isApproved ? 'Cancel payment' : 'Reject'}
      pendingLabel={isApproved ? 'Cancelling...' : 'Rejecting...'}
      cancelLabel={isApproved ? 'Back' : 'Cancel'}
      send={(reason) => call(rejectPayment, { params: { id: approval.id }, body: { reason } })}
      done={`Payment of ${amount} ${isApproved ? 'cancelled' : 'rejected'}`}
      failed={`Failed to ${isApproved ? 'cancel' : 'reject'} the payment. Please try again.`}
      reload={invalidateApprovals}
      onSent={() => {
        onClose();
        onRejected();
      }}
      onClose={onClose}
    />
  );
}
