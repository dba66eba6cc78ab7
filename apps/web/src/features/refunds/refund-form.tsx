import { openDispute, type Refundable, requestRefund } from '@wayside/contract/refunds';
import { useRef } from 'react';
import { DialogForm, UNREADABLE_RULE } from '../../form/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '../../form/fields.tsx';
import { msg, t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees, rupeesText } from '../../lib/format.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { newKey } from '../../lib/new-key.ts';
import { parseAmount, parsePaise } from '../../lib/typed-amount.ts';
import { BearerEffect, BearerFields, type BearerValues, DEFAULT_BEARER, percentOf } from './bearer-fields.tsx';
import { DueField, type DueValues } from './due-day.tsx';

interface PaymentFormProps {
  paymentId: string;
  refundable: Refundable;
  onClose: () => void;
}

const KINDS = [
  { value: 'full', label: msg('Full') },
  { value: 'part', label: msg('Part') },
  { value: 'goodwill', label: msg('Goodwill') },
] as const;

interface RefundValues extends BearerValues {
  kind: (typeof KINDS)[number]['value'];
  amount: string;
  reason: string;
}

const amountRule = (maxPaise: number) => ({
  validate: {
    [UNREADABLE_RULE]: (typed: string) => {
      const read = parseAmount(typed);
      if (read.error !== undefined) return read.error;
      if (read.value === 0) return t('Enter an amount above 0');
      return read.value <= maxPaise || t('Enter at most {amount}', { amount: formatExactRupees(maxPaise) });
    },
  },
});

/** Form that requests a refund of a payment and shows its effect on the balance (REFD-01, REFD-02). */
export function RefundForm({ paymentId, refundable, onClose }: PaymentFormProps) {
  const { paidPaise, remainingPaise, freePaise, mechanic } = refundable;
  // Each dialog has its own idempotency key, so that a repeated request refunds only once.
  const key = useRef(newKey());
  const canBeFull = remainingPaise === paidPaise;
  const amountOf = ({ kind, amount }: Pick<RefundValues, 'kind' | 'amount'>) =>
    kind === 'full' ? paidPaise : parsePaise(amount);
  const shareOf = (values: BearerValues) => (mechanic === null ? 0 : percentOf(values));
  return (
    <DialogForm<RefundValues, { readonly message: string | null }, never>
      title={t('Refund Payment')}
      description={t('The customer paid {amount}', { amount: formatExactRupees(paidPaise) })}
      defaultValues={{ kind: canBeFull ? 'full' : 'part', amount: '', reason: '', ...DEFAULT_BEARER }}
      submitLabel={t('Request refund')}
      pendingLabel={t('Requesting...')}
      save={(values) =>
        call(requestRefund, {
          params: { id: paymentId },
          body: {
            kind: values.kind,
            amountPaise: amountOf(values),
            mechanicPercent: shareOf(values) ?? 0,
            reason: values.reason.trim(),
            key: key.current,
          },
        })
      }
      done={({ message }) => message ?? t('The refund is requested.')}
      describeFailure={(error) => {
        void invalidateRefunds();
        return { message: failureText(error, t('Failed to request the refund. Please try again.')) };
      }}
      onSaved={() => {
        onClose();
        void invalidateRefunds();
      }}
      onClose={onClose}
    >
      {({ control, watch }) => {
        const values = watch();
        const amountPaise = amountOf(values);
        const isPossible = amountPaise <= remainingPaise;
        return (
          <>
            {!canBeFull && <Returned {...refundable} />}
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                name="kind"
                control={control}
                label={t('Refund')}
                options={translated(canBeFull ? KINDS : KINDS.slice(1))}
              />
              {values.kind !== 'full' && (
                <TextField
                  name="amount"
                  control={control}
                  rules={amountRule(remainingPaise)}
                  label={t('Amount (₹)')}
                  inputMode="decimal"
                  autoComplete="off"
                  required
                />
              )}
            </div>
            {mechanic !== null && <BearerFields control={control} values={values} />}
            <TextArea name="reason" control={control} label={t('Reason')} rows={3} maxLength={500} required />
            {isPossible && (
              <BearerEffect amountPaise={amountPaise} mechanicPercent={shareOf(values)} refundable={refundable} />
            )}
            {isPossible && freePaise !== null && amountPaise > freePaise && (
              <p role="status" className="text-sm text-ink-soft">
                {t('You can refund {amount} today without approval. Another person must approve this refund.', {
                  amount: formatExactRupees(freePaise),
                })}
              </p>
            )}
          </>
        );
      }}
    </DialogForm>
  );
}

/** Amounts already returned or pending (REFD-01). */
function Returned({ returnedPaise, pendingPaise, disputedPaise, remainingPaise }: Refundable) {
  const sentences = [
    returnedPaise > 0 && t('The bank has already returned {amount}.', { amount: formatExactRupees(returnedPaise) }),
    pendingPaise > 0 && t('{amount} is pending confirmation.', { amount: formatExactRupees(pendingPaise) }),
    disputedPaise > 0 && t('{amount} is disputed.', { amount: formatExactRupees(disputedPaise) }),
    t('{amount} can be refunded.', { amount: formatExactRupees(remainingPaise) }),
  ];
  return (
    <p className="numeric rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      {sentences.filter(Boolean).join(' ')}
    </p>
  );
}

interface DisputeValues extends DueValues {
  amount: string;
  reason: string;
}

/** Form that records a dispute raised by the customer's bank (REFD-03). */
export function DisputeForm({
  paymentId,
  refundable,
  isRefunded,
  onClose,
}: PaymentFormProps & { isRefunded: boolean }) {
  const key = useRef(newKey());
  const mostPaise = refundable.paidPaise - refundable.disputedPaise;
  return (
    <DialogForm<DisputeValues, { readonly message: string | null }, never>
      title={t('Open Dispute')}
      description={t(
        'The customer’s bank disputes this payment. Its amount cannot be refunded while the dispute is open.',
      )}
      defaultValues={{ amount: rupeesText(mostPaise), dueOn: '', reason: '' }}
      submitLabel={t('Open dispute')}
      pendingLabel={t('Opening...')}
      save={({ amount, dueOn, reason }) =>
        call(openDispute, {
          params: { id: paymentId },
          body: {
            amountPaise: parsePaise(amount),
            dueOn,
            reason: reason.trim(),
            key: key.current,
          },
        })
      }
      done={({ message }) => message ?? t('The dispute is open.')}
      describeFailure={(error) => {
        void invalidateRefunds();
        return { message: failureText(error, t('Failed to open the dispute. Please try again.')) };
      }}
      onSaved={() => {
        onClose();
        void invalidateRefunds();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          {isRefunded && (
            <p className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
              {t(
                'This payment is already refunded. The refund is the evidence: a lost dispute returns nothing more.',
              )}
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              name="amount"
              control={control}
              rules={amountRule(mostPaise)}
              label={t('Amount (₹)')}
              inputMode="decimal"
              autoComplete="off"
              required
            />
            <DueField control={control} />
          </div>
          <TextArea name="reason" control={control} label={t('Reason')} rows={3} maxLength={500} required />
        </>
      )}
    </DialogForm>
  );
}
