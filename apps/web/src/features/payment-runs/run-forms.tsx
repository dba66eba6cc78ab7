import { type RunRow, removeRunRow } from '@wayside/contract/payment-run-rows';
import { failOpenRows, type PaymentRun, rejectRun } from '@wayside/contract/payment-runs';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '../../form/fields.tsx';
import { ReasonForm } from '../../form/reason-form.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { checkTransactionId, useUtrCheck } from '../payouts/utr-check.tsx';
import { notPaidLabel, runName } from './run-columns.tsx';
import { inState, paymentsText } from './run-labels.ts';
import { invalidateRuns, type Outcome, sendCancel, sendOutcome } from './runs-queries.ts';

const STATUSES: readonly { readonly value: Outcome['status']; readonly label: string }[] = [
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed: owed again' },
  { value: 'reversed', label: 'Reversed: owed again' },
];

/** The results that the bank can report in each state of a payment. */
const POSSIBLE: Readonly<Record<string, readonly Outcome['status'][]>> = {
  sent: ['paid', 'failed', 'reversed'],
  failed: ['paid'],
  paid: ['reversed'],
};

/** Records the bank's result of a payment by hand; confirms a transaction id that does not look like a UTR (BANK-03, BANK-05). */
export function OutcomeForm({ runId, row, onClose }: { runId: string; row: RunRow; onClose: () => void }) {
  const possible = POSSIBLE[row.state] ?? [];
  const options = STATUSES.filter(({ value }) => possible.includes(value));
  const utr = useUtrCheck('Record it anyway?');
  return (
    <DialogForm
      title="Record the bank’s result"
      description={`${formatExactRupees(row.amountPaise)} to ${orNotAvailable(row.name)}, reference ${row.reference}`}
      defaultValues={{ status: options[0]?.value ?? 'paid', transactionId: '', reason: '' } as Outcome}
      submitLabel="Record"
      pendingLabel="Recording..."
      holdBack={(_, { status, transactionId }) => status === 'paid' && utr.holdsBack(transactionId)}
      save={(outcome) => sendOutcome(runId, row.reference, outcome)}
      done={({ message }) => message}
      describeFailure={(error) => {
        void invalidateRuns();
        return { message: failureText(error, 'Failed to record it. Please try again.') };
      }}
      onSaved={() => {
        onClose();
        void invalidateRuns();
      }}
      onClose={onClose}
    >
      {({ control, watch }) => (
        <>
          <SelectField
            name="status"
            control={control}
            label="Result"
            rules={{ onChange: utr.reset }}
            options={options}
          />
          {watch('status') === 'paid' ? (
            <TextField
              name="transactionId"
              control={control}
              rules={{
                onChange: utr.reset,
                validate: (typed, { status }) => status !== 'paid' || checkTransactionId(typed),
              }}
              label="Transaction ID"
              autoComplete="off"
              required
              maxLength={100}
            />
          ) : (
            <TextArea name="reason" control={control} label="The bank’s reason" rows={2} maxLength={500} />
          )}
          {utr.warning}
        </>
      )}
    </DialogForm>
  );
}

/** Removes a payment from a run before its file is created (BANK-01). */
export function RemoveRowForm({ runId, row, onClose }: { runId: string; row: RunRow; onClose: () => void }) {
  return (
    <ReasonForm
      title={`Remove ${orNotAvailable(row.name)} from the run?`}
      description={`${formatExactRupees(row.amountPaise)} will be released and can be paid another way. The other payments stay in the run.`}
      submitLabel="Remove from run"
      pendingLabel="Removing..."
      send={(reason) => call(removeRunRow, { params: { id: runId, reference: row.reference }, body: { reason } })}
      done={({ message }) => message}
      failed="Failed to remove the payment. Please try again."
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}

const STEPS = {
  reject: { title: 'Reject the run?', label: 'Reject run', pending: 'Rejecting...' },
  cancel: { title: 'Cancel the run?', label: 'Cancel run', pending: 'Cancelling...' },
  fail: { title: '', label: 'Mark as not paid', pending: 'Recording...' },
} as const;

interface RunReasonFormProps {
  run: PaymentRun;
  step: keyof typeof STEPS;
  onClose: () => void;
}

/** Rejects or cancels a run, or records that the bank did not pay its remaining payments. */
export function RunReasonForm({ run, step, onClose }: RunReasonFormProps) {
  const { title, label, pending } = STEPS[step];
  const open = inState(run, step === 'fail' ? 'sent' : 'reserved');
  const amount = formatExactRupees(open.amountPaise);
  const send = (reason: string) => {
    if (step === 'reject') return call(rejectRun, { params: { id: run.id }, body: { reason } });
    return step === 'cancel'
      ? sendCancel(run, reason)
      : call(failOpenRows, { params: { id: run.id }, body: { reason, seenCount: open.count } });
  };
  return (
    <ReasonForm
      title={step === 'fail' ? `${notPaidLabel(run)}?` : title}
      description={
        step === 'fail'
          ? `${paymentsText(open.count)} of ${amount} will be owed again. If the bank pays one of them later, the mechanic is paid twice. Check the bank’s latest results first.`
          : `${paymentsText(open.count)} of ${amount} in ${runName(run)} will be released and can be paid another way.`
      }
      submitLabel={label}
      pendingLabel={pending}
      send={send}
      done={({ message }) => message ?? label}
      failed="Failed to update the run. Please try again."
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}
