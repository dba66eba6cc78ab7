import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { showBankAccount } from '@wayside/contract/mechanics';
import {
  createPayout,
  type PayoutMethod,
  type PayoutPreview as Preview,
  payoutMethodFor,
} from '@wayside/contract/payouts';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { plural, t, translated } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatDate, formatDateTime, formatExactRupees, orNotAvailable, paidText } from '../../lib/format.ts';
import { invalidateApprovals, SENT_FOR_APPROVAL } from '../../lib/invalidate-money.ts';
import { newKey } from '../../lib/new-key.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { type Retriable, useRetry } from '../../lib/use-retry.ts';
import { preventKeyRepeat } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { ApprovalReason, recheckApproval, sendRequest, useApprovalCheck } from '../approvals/approval-request.tsx';
import { BankDetails } from '../people/bank-details.tsx';
import { personName } from '../people/person-link.tsx';
import { payoutPreviewQuery } from './ledger-queries.ts';
import { PAYOUT_METHOD_OPTIONS } from './payout-method.ts';
import { type Payee, payablePaise, payoutsQuery, unavailableAmountText } from './payouts-queries.ts';
import { PayoutWarning, TRANSACTION_ID, useUtrCheck } from './utr-check.tsx';

interface PayoutInput {
  readonly mechanic: string;
  readonly amount: string;
  readonly method: PayoutMethod;
  readonly transactionId: string;
  readonly note: string;
}

interface PayoutDialogProps {
  payee: Payee;
  /** Whether the mechanic is erased; an erased mechanic has no details to open (PRIV-06). */
  isErased?: boolean;
  /** Sets the alert bar of the screen; null clears it after a success (PAYO-06). */
  onFailed: (message: string | null) => void;
  onClose: () => void;
}

/** Dialog that pays a mechanic's balance, or requests approval of the payment (PAYO-05, BANK-05, OWN-08). */
export function PayoutDialog({ payee, isErased = false, onFailed, onClose }: PayoutDialogProps) {
  const amountPaise = payablePaise(payee);
  const name = personName({ id: payee.mechanicId, name: payee.name }, 'mechanic');
  const notFree = unavailableAmountText(payee);
  const preview = useQuery({
    ...payoutPreviewQuery(payee.mechanicId, amountPaise),
    enabled: isOwnServer(),
  });
  const approval = useApprovalCheck(amountPaise);
  const utr = useUtrCheck(t('Pay with it anyway?'));
  const requestKey = useRef(newKey());
  const opening = useOpening(preview.isLoading || approval.isLoading);
  if (opening === 'waits') return null;
  return (
    <DialogForm
      title={t('Process Payout')}
      description={t('Pay {amount} to {name}', { amount: formatExactRupees(amountPaise), name })}
      defaultValues={{
        mechanic: name,
        amount: paidText(amountPaise),
        method: 'bank_transfer' as PayoutMethod,
        transactionId: '',
        note: '',
      }}
      submitLabel={approval.isNeeded ? t('Request approval') : t('Process Payout')}
      pendingLabel={approval.isNeeded ? t('Requesting...') : t('Processing...')}
      isAllowed={amountPaise > 0}
      requestConfirmation={(_, { method, transactionId }) =>
        !approval.isNeeded && utr.holdsBack(transactionId, method)
      }
      save={({ method, transactionId, note }) => {
        const { mechanicId } = payee;
        return approval.isNeeded
          ? sendRequest({
              ...{ kind: 'payout', payeeKind: 'mechanic', payeeId: mechanicId, amountPaise, method },
              ...{ note: note.trim(), key: requestKey.current },
            })
          : call(createPayout, { body: { mechanicId, amountPaise, method, transactionId: transactionId.trim() } });
      }}
      describeFailure={(error) => {
        void queryClient.refetchQueries({ ...payoutsQuery, type: 'active' });
        void recheckApproval();
        const message = failureText(error, t('Failed to process payout. Please try again.'));
        onFailed(message);
        return { message };
      }}
      done={({ approvalId, message }) =>
        approvalId === null
          ? t('{amount} paid to {name}', { amount: formatExactRupees(amountPaise), name })
          : t('{amount} to {name}: {message}', {
              amount: formatExactRupees(amountPaise),
              name,
              message: message ?? t(SENT_FOR_APPROVAL),
            })
      }
      onSaved={({ approvalId }) => {
        if (approvalId !== null) void invalidateApprovals();
        onFailed(null);
        onClose();
        void queryClient.refetchQueries({ ...payoutsQuery, type: 'active' });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {notFree !== null && (
            <p className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text">
              {t('{balance}, of which {parts}', { balance: formatExactRupees(payee.balancePaise), parts: notFree })}
            </p>
          )}
          {isOwnServer() && <PayoutPreview preview={preview} amountPaise={amountPaise} />}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="mechanic" control={form.control} label={t('Mechanic')} readOnly />
            <TextField
              name="amount"
              control={form.control}
              label={t('Amount')}
              // A number field cannot show digit grouping (PEOP-05).
              {...(isOwnServer() ? {} : { type: 'number', step: '0.01' })}
              readOnly
            />
          </div>
          <PaymentMethodField form={form} bank={preview.data?.bank ?? null} onChange={utr.reset} />
          {isOwnServer() && (
            <PayoutDestination
              mechanicId={payee.mechanicId}
              preview={preview}
              isReserved={opening === 'early'}
              isErased={isErased}
            />
          )}
          {approval.isNeeded ? (
            <ApprovalReason
              key="reason"
              field={form.register('note', FILLED)}
              error={form.formState.errors.note?.message}
            />
          ) : (
            <TextField
              name="transactionId"
              control={form.control}
              rules={{
                onChange: utr.reset,
                ...TRANSACTION_ID,
              }}
              key="transaction"
              label={t('Transaction ID')}
              autoComplete="off"
              required
              onKeyDown={preventKeyRepeat}
            />
          )}
          {!approval.isNeeded && utr.warning}
        </>
      )}
    </DialogForm>
  );
}

/** How long the dialog waits for the response, because changing its height after opening would make it jump. */
const QUICK_RESPONSE_MS = 250;

/**
 * Waits briefly for the response, so that the dialog opens with its final height. Without a response, the dialog
 * opens early.
 */
function useOpening(isLoading: boolean): 'waits' | 'early' | 'answered' {
  const [isEarly, setIsEarly] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsEarly(true), QUICK_RESPONSE_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  if (isEarly) return 'early';
  return isLoading ? 'waits' : 'answered';
}

interface PaymentMethodFieldProps {
  form: UseFormReturn<PayoutInput>;
  bank: Preview['bank'];
  onChange: () => void;
}

/** Field for the payment method. The preferred method is preset unless the user has chosen one (BANK-05). */
function PaymentMethodField({ form, bank, onChange }: PaymentMethodFieldProps) {
  const { control, resetField, formState } = form;
  const { isDirty, isTouched } = form.getFieldState('method', formState);
  const preferred = bank && !isDirty && !isTouched ? payoutMethodFor(bank.preferredMethod) : null;
  useEffect(() => {
    if (preferred !== null) resetField('method', { defaultValue: preferred });
  }, [preferred, resetField]);
  return (
    <SelectField
      name="method"
      control={control}
      label={t('Payment Method')}
      rules={{ onChange }}
      options={translated(PAYOUT_METHOD_OPTIONS)}
    />
  );
}

type PreviewQuery = Retriable & { readonly data: Preview | undefined };

/** The earnings that the payout covers, with warnings (PAYO-05). */
function PayoutPreview({ preview, amountPaise }: { preview: PreviewQuery; amountPaise: number }) {
  const { data } = preview;
  const failure = useFailedLoad(preview, t('Failed to load the earnings that this payout covers.'));
  if (failure) return <RetryNote {...failure} />;
  return (
    <>
      <div className="text-sm text-ink-soft">
        <Coverage data={data ?? PLACEHOLDER_COVERAGE} isHidden={data === undefined} />
      </div>
      {data && <Warnings data={data} amountPaise={amountPaise} />}
    </>
  );
}

interface PayoutDestinationProps {
  mechanicId: string;
  preview: PreviewQuery;
  /**
   * Whether the dialog opened before the response arrived. It then reserves space, so that its content does not move.
   */
  isReserved: boolean;
  isErased: boolean;
}

/** The mechanic's bank account or UPI id, for roles that may see it (BANK-05). */
function PayoutDestination({ mechanicId, preview, isReserved, isErased }: PayoutDestinationProps) {
  const { data } = preview;
  const { failure } = useRetry(preview);
  if (failure !== null) return null;
  const bank = data?.bank;
  return (
    <Allowed to={showBankAccount}>
      {/* The height of six items and their title. */}
      <div className={cn('grid grid-cols-1', isReserved && 'min-h-64')}>
        {data === undefined && <DescriptionListSkeleton label={t('Loading the payment details')} columns={[[6]]} />}
        {data !== undefined &&
          (bank?.accountNumber || bank?.upiId ? (
            <BankDetails mechanicId={mechanicId} bank={bank} isUpiMasked />
          ) : (
            <p
              className={cn(
                'rounded-md bg-warning-soft px-3 py-2 text-warning-text',
                isReserved && 'content-center text-center',
              )}
            >
              {t('No bank account or UPI ID is stored.')}
              {!isErased && (
                <>
                  {' '}
                  <Link to="/mechanics" search={{ mechanic: mechanicId }} className="font-medium underline">
                    {t('Open the mechanic')}
                  </Link>
                </>
              )}
            </p>
          ))}
      </div>
    </Allowed>
  );
}

/** Sample data that reserves the space of the text while the data loads. */
const PLACEHOLDER_COVERAGE: CoverageProps['data'] = {
  earningCount: 10,
  earnedFrom: '2026-10-10T06:00:00Z',
  earnedUntil: '2026-10-20T06:00:00Z',
  bankChangedAt: null,
};

interface CoverageProps {
  data: Pick<Preview, 'earningCount' | 'earnedFrom' | 'earnedUntil' | 'bankChangedAt'>;
  isHidden: boolean;
}

function Coverage({ data, isHidden }: CoverageProps) {
  const { earningCount, earnedFrom, earnedUntil, bankChangedAt } = data;
  return (
    <p className={isHidden ? 'invisible' : ''}>
      {earnedFrom
        ? plural(
            earningCount,
            'Covers {count} earning from {from} to {to}.',
            'Covers {count} earnings from {from} to {to}.',
            { from: formatDate(earnedFrom), to: formatDate(earnedUntil) },
          )
        : plural(earningCount, 'Covers {count} earning.', 'Covers {count} earnings.')}{' '}
      {bankChangedAt
        ? t('Bank details last changed on {date}.', { date: formatDateTime(bankChangedAt) })
        : t('It is not known when the bank details last changed.')}
    </p>
  );
}

const payableOf = ({ balancePaise, reservedPaise, inTransitPaise }: Preview) => ({
  balancePaise,
  reservedPaise: reservedPaise ?? 0,
  inTransitPaise: inTransitPaise ?? 0,
});

function Warnings({ data, amountPaise }: { data: Preview; amountPaise: number }) {
  const balance = formatExactRupees(data.balancePaise);
  const parts = unavailableAmountText(payableOf(data));
  return (
    <>
      {payablePaise(payableOf(data)) !== amountPaise && (
        <PayoutWarning>
          {parts === null
            ? t('The balance is now {balance}. Close this dialog and check again before you pay.', { balance })
            : t(
                'The balance is now {balance}, of which {parts}. Close this dialog and check again before you pay.',
                {
                  balance,
                  parts,
                },
              )}
        </PayoutWarning>
      )}
      {data.samePayout && (
        <PayoutWarning>
          {t('{amount} was already paid to this mechanic on {date}, transaction ID {transactionId}.', {
            amount: formatExactRupees(data.samePayout.amountPaise),
            date: formatDateTime(data.samePayout.paidAt),
            transactionId: orNotAvailable(data.samePayout.transactionId),
          })}
        </PayoutWarning>
      )}
    </>
  );
}
