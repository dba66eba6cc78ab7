import { useMutation, useQuery } from '@tanstack/react-query';
import { type Approval, approvePayment, withdrawPayment } from '@wayside/contract/approvals';
import { showBankAccount } from '@wayside/contract/mechanics';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { invalidateApprovals } from '../../lib/invalidate-money.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DescriptionItem,
  DescriptionList,
  DescriptionListSkeleton,
  LongDescriptionItem,
} from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { BankDetails } from '../people/bank-details.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { ApprovalBadge, causeText, kindText, payeeText } from './approval-labels.tsx';
import { approvalQuery, payeeBankQuery } from './approvals-queries.ts';

const RejectForm = lazyPart(() => import('./approval-forms.tsx'), 'RejectForm');
const RecordForm = lazyPart(() => import('./approval-forms.tsx'), 'RecordForm');

/** Shows a payment request and the actions available to the user (TEAM-06, OWN-08). */
export function ApprovalDetails({ id, row, onClose }: RecordDetailsProps<Approval>) {
  const query = useQuery({ ...approvalQuery(id), enabled: row === undefined });
  const approval = row ?? query.data;
  const [openForm, setOpenForm] = useState<'reject' | 'record' | null>(null);
  const deciding = useMutation({
    mutationFn: ({ record, isOwn }: { record: Approval; isOwn: boolean }) =>
      whileLoading(
        isOwn ? t('Withdrawing...') : t('Approving...'),
        call(isOwn ? withdrawPayment : approvePayment, { params: { id: record.id } }),
      ),
    onSuccess: (_, { record, isOwn }) => {
      const amount = formatExactRupees(record.amountPaise);
      const title = isOwn
        ? t('Request of {amount} withdrawn', { amount })
        : t('{amount} to {name} approved, to be paid', { amount, name: payeeText(record) });
      toast({ tone: 'success', title, key: record.id });
      onClose();
      return invalidateApprovals();
    },
    onError: () => invalidateApprovals(),
  });
  const isWaiting = approval?.state === 'waiting';
  const isToBePaid = approval?.state === 'to_be_paid';
  const isOwn = approval?.requestedById === signedInIdentity()?.id;
  const decide = () => approval && deciding.mutate({ record: approval, isOwn });
  return (
    <>
      <RecordDialog
        title={
          approval
            ? t('Pay {amount} to {name}', {
                amount: formatExactRupees(approval.amountPaise),
                name: payeeText(approval),
              })
            : t('Payment')
        }
        titleExtra={approval && <ApprovalBadge {...approval} />}
        size="lg"
        record={approval}
        query={query}
        error={{ title: t('Error Loading Approval'), message: t('Failed to load the payment. Please try again.') }}
        missing={t('There is no payment with this id that needs approval.')}
        skeleton={<DescriptionListSkeleton label={t('Loading the payment')} columns={[[5], [4]]} />}
        onClose={() => !deciding.isPending && onClose()}
        footer={
          (isWaiting || isToBePaid) && (
            <>
              {isOwn ? (
                <Button pending={deciding.isPending} onClick={decide}>
                  {t('Withdraw')}
                </Button>
              ) : (
                <Button disabled={deciding.isPending} onClick={() => setOpenForm('reject')}>
                  {isToBePaid ? t('Cancel payment') : t('Reject')}
                </Button>
              )}
              {isToBePaid && (
                <Button variant="primary" disabled={deciding.isPending} onClick={() => setOpenForm('record')}>
                  {t('Record payment')}
                </Button>
              )}
              {isWaiting && !isOwn && (
                <Button variant="primary" pending={deciding.isPending} onClick={decide}>
                  {t('Approve')}
                </Button>
              )}
            </>
          )
        }
      >
        {approval && (
          <ApprovalDescription
            approval={approval}
            isOwn={isOwn}
            failure={
              deciding.error && failureText(deciding.error, t('Failed to decide on the payment. Please try again.'))
            }
          />
        )}
      </RecordDialog>
      {openForm === 'reject' && approval && (
        <RejectForm approval={approval} onRejected={onClose} onClose={() => setOpenForm(null)} />
      )}
      {openForm === 'record' && approval && (
        <RecordForm approval={approval} onRecorded={onClose} onClose={() => setOpenForm(null)} />
      )}
    </>
  );
}

interface ApprovalDescriptionProps {
  approval: Approval;
  isOwn: boolean;
  failure: string | null;
}

const BALANCE = { now: msg('Balance now'), after: msg('Balance after') };
const WALLET = { now: msg('Wallet now'), after: msg('Wallet after') };

function ApprovalDescription({ approval, isOwn, failure }: ApprovalDescriptionProps) {
  const { state, payeeKind, payeeId, payeeName, amountPaise, owedPaise, reason, note, transactionId } = approval;
  const isWaiting = state === 'waiting';
  const isOpen = isWaiting || state === 'to_be_paid';
  const owed = approval.kind === 'payout' ? BALANCE : WALLET;
  return (
    <div className="grid gap-5">
      <FailureText>{failure}</FailureText>
      {isOpen && owedPaise < amountPaise && (
        <p className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {t('Only {amount} is owed now. Cancel this request unless the bank has already paid it.', {
            amount: formatExactRupees(owedPaise),
          })}
        </p>
      )}
      {isWaiting && isOwn && (
        <p className="text-ink-soft">{t('You requested this payment. Another person must approve it.')}</p>
      )}
      {state === 'to_be_paid' && (
        <p className="text-ink-soft">{t('Approved. Pay it at the bank, then record its transaction ID.')}</p>
      )}
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <DescriptionList title={t('Payment')}>
          <DescriptionItem label={t('Payee')}>
            <PersonLink
              person={{ id: payeeId, name: payeeName, phone: null, email: null }}
              as={payeeKind === 'user' ? 'customer' : 'mechanic'}
              isWhole
            />
          </DescriptionItem>
          <DescriptionItem label={t('Amount')} align="end">
            <span className="text-lg font-semibold">{formatExactRupees(amountPaise)}</span>
          </DescriptionItem>
          <DescriptionItem label={t(owed.now)} align="end">
            {formatExactRupees(owedPaise)}
          </DescriptionItem>
          {isOpen && (
            <DescriptionItem label={t(owed.after)} align="end">
              {formatExactRupees(owedPaise - amountPaise)}
            </DescriptionItem>
          )}
          <DescriptionItem label={t('Kind')}>{kindText(approval)}</DescriptionItem>
          {transactionId && (
            <DescriptionItem label={state === 'approved' ? t('Transaction ID') : t('Intended transaction ID')}>
              <span className="font-mono">{transactionId}</span>
            </DescriptionItem>
          )}
          {note && <LongDescriptionItem label={t('Reason')}>{note}</LongDescriptionItem>}
        </DescriptionList>
        <DescriptionList title={t('Request')}>
          <DescriptionItem label={t('Requested by')}>{approval.requestedBy}</DescriptionItem>
          <DescriptionItem label={t('Requested at')}>{formatDateTime(approval.requestedAt)}</DescriptionItem>
          <LongDescriptionItem label={t('Needs approval')}>{causeText(approval.cause)}</LongDescriptionItem>
          {approval.approvedBy && <DescriptionItem label={t('Approved by')}>{approval.approvedBy}</DescriptionItem>}
          {approval.approvedAt && (
            <DescriptionItem label={t('Approved at')}>{formatDateTime(approval.approvedAt)}</DescriptionItem>
          )}
          {isOpen && <DescriptionItem label={t('Expires at')}>{formatDateTime(approval.lapsesAt)}</DescriptionItem>}
          {approval.paidBy && <DescriptionItem label={t('Recorded by')}>{approval.paidBy}</DescriptionItem>}
          {approval.decidedBy && state !== 'approved' && (
            <DescriptionItem label={t('Ended by')}>{approval.decidedBy}</DescriptionItem>
          )}
          {approval.decidedAt && (
            <DescriptionItem label={state === 'approved' ? t('Paid at') : t('Ended at')}>
              {formatDateTime(approval.decidedAt)}
            </DescriptionItem>
          )}
          {reason && (
            <LongDescriptionItem label={state === 'cancelled' ? t('Why cancelled') : t('Why rejected')}>
              {reason}
            </LongDescriptionItem>
          )}
        </DescriptionList>
      </div>
      {isOpen && approval.kind === 'payout' && (
        <Allowed to={showBankAccount}>
          <PayeeBank mechanicId={payeeId} />
        </Allowed>
      )}
    </div>
  );
}

/** The payee's bank account, shown to the user who approves or pays the payment (BANK-05). */
function PayeeBank({ mechanicId }: { mechanicId: string }) {
  const { data } = useQuery(payeeBankQuery(mechanicId));
  const bank = data?.bank;
  return bank?.accountNumber || bank?.upiId ? (
    <BankDetails mechanicId={mechanicId} bank={bank} isUpiMasked />
  ) : null;
}
