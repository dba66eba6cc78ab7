import type { RunRow } from '@wayside/contract/payment-run-rows';
import { ReasonForm } from '../../form/reason-form.tsx';
import { formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { invalidateRuns } from '../../people/run-queries.ts';
import { sendRemoval } from './runs-queries.ts';

export interface RemoveRowFormProps {
  runId: string;
  row: RunRow;
  onClose: () => void;
}

/** Removes one mechanic from a run before its file is made, with a reason (BANK-01). */
export function RemoveRowForm({ runId, row, onClose }: RemoveRowFormProps) {
  return (
    <ReasonForm
      title={`Remove ${orNotAvailable(row.name)} from the run?`}
      description={`${formatExactRupees(row.amountPaise)} is free again and can be paid otherwise. The rest of the run stays as it is.`}
      submitLabel="Remove from run"
      pendingLabel="Removing..."
      send={(reason) => sendRemoval(runId, row.reference, reason)}
      done={({ message }) => message}
      failed="This did not work. Please try again."
      reload={invalidateRuns}
      onClose={onClose}
    />
  );
}
