import type { RunRow } from '@wayside/contract/payment-run-rows';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { useUtrCheck } from '../payouts/use-utr-check.tsx';
import { checkTransactionId } from '../payouts/utr-shape.ts';
import { invalidateRuns } from './new-run-queries.ts';
import { type Outcome, sendOutcome } from './runs-queries.ts';

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

export interface OutcomeFormProps {
  runId: string;
  row: RunRow;
  onClose: () => void;
}

/** Records the bank's result of one payment by hand; asks for confirmation where the transaction id does not look like a UTR (BANK-03, BANK-05). */
export function OutcomeForm({ runId, row, onClose }: OutcomeFormProps) {
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
