import { ReasonForm } from '../../form/reason-form.tsx';
import { formatDay } from '../../lib/format.ts';
import { invalidateCloses, sendReopening } from './closes-queries.ts';

/** Reopens a closed day with a reason, and with it the closed days after it (CLOS-01). */
export function ReopenForm({ day, onSent, onClose }: { day: string; onSent: () => void; onClose: () => void }) {
  return (
    <ReasonForm
      title={`Reopen ${formatDay(day)}?`}
      description="The closed days after it are reopened too. Their closes stay in the chain, and the reopening becomes its next link."
      submitLabel="Reopen"
      pendingLabel="Reopening..."
      send={(reason) => sendReopening(day, reason)}
      done={({ message }) => message}
      failed="Nothing was reopened. Please try again."
      reload={invalidateCloses}
      onSent={onSent}
      onClose={onClose}
    />
  );
}
