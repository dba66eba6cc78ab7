import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface EndShiftDialogProps {
  claimCount: number;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says what happens to the claims of somebody who ends their shift (DESK-03). */
export function EndShiftDialog({ claimCount, ...rest }: EndShiftDialogProps) {
  const claims = claimCount === 1 ? 'Your emergency is' : `Your ${claimCount} emergencies are`;
  return (
    <ConfirmDialog
      title="End shift?"
      question={`${claims} released and can be claimed by others. To choose who goes on, hand over first.`}
      confirmLabel="End shift"
      {...rest}
    />
  );
}
