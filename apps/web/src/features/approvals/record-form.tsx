import { type Approval, recordPayment } from '@wayside/contract/approvals';
import { PAYOUT_METHODS, type PayoutMethod } from '@wayside/contract/payouts';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateApprovals, invalidateMoney } from '../../lib/invalidate-money.ts';
import { PAYOUT_METHOD_OPTIONS } from '../payouts/payout-method.ts';
import { useUtrCheck } from '../payouts/use-utr-check.tsx';
import { checkTransactionId } from '../payouts/utr-shape.ts';
import { payeeText } from './approval-columns.tsx';

export interface RecordFormProps {
  approval: Approval;
  onRecorded: () => void;
  onClose: () => void;
}

/** Records the transaction id of an approved payment that was made at the bank (OWN-08). */
export function RecordForm({ approval, onRecorded, onClose }: RecordFormProps) {
  const { id, kind, amountPaise, transactionId, method } = approval;
  const payment = `${formatExactRupees(amountPaise)} to ${payeeText(approval)}`;
  const utr = useUtrCheck('Record it anyway?');
  const reload = () => Promise.all([invalidateApprovals(), invalidateMoney()]);
  return (
    <DialogForm
      title="Record Payment"
      description={`${payment}, after it was paid at the bank`}
      defaultValues={{
        transactionId: transactionId ?? '',
        method: PAYOUT_METHODS.find((known) => known === method) ?? ('bank_transfer' as PayoutMethod),
      }}
      submitLabel="Record payment"
      pendingLabel="Recording..."
      holdBack={(_, values) => utr.holdsBack(values.transactionId, kind === 'payout' ? values.method : undefined)}
      save={(values) =>
        call(recordPayment, {
          params: { id },
          body: {
            transactionId: values.transactionId.trim(),
            method: kind === 'payout' ? values.method : null,
          },
        })
      }
      // The server says what the payee owes, where less was owed than the bank has paid.
      done={({ record, message }) => (record.owedPaise < 0 && message ? message : `Payment of ${payment} recorded`)}
      describeFailure={(error) => {
        void reload();
        return { message: failureText(error, 'Failed to record the payment. Please try again.') };
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
              label="Payment Method"
              rules={{ onChange: utr.reset }}
              options={PAYOUT_METHOD_OPTIONS}
            />
          )}
          <TextField
            name="transactionId"
            control={control}
            rules={{
              onChange: utr.reset,
              validate: checkTransactionId,
            }}
            label="Transaction ID"
            autoComplete="off"
            required
          />
          {utr.warning}
        </>
      )}
    </DialogForm>
  );
}
