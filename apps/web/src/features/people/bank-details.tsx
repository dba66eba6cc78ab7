import { useMutation } from '@tanstack/react-query';
import type { Mechanic } from '@wayside/contract/mechanics';
import { Eye, EyeOff } from 'lucide-react';
import { toastFailure } from '../../form/toast-failure.ts';
import { isOwnServer } from '../../lib/config.ts';
import { NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { type Message, msg, t } from '../../lib/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copyable-id.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { invalidateHistory, readBankAccount, readUpiId } from './person-queries.ts';

interface BankDetailsProps {
  mechanicId: string;
  bank: Mechanic['bank'];
  /** The UPI id is masked too (BANK-05). */
  isUpiMasked?: boolean;
}

/**
 * Where a mechanic is paid. The account number is masked until a click (MECH-06): our server masks it and logs who reveals it; the
 * number of an external provider is masked here.
 */
export function BankDetails({ mechanicId, bank, isUpiMasked = false }: BankDetailsProps) {
  const isLogged = isOwnServer();
  const account = bank?.accountNumber?.trim() || null;
  const upiId = bank?.upiId?.trim() || null;
  return (
    <DescriptionList title={t('Payment Details')}>
      <Fact label={t('Account Holder')}>{orNotAvailable(bank?.accountHolder)}</Fact>
      <Fact label={t('Bank Name')}>{orNotAvailable(bank?.bankName)}</Fact>
      <Fact label={t('Account Number')}>
        {account === null ? (
          NOT_AVAILABLE
        ) : (
          <MaskedDetail
            key={mechanicId}
            name="account number"
            masked={isLogged ? account : maskAccountNumber(account)}
            isLogged={isLogged}
            read={async () => (isLogged ? await readBankAccount(mechanicId) : account)}
          />
        )}
      </Fact>
      <Fact label={t('IFSC Code')}>{orNotAvailable(bank?.ifscCode)}</Fact>
      <Fact label={t('UPI ID')}>
        {isUpiMasked && upiId !== null ? (
          <MaskedDetail key={mechanicId} name="UPI ID" masked={upiId} isLogged read={() => readUpiId(mechanicId)} />
        ) : (
          orNotAvailable(upiId)
        )}
      </Fact>
      <Fact label={t('Preferred Method')}>{preferredMethod(bank)}</Fact>
    </DescriptionList>
  );
}

interface MaskedDetailProps {
  /** "account number" */
  name: string;
  masked: string;
  isLogged: boolean;
  read: () => Promise<string | null>;
}

/** A masked value that a click reveals. */
function MaskedDetail({ name, masked, isLogged, read }: MaskedDetailProps) {
  const whole = useMutation({
    mutationFn: read,
    onSuccess: () => isLogged && void invalidateHistory(),
    onError: (error) => toastFailure(t('Failed to show the {name}', { name }), error),
  });
  const isShown = whole.isSuccess;
  return (
    <span className="numeric -my-1.5 -mr-2 inline-flex items-center justify-end">
      <span className="mr-1">{isShown ? (whole.data ?? NOT_AVAILABLE) : masked}</span>
      {isShown && whole.data !== null && <CopyButton text={whole.data} label={t('Copy the {name}', { name })} />}
      <IconButton
        label={isShown ? t('Hide the {name}', { name }) : t('Show the whole {name}', { name })}
        {...(!isShown && isLogged ? { tip: t('Show the whole {name}. This is recorded.', { name }) } : {})}
        icon={isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        disabled={whole.isPending}
        onClick={() => (isShown ? whole.reset() : whole.mutate())}
      />
    </span>
  );
}

const METHODS: Readonly<Record<string, Message>> = {
  bank_transfer: msg('Bank Transfer'),
  upi: 'UPI',
  cash: msg('Cash'),
  online: msg('Online'),
};

/** An unknown method is shown as it is. */
export function preferredMethodLabel(method: string | null | undefined): string {
  const word = orNotAvailable(method);
  return lookUp(METHODS, word) ?? word;
}

export const preferredMethod = (bank: Mechanic['bank']): string => preferredMethodLabel(bank?.preferredMethod);

const SHOWN_DIGITS = 4;

/** The last four digits; a shorter number is hidden completely, as on our server (MECH-06). */
export function maskAccountNumber(number: string): string {
  return number.length > SHOWN_DIGITS ? `••••${number.slice(-SHOWN_DIGITS)}` : '••••';
}
