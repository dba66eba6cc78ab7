import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { BankDetails } from '../people/bank-details.tsx';
import { personName } from '../people/person-name.ts';

export interface RetainedBankDetailsProps {
  person: PendingErasure;
  onClose: () => void;
}

/** The bank details that are kept to pay an erased mechanic; the whole number on demand, which is logged (PRIV-06, MECH-06). */
export function RetainedBankDetails({ person, onClose }: RetainedBankDetailsProps) {
  const { id, name, kind, bank } = person;
  return (
    <Dialog
      title="Bank details"
      description={`Kept to pay ${personName({ id, name }, kind)}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <BankDetails mechanicId={id} bank={bank} />
    </Dialog>
  );
}
