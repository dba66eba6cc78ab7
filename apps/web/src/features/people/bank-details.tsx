import { useMutation } from '@tanstack/react-query';
import type { Mechanic } from '@wayside/contract/mechanics';
import { Eye, EyeOff } from 'lucide-react';
import { toastFailure } from '../../form/toast-failure.ts';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';
import { notAvailable, orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copyable-id.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { invalidateHistory, readBankAccount, readUpiId } from './person-queries.ts';

interface BankDetailsProps {
  mechanicId: string;
  bank: Mechanic['bank'];
  /** Whether the UPI id is also masked (BANK-05). */
  isUpiMasked?: boolean;
}

/**
 * A mechanic's bank account. The account number stays masked until a click (MECH-06). Our server masks it and logs
 * who reveals it; the web app masks an external provider's number.
 */
export function BankDetails({ mechanicId, bank, isUpiMasked = false }: BankDetailsProps) {
  const isLogged = isOwnServer();
  const account = bank?.accountNumber?.trim() || null;
  const upiId = bank?.upiId?.trim() || null;
  return (
    <DescriptionList title={t('Payment Details')}>
      <DescriptionItem label={t('Account Holder')}>{orNotAvailable(bank?.accountHolder)}</DescriptionItem>
      <DescriptionItem label={t('Bank Name')}>{orNotAvailable(bank?.bankName)}</DescriptionItem>
      <DescriptionItem label={t('Account Number')}>
        {account === null ? (
          notAvailable()
        ) : (
          <MaskedDetail
            key={mechanicId}
            texts={ACCOUNT_NUMBER}
            masked={isLogged ? account : maskAccountNumber(account)}
            isLogged={isLogged}
            read={async () => (isLogged ? await readBankAccount(mechanicId) : account)}
          />
        )}
      </DescriptionItem>
      <DescriptionItem label={t('IFSC Code')}>{orNotAvailable(bank?.ifscCode)}</DescriptionItem>
      <DescriptionItem label={t('UPI ID')}>
        {isUpiMasked && upiId !== null ? (
          <MaskedDetail
            key={mechanicId}
            texts={UPI_ID_LABELS}
            masked={upiId}
            isLogged
            read={() => readUpiId(mechanicId)}
          />
        ) : (
          orNotAvailable(upiId)
        )}
      </DescriptionItem>
      <DescriptionItem label={t('Preferred Method')}>{preferredMethod(bank)}</DescriptionItem>
    </DescriptionList>
  );
}

const ACCOUNT_NUMBER = {
  show: msg('Show the complete account number'),
  recorded: msg('Show the complete account number. This is logged.'),
  hide: msg('Hide the account number'),
  copy: msg('Copy the account number'),
  failed: msg('Failed to show the account number'),
};

const UPI_ID_LABELS: typeof ACCOUNT_NUMBER = {
  show: msg('Show the complete UPI ID'),
  recorded: msg('Show the complete UPI ID. This is logged.'),
  hide: msg('Hide the UPI ID'),
  copy: msg('Copy the UPI ID'),
  failed: msg('Failed to show the UPI ID'),
};

interface MaskedDetailProps {
  texts: typeof ACCOUNT_NUMBER;
  masked: string;
  isLogged: boolean;
  read: () => Promise<string | null>;
}

/** A masked value that a click reveals. */
function MaskedDetail({ texts, masked, isLogged, read }: MaskedDetailProps) {
  const reveal = useMutation({
    mutationFn: read,
    onSuccess: () => isLogged && void invalidateHistory(),
    onError: (error) => toastFailure(t(texts.failed), error),
  });
  const isShown = reveal.isSuccess;
  return (
    <span className="numeric -my-1.5 -mr-2 inline-flex items-center justify-end">
      <span className="mr-1">{isShown ? (reveal.data ?? notAvailable()) : masked}</span>
      {isShown && reveal.data !== null && <CopyButton text={reveal.data} label={t(texts.copy)} />}
      <IconButton
        label={isShown ? t(texts.hide) : t(texts.show)}
        {...(!isShown && isLogged ? { tip: t(texts.recorded) } : {})}
        icon={isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        disabled={reveal.isPending}
        onClick={() => (isShown ? reveal.reset() : reveal.mutate())}
      />
    </span>
  );
}

const METHODS: Readonly<Record<string, Message>> = {
  bank_transfer: msg('Bank Transfer'),
  upi: msg('UPI'),
  cash: msg('Cash'),
  online: msg('Online'),
};

/** Returns the label of a payment method. An unknown method is returned unchanged. */
export function preferredMethodLabel(method: string | null | undefined): string {
  const methodText = orNotAvailable(method);
  return t(lookUp(METHODS, methodText) ?? verbatim(methodText));
}

export const preferredMethod = (bank: Mechanic['bank']): string => preferredMethodLabel(bank?.preferredMethod);

const SHOWN_DIGITS = 4;

/** Returns the last four digits; hides a shorter number completely, as our server does (MECH-06). */
export function maskAccountNumber(number: string): string {
  return number.length > SHOWN_DIGITS ? `••••${number.slice(-SHOWN_DIGITS)}` : '••••';
}
