import { type Approval, recordPayment, rejectPayment } from '@wayside/contract/approvals';
import { PAYOUT_METHODS, type PayoutMethod } from '@wayside/contract/payouts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { ReasonForm } from '../../form/reason-form.tsx';
import { t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateApprovals, invalidateMoney } from '../../lib/invalidate-money.ts';
import { PAYOUT_METHOD_OPTIONS } from '../payouts/payout-method.ts';
import { checkTransactionId, useUtrCheck } from '../payouts/utr-check.tsx';
import { payeeText } from './approval-labels.tsx';

interface RecordFormProps {
  approval: Approval;
  onRecorded: () => void;
  onClose: () => void;
}

/** Records the transaction id of an approved payment that was made at the bank (OWN-08). */
export function RecordForm({ approval, onRecorded, onClose }: RecordFormProps) {
  const { id, kind, amountPaise, transactionId, method } = approval;
  const payment = { amount: formatExactRupees(amountPaise), name: payeeText(approval) };
  const utr = useUtrCheck(t('Record it anyway?'));
  const reload = () => Promise.all([invalidateApprovals(), invalidateMoney()]);
  return (
    <DialogForm
      title={t('Record Payment')}
      description={t('{amount} to {name}, after it was paid at the bank', payment)}
      defaultValues={{
        transactionId: transactionId ?? '',
        method: PAYOUT_METHODS.find((known) => known === method) ?? ('bank_transfer' as PayoutMethod),
      }}
      submitLabel={t('Record payment')}
      pendingLabel={t('Recording...')}
      requestConfirmation={(_, values) =>
        utr.holdsBack(values.transactionId, kind === 'payout' ? values.method : undefined)
      }
      save={(values) =>
        call(recordPayment, {
          params: { id },
          body: {
            transactionId: values.transactionId.trim(),
            method: kind === 'payout' ? values.method : null,
          },
        })
      }
      // If the bank paid more than was owed, the server reports the amount that the payee now owes.
      done={({ record, message }) =>
        record.owedPaise < 0 && message ? message : t('Payment of {amount} to {name} recorded', payment)
      }
      describeFailure={(error) => {
        void reload();
        return { message: failureText(error, t('Failed to record the payment. Please try again.')) };
      }}
      onSaved={() => {
        onClose();
        onRecorded();
        void reload();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          {kind === 'payout' && (
            <SelectField
              name="method"
              control={control}
              label={t('Payment Method')}
              rules={{ onChange: utr.reset }}
              options={translated(PAYOUT_METHOD_OPTIONS)}
            />
          )}
          <TextField
            name="transactionId"
            control={control}
            rules={{
              onChange: utr.reset,
              validate: checkTransactionId,
            }}
            label={t('Transaction ID')}
            autoComplete="off"
            required
          />
          {utr.warning}
        </>
      )}
    </DialogForm>
  );
}

interface RejectFormProps {
  approval: Approval;
  onRejected: () => void;
  onClose: () => void;
}

/** Rejects a payment with a reason, or cancels an approved payment that is not yet paid (TEAM-06, OWN-08). */
export function RejectForm({ approval, onRejected, onClose }: RejectFormProps) {
  const amount = formatExactRupees(approval.amountPaise);
  const isApproved = approval.state === 'to_be_paid';
  return (
    <ReasonForm
      title={isApproved ? t('Cancel the payment?') : t('Reject the payment?')}
      description={t('{amount} to {name} will not be paid. {requester} sees the reason.', {
        amount,
        name: payeeText(approval),
        requester: approval.requestedBy,
      })}
      submitLabel={isApproved ? t('Cancel payment') : t('Reject')}
      pendingLabel={isApproved ? t('Cancelling...') : t('Rejecting...')}
      cancelLabel={isApproved ? t('Back') : t('Cancel')}
      send={(reason) => call(rejectPayment, { params: { id: approval.id }, body: { reason } })}
      done={
        isApproved ? t('Payment of {amount} cancelled', { amount }) : t('Payment of {amount} rejected', { amount })
      }
      failed={
        isApproved
          ? t('Failed to cancel the payment. Please try again.')
          : t('Failed to reject the payment. Please try again.')
      }
      reload={invalidateApprovals}
      onSent={() => {
        onClose();
        onRejected();
      }}
      onClose={onClose}
    />
  );
}
