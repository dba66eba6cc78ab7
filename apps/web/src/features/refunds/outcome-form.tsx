import { decideDispute, type Refund, type Refundable } from '@wayside/contract/refunds';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea } from '../../form/fields.tsx';
import { msg, t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { BearerEffect, BearerFields, type BearerValues, DEFAULT_BEARER, percentOf } from './bearer-fields.tsx';

const OUTCOMES = [
  { value: 'won', label: msg('Won') },
  { value: 'lost', label: msg('Lost') },
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

/** Form that records the outcome of a dispute and shows its effect on the balance (REFD-02, REFD-03). */
export function OutcomeForm({ dispute, refundable, onDecided, onClose }: OutcomeFormProps) {
  const { amountPaise } = dispute;
  const { mechanic, leftPaise, paidPaise, returnedPaise, pendingPaise } = refundable;
  // If the payment is fully refunded, a lost dispute has nothing left to return.
  const isRefunded = dispute.isAfterRefund && returnedPaise === paidPaise;
  const lostPaise = isRefunded ? 0 : Math.min(amountPaise, leftPaise);
  const shareOf = (values: BearerValues) => (mechanic === null ? 0 : percentOf(values));
  return (
    <DialogForm<OutcomeValues, { readonly message: string | null }, never>
      title={t('Outcome of the Dispute')}
      description={t('The bank disputes {amount}', { amount: formatExactRupees(amountPaise) })}
      defaultValues={{ outcome: 'won', reason: '', ...DEFAULT_BEARER }}
      submitLabel={t('Record outcome')}
      pendingLabel={t('Recording...')}
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
      done={({ message }) => message ?? t('The outcome is recorded.')}
      describeFailure={(error) => {
        void invalidateRefunds();
        return { message: failureText(error, t('Failed to record the outcome. Please try again.')) };
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
            <SelectField name="outcome" control={control} label={t('Outcome')} options={translated(OUTCOMES)} />
            {isLost && mechanic !== null && <BearerFields control={control} values={values} />}
            <TextArea name="reason" control={control} label={t('Reason')} rows={3} maxLength={500} required />
            {isLost && lostPaise < amountPaise && (
              <p className="numeric rounded-md bg-warning-soft px-3 py-2 text-warning-text">
                {pendingPaise > 0
                  ? t(
                      '{amount} is pending confirmation. You can record the dispute as lost when the refund has ended.',
                      {
                        amount: formatExactRupees(pendingPaise),
                      },
                    )
                  : t('The bank has already returned {returned}. The dispute takes {lost}.', {
                      returned: formatExactRupees(returnedPaise),
                      lost: formatExactRupees(lostPaise),
                    })}
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
