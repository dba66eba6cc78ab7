import type { RunRow } from '@wayside/contract/payment-run-rows';
import { ReasonForm } from '../../form/reason-form.tsx';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { invalidateRuns } from './new-run-queries.ts';
import { sendRemoval } from './runs-queries.ts';

export interface RemoveRowFormProps {
  runId: string;
  row: RunRow;
  onClose: () => void;
}

/** Removes one payment from a run before its file is created, with a reason (BANK-01). */
export function RemoveRowForm({ runId, row, onClose }: RemoveRowFormProps) {
  return (
    <ReasonForm
      title={`Remove ${orNotAvailable(row.name)} from the run?`}
      description={`${formatExactRupees(row.amountPaise)} will be released and can be paid another way. The other payments stay in the run.`}
      submitLabel="Remove from run"
      pendingLabel="Removing..."
      send={(reason) => sendRemoval(runId, row.reference, reason)}
      done={({ message }) => message}
      failed="Failed to remove the payment. Please try again."
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}
