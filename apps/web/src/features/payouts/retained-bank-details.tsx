import { useMutation } from '@tanstack/react-query';
import { showBankAccount } from '@wayside/contract/mechanics';
import type { PendingErasure } from '@wayside/contract/payouts-erasures';
import { Eye } from 'lucide-react';
import { toastFailure } from '../../form/toast-failure.ts';
import { call } from '../../lib/api.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { personName } from '../../people/person-name.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface KeptBankDetailsProps {
  person: PendingErasure;
  onClose: () => void;
}

/** The bank details that are kept to pay an erased mechanic; the whole number on demand, which is logged (PRIV-06, MECH-06). */
export function RetainedBankDetails({ person, onClose }: KeptBankDetailsProps) {
  const { id, name, kind, bank } = person;
  const whole = useMutation({
    mutationFn: async () => (await call(showBankAccount, { params: { id } })).accountNumber,
    onError: (error) => toastFailure('Failed to show the account number', error),
  });
  const number = whole.data ?? bank?.accountNumber;
  return (
    <Dialog
      title="Bank details"
      description={`Kept to pay ${personName({ id, name }, kind)}`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DescriptionList title="Payment Details">
        <Fact label="Account Holder">{orNotAvailable(bank?.accountHolder)}</Fact>
        <Fact label="Bank Name">{orNotAvailable(bank?.bankName)}</Fact>
        <Fact label="Account Number">
          <span className="numeric inline-flex items-center gap-1">
            {orNotAvailable(number)}
            {number && !whole.data && (
              <IconButton
                label="Show account number"
                tip="Show account number"
                icon={<Eye className="size-4" />}
                disabled={whole.isPending}
                onClick={() => whole.mutate()}
              />
            )}
          </span>
        </Fact>
        <Fact label="IFSC Code">{orNotAvailable(bank?.ifscCode)}</Fact>
        <Fact label="UPI ID">{orNotAvailable(bank?.upiId)}</Fact>
        <Fact label="Preferred Method">{orNotAvailable(bank?.preferredMethod)}</Fact>
      </DescriptionList>
    </Dialog>
  );
}
