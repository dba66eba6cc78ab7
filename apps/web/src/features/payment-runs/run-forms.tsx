import { type RunRow, removeRunRow } from '@wayside/contract/payment-run-rows';
import { failOpenRows, type PaymentRun, rejectRun } from '@wayside/contract/payment-runs';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '../../form/fields.tsx';
import { ReasonForm } from '../../form/reason-form.tsx';
import { type Message, msg, plural, t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { checkTransactionId, useUtrCheck } from '../payouts/utr-check.tsx';
import { notPaidLabel } from './run-columns.tsx';
import { recordLabel, sumStates } from './run-labels.ts';
import { invalidateRuns, type Outcome, sendCancel, sendOutcome } from './runs-queries.ts';

const STATUSES: readonly { readonly value: Outcome['status']; readonly label: Message }[] = [
  { value: 'paid', label: msg('Paid') },
  { value: 'failed', label: msg('Failed: owed again') },
  { value: 'reversed', label: msg('Reversed: owed again') },
];

/** The results that the bank can report for a payment in each state. */
const POSSIBLE_OUTCOMES: Readonly<Record<string, readonly Outcome['status'][]>> = {
  sent: ['paid', 'failed', 'reversed'],
  failed: ['paid'],
  paid: ['reversed'],
};

/**
 * Form that records the bank's result of a payment manually. It asks for confirmation if the transaction id does not
 * look like a UTR (BANK-03, BANK-05).
 */
export function OutcomeForm({ runId, row, onClose }: { runId: string; row: RunRow; onClose: () => void }) {
  const possible = POSSIBLE_OUTCOMES[row.state] ?? [];
  const options = STATUSES.filter(({ value }) => possible.includes(value));
  const utr = useUtrCheck(t('Record it anyway?'));
  return (
    <DialogForm
      title={options.length > 1 ? t('Record the bank’s result') : recordLabel(row)}
      description={t('{amount} to {name}, reference {reference}', {
        amount: formatExactRupees(row.amountPaise),
        name: orNotAvailable(row.name),
        reference: row.reference,
      })}
      defaultValues={{ status: options[0]?.value ?? 'paid', transactionId: '', reason: '' } as Outcome}
      submitLabel={recordLabel(row)}
      pendingLabel={t('Recording...')}
      requestConfirmation={(_, { status, transactionId }) => status === 'paid' && utr.holdsBack(transactionId)}
      save={(outcome) => sendOutcome(runId, row.reference, outcome)}
      done={({ message }) => message}
      describeFailure={(error) => {
        void invalidateRuns();
        return { message: failureText(error, t('Failed to record it. Please try again.')) };
      }}
      onSaved={() => {
        onClose();
        void invalidateRuns();
      }}
      onClose={onClose}
    >
      {({ control, watch }) => (
        <>
          {options.length > 1 && (
            <SelectField
              name="status"
              control={control}
              label={t('Result')}
              rules={{ onChange: utr.reset }}
              options={translated(options)}
            />
          )}
          {watch('status') === 'paid' ? (
            <TextField
              name="transactionId"
              control={control}
              rules={{
                onChange: utr.reset,
                validate: (typed, { status }) => status !== 'paid' || checkTransactionId(typed),
              }}
              label={t('Transaction ID')}
              autoComplete="off"
              required
              maxLength={100}
            />
          ) : (
            <TextArea name="reason" control={control} label={t('The bank’s reason')} rows={2} maxLength={500} />
          )}
          {utr.warning}
        </>
      )}
    </DialogForm>
  );
}

/** Form that removes a payment from a run before the run's file is created (BANK-01). */
export function RemoveRowForm({ runId, row, onClose }: { runId: string; row: RunRow; onClose: () => void }) {
  return (
    <ReasonForm
      title={t('Remove {name} from the run?', { name: orNotAvailable(row.name) })}
      description={t('{amount} will be released and can be paid another way. The other payments stay in the run.', {
        amount: formatExactRupees(row.amountPaise),
      })}
      submitLabel={t('Remove from run')}
      pendingLabel={t('Removing...')}
      send={(reason) => call(removeRunRow, { params: { id: runId, reference: row.reference }, body: { reason } })}
      done={({ message }) => message}
      failed={t('Failed to remove the payment. Please try again.')}
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}

const STEPS = {
  reject: { title: msg('Reject the run?'), label: msg('Reject run'), pending: msg('Rejecting...') },
  cancel: { title: msg('Cancel the run?'), label: msg('Cancel run'), pending: msg('Cancelling...') },
  fail: { title: null, label: msg('Mark as not paid'), pending: msg('Recording...') },
} as const;

interface RunReasonFormProps {
  run: PaymentRun;
  step: keyof typeof STEPS;
  onClose: () => void;
}

/** Form that rejects or cancels a run, or records that the bank did not pay the remaining payments. */
export function RunReasonForm({ run, step, onClose }: RunReasonFormProps) {
  const { title, label, pending } = STEPS[step];
  const open = sumStates(run, step === 'fail' ? 'sent' : 'reserved');
  const amount = formatExactRupees(open.amountPaise);
  const send = (reason: string) => {
    if (step === 'reject') return call(rejectRun, { params: { id: run.id }, body: { reason } });
    return step === 'cancel'
      ? sendCancel(run, reason)
      : call(failOpenRows, { params: { id: run.id }, body: { reason, seenCount: open.count } });
  };
  return (
    <ReasonForm
      title={title === null ? `${notPaidLabel(run)}?` : t(title)}
      description={
        step === 'fail'
          ? plural(
              open.count,
              '{count} payment of {amount} will be owed again. If the bank pays it later, the mechanic is paid twice. Check the bank’s latest results first.',
              '{count} payments of {amount} will be owed again. If the bank pays one of them later, the mechanic is paid twice. Check the bank’s latest results first.',
              { amount },
            )
          : plural(
              open.count,
              '{count} payment of {amount} in Run {number} will be released and can be paid another way.',
              '{count} payments of {amount} in Run {number} will be released and can be paid another way.',
              { amount, number: String(run.number) },
            )
      }
      submitLabel={t(label)}
      pendingLabel={t(pending)}
      send={send}
      done={({ message }) => message ?? t(label)}
      failed={t('Failed to update the run. Please try again.')}
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}
