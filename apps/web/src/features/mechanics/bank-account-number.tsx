import { type Mechanic, showBankAccount } from '@wayside/contract/mechanics';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { NOT_AVAILABLE } from '../../lib/format.ts';
import { reloadHistory } from '../../people/history-query.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';
import { maskAccountNumber } from './mechanic-labels.ts';

/**
 * The number of a bank account: its last digits until a click. Our server gives the rest only then, and keeps who
 * looked at it; another provider has given all of it, and it is covered here (MECH-06).
 */
export function BankAccountNumber({ mechanic }: { mechanic: Mechanic }) {
  const [whole, setWhole] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const given = mechanic.bank?.accountNumber?.trim() || null;
  if (given === null) return NOT_AVAILABLE;
  const isAsked = hasExtension('records');

  const show = async () => {
    if (!isAsked) return setWhole(given);
    setPending(true);
    try {
      const { accountNumber } = await call(showBankAccount, { params: { id: mechanic.id } });
      setWhole(accountNumber ?? NOT_AVAILABLE);
      void reloadHistory();
    } catch (error) {
      toast({
        tone: 'error',
        title: 'Failed to show the account number',
        description: failureText(error, '') || undefined,
      });
    } finally {
      setPending(false);
    }
  };
  return (
    <span className="numeric -my-1.5 -mr-2 inline-flex items-center justify-end gap-1">
      {whole === null ? (
        <span>{isAsked ? given : maskAccountNumber(given)}</span>
      ) : (
        <CopyableId id={whole} shown={whole} />
      )}
      <IconButton
        label={whole === null ? 'Show the whole account number' : 'Hide the account number'}
        {...(whole === null && isAsked ? { tip: 'Show the whole account number. This is recorded.' } : {})}
        icon={whole === null ? <Eye className="size-4" /> : <EyeOff className="size-4" />}
        disabled={isPending}
        onClick={() => (whole === null ? void show() : setWhole(null))}
      />
    </span>
  );
}
