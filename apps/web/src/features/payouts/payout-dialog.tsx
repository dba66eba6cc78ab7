import { useQuery } from '@tanstack/react-query';
import { createPayout, type PayoutMethod, type PayoutPreview as Preview } from '@wayside/contract/payouts';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { reloadApprovals, SENT_FOR_APPROVAL } from '../../lib/approval-keys.ts';
import { hasExtension } from '../../lib/config.ts';
import { formatCount, formatDate, formatDateTime, formatExactRupees, rupeesText } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { type Retriable, useRetry } from '../../lib/use-retry.ts';
import { ApprovalNote } from '../../people/approval-note.tsx';
import { personName } from '../../people/person-name.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Field, TextField } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { payoutPreviewQuery } from './ledger-queries.ts';
import { type Payee, payablePaise, payoutsQuery } from './payouts-queries.ts';

const METHODS: readonly { readonly value: PayoutMethod; readonly label: string }[] = [
  { value: 'bank_transfer', label: 'Bank Transfer' },
  { value: 'online', label: 'Online' },
  { value: 'cash', label: 'Cash' },
];

export interface PayoutDialogProps {
  payee: Payee;
  /** Sets the alert bar of the screen; null after a success (PAYO-06). */
  onFailed: (message: string | null) => void;
  onClose: () => void;
}

/** Pays the balance of a mechanic (PAYO-05). */
export function PayoutDialog({ payee, onFailed, onClose }: PayoutDialogProps) {
  const amountPaise = payablePaise(payee);
  const name = personName({ id: payee.mechanicId, name: payee.name }, 'mechanic');
  const preview = useQuery({
    ...payoutPreviewQuery(payee.mechanicId, amountPaise),
    enabled: hasExtension('ledger'),
  });
  return (
    <DialogForm
      title="Process Payout"
      description={`Pay ${formatExactRupees(amountPaise)} to ${name}`}
      defaultValues={{
        mechanic: name,
        amount: rupeesText(amountPaise),
        method: 'bank_transfer' as PayoutMethod,
        transactionId: '',
      }}
      submitLabel="Process Payout"
      pendingLabel="Processing..."
      isAllowed={amountPaise > 0}
      save={({ method, transactionId }) =>
        call(createPayout, {
          body: { mechanicId: payee.mechanicId, amountPaise, method, transactionId: transactionId.trim() },
        })
      }
      describeFailure={(error) => {
        void queryClient.refetchQueries({ ...payoutsQuery, type: 'active' });
        const message = failureText(error, 'Failed to process payout. Please try again.');
        onFailed(message);
        return { message };
      }}
      done={({ approvalId, message }) =>
        approvalId === null
          ? `${formatExactRupees(amountPaise)} paid to ${name}`
          : `${formatExactRupees(amountPaise)} to ${name}: ${message ?? SENT_FOR_APPROVAL}`
      }
      onSaved={({ approvalId }) => {
        if (approvalId !== null) void reloadApprovals();
        onFailed(null);
        onClose();
        void queryClient.refetchQueries({ ...payoutsQuery, type: 'active' });
      }}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          {payee.reservedPaise !== undefined && (
            <p className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text">
              {formatExactRupees(payee.balancePaise)}, of which {formatExactRupees(payee.reservedPaise)} waits for
              approval
            </p>
          )}
          <ApprovalNote amountPaise={amountPaise} />
          {hasExtension('ledger') && <PayoutPreview preview={preview} amountPaise={amountPaise} />}
          <TextField label="Mechanic" readOnly {...register('mechanic')} />
          <TextField label="Amount" type="number" step="0.01" readOnly {...register('amount')} />
          <Field label="Payment Method">
            {(control) => <Select {...control} className="w-full" options={METHODS} {...register('method')} />}
          </Field>
          <TextField
            label="Transaction ID"
            autoComplete="off"
            required
            error={errors.transactionId?.message}
            {...register('transactionId', {
              validate: (typed) => typed.trim() !== '' || 'Please enter a transaction ID',
            })}
          />
        </>
      )}
    </DialogForm>
  );
}

interface PayoutPreviewProps {
  preview: Retriable & { readonly data: Preview | undefined };
  amountPaise: number;
}

/** The earnings that the payout covers, and warnings before the money leaves. */
function PayoutPreview({ preview, amountPaise }: PayoutPreviewProps) {
  const { data } = preview;
  const { failure, isRetrying, retry } = useRetry(preview);
  if (failure !== null) {
    const message = failureText(failure, 'What this payout covers could not be loaded.');
    return <RetryNote message={message} pending={isRetrying} onRetry={() => void retry()} />;
  }
  if (!data) return <Skeleton className="h-10 w-full" />;
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-ink-soft">
        Covers {formatCount(data.earningCount)} {data.earningCount === 1 ? 'earning' : 'earnings'}
        {data.earnedFrom && ` from ${formatDate(data.earnedFrom)} to ${formatDate(data.earnedUntil)}`}.{' '}
        {data.bankChangedAt
          ? `Bank details last changed on ${formatDateTime(data.bankChangedAt)}.`
          : 'It is not known when the bank details last changed.'}
      </p>
      {data.balancePaise - (data.reservedPaise ?? 0) !== amountPaise && (
        <Warning>
          The balance is {formatExactRupees(data.balancePaise)} by now
          {data.reservedPaise ? `, of which ${formatExactRupees(data.reservedPaise)} waits for approval` : ''}.
          Close this and look again before you pay.
        </Warning>
      )}
      {data.samePayout && (
        <Warning>
          {formatExactRupees(data.samePayout.amountPaise)} went to this mechanic on{' '}
          {formatDateTime(data.samePayout.paidAt)} already, as {data.samePayout.transactionId}.
        </Warning>
      )}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
