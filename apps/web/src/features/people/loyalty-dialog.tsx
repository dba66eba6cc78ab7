import { LOYALTY_THRESHOLD_PAISE, payLoyalty } from '@wayside/contract/loyalty';
import { useRef } from 'react';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { invalidateIfOutdated, type RecordKeys, updateConfirmedRecord } from '../../lib/cached-records.ts';
import { formatExactRupees, rupeesText } from '../../lib/format.ts';
import { invalidateApprovals, SENT_FOR_APPROVAL } from '../../lib/invalidate-money.ts';
import { newKey } from '../../lib/new-key.ts';
import { ApprovalReason, recheckApproval, sendRequest, useApprovalCheck } from '../approvals/approval-request.tsx';
import { TRANSACTION_ID } from '../payouts/utr-check.tsx';
import { personName } from './person-link.tsx';
import { invalidateHistory } from './person-queries.ts';

interface Payee {
  readonly id: string;
  readonly name: string | null;
  readonly walletPaise: number | null;
}

interface LoyaltyDialogProps {
  payee: Payee;
  kind: 'user' | 'mechanic';
  keys: RecordKeys;
  /** Whether this is the last payment to an erased person, which has no minimum amount (PRIV-06). */
  isLast?: boolean;
  onClose: () => void;
}

/** Dialog that pays out the wallet of a customer or mechanic, or requests approval (LOYA-01 to LOYA-03, OWN-08). */
export function LoyaltyDialog({ payee, kind, keys, isLast = false, onClose }: LoyaltyDialogProps) {
  // The amount when the dialog opened, even if the list changes later.
  const amountPaise = payee.walletPaise ?? 0;
  const isAllowed = amountPaise > (isLast ? 0 : LOYALTY_THRESHOLD_PAISE);
  const name = personName(payee, kind);
  const approval = useApprovalCheck(isAllowed ? amountPaise : 0);
  const requestKey = useRef(newKey());
  return (
    <DialogForm
      title={t('Process Loyalty Payout')}
      description={
        isAllowed
          ? t('Pay {amount} to {name}', { amount: formatExactRupees(amountPaise), name })
          : t('Wallet of {name}: {wallet}', { name, wallet: formatExactRupees(payee.walletPaise) })
      }
      defaultValues={{ amount: rupeesText(amountPaise), transactionId: '', note: '' }}
      submitLabel={approval.isNeeded ? t('Request approval') : t('Process Payout')}
      pendingLabel={approval.isNeeded ? t('Requesting...') : t('Processing...')}
      isAllowed={isAllowed}
      save={({ transactionId, note }) => {
        const payment = { amountPaise, payeeKind: kind, payeeId: payee.id };
        return approval.isNeeded
          ? sendRequest({
              ...payment,
              ...{ kind: 'loyalty', method: null, note: note.trim(), key: requestKey.current },
            })
          : call(payLoyalty, { body: { ...payment, transactionId: transactionId.trim() } });
      }}
      failureToast={t('Error')}
      describeFailure={(error) => {
        void invalidateIfOutdated(keys, error);
        void recheckApproval();
        return { message: failureText(error, t('Failed to process payout. Please try again.')) };
      }}
      done={({ approvalId, message }) =>
        approvalId === null
          ? t('{amount} paid to {name}', { amount: formatExactRupees(amountPaise), name })
          : t('{amount} to {name}: {message}', {
              amount: formatExactRupees(amountPaise),
              name,
              message: message ?? t(SENT_FOR_APPROVAL),
            })
      }
      onSaved={({ approvalId }) => {
        if (approvalId === null) void updateConfirmedRecord<Payee>(keys, payee.id, { walletPaise: 0 });
        else void invalidateApprovals();
        void invalidateHistory();
        onClose();
      }}
      onClose={onClose}
    >
      {({ control, register, formState: { errors } }) => (
        <>
          {!isAllowed && (
            <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
              {t('Loyalty payout requires wallet amount to be more than ₹10')}
            </p>
          )}
          <TextField
            name="amount"
            control={control}
            label={t('Amount')}
            type="number"
            step="0.01"
            min="0"
            readOnly
          />
          {approval.isNeeded ? (
            <ApprovalReason key="reason" field={register('note', FILLED)} error={errors.note?.message} />
          ) : (
            <TextField
              name="transactionId"
              control={control}
              rules={TRANSACTION_ID}
              key="transaction"
              label={t('Transaction ID')}
              autoComplete="off"
              required
            />
          )}
        </>
      )}
    </DialogForm>
  );
}
