import { decideDispute, type Refund, type Refundable } from '@wayside/contract/refunds';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea } from '../../form/fields.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { BearerEffect, BearerFields, type BearerValues, PLATFORM_BEARS, percentOf } from './bearer-fields.tsx';

const OUTCOMES = [
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
] as const;

interface OutcomeValues extends BearerValues {
  outcome: (typeof OUTCOMES)[number]['value'];
  reason: string;
}

interface OutcomeFormProps {
  dispute: Refund;
  refundable: Refundable;
  onDecided: () => void;
  onClose: () => void;
}

/** Records the outcome of a dispute, with its effect on the balance (REFD-02, REFD-03). */
export function OutcomeForm({ dispute, refundable, onDecided, onClose }: OutcomeFormProps) {
  const { amountPaise } = dispute;
  const { mechanic, leftPaise, paidPaise, returnedPaise, pendingPaise } = refundable;
  // A payment that is refunded has returned what was paid.
  const isRefunded = dispute.isAfterRefund && returnedPaise === paidPaise;
  const lostPaise = isRefunded ? 0 : Math.min(amountPaise, leftPaise);
  const shareOf = (values: BearerValues) => (mechanic === null ? 0 : percentOf(values));
  return (
    <DialogForm<OutcomeValues, { readonly message: string | null }, never>
      title="Outcome of the Dispute"
      description={`The bank disputes ${formatExactRupees(amountPaise)}`}
      defaultValues={{ outcome: 'won', reason: '', ...PLATFORM_BEARS }}
      submitLabel="Record outcome"
      pendingLabel="Recording..."
      save={(values) =>
        call(decideDispute, {
          params: { id: dispute.id },
          body: {
            isLost: values.outcome === 'lost',
            mechanicPercent: shareOf(values) ?? 0,
            reason: values.reason.trim(),
          },
        })
      }
      done={({ message }) => message ?? 'The outcome is recorded.'}
      describeFailure={(error) => {
        void invalidateRefunds();
        return { message: failureText(error, 'Failed to record the outcome. Please try again.') };
      }}
      onSaved={() => {
        onDecided();
        void invalidateRefunds();
      }}
      onClose={onClose}
    >
      {({ control, watch }) => {
        const values = watch();
        const isLost = values.outcome === 'lost';
        return (
          <>
            <SelectField name="outcome" control={control} label="Outcome" options={OUTCOMES} />
            {isLost && mechanic !== null && <BearerFields control={control} values={values} />}
            <TextArea name="reason" control={control} label="Reason" rows={3} maxLength={500} required />
            {isLost && lostPaise < amountPaise && (
              <p className="numeric rounded-md bg-warning-soft px-3 py-2 text-warning-text">
                {pendingPaise > 0
                  ? `${formatExactRupees(pendingPaise)} waits to be confirmed. The dispute can be lost when that has ended.`
                  : `The bank has already returned ${formatExactRupees(returnedPaise)}. The dispute takes ${formatExactRupees(lostPaise)}.`}
              </p>
            )}
            {isLost && (
              <BearerEffect amountPaise={lostPaise} mechanicPercent={shareOf(values)} refundable={refundable} />
            )}
          </>
        );
      }}
    </DialogForm>
  );
}
