import { useMutation, useQuery } from '@tanstack/react-query';
import { type Approval, approvePayment, withdrawPayment } from '@wayside/contract/approvals';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { invalidateApprovals } from '../../lib/invalidate-money.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { PersonLink } from '../../people/person-link.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList, DescriptionListSkeleton, Fact, LongFact } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { ApprovalBadge, causeText, kindText, payeeText } from './approval-columns.tsx';
import { approvalQuery } from './approvals-queries.ts';

const RejectForm = lazyPart(() => import('./reject-form.tsx'), 'RejectForm');

/** One request to pay, with the decision on it (TEAM-06). */
export function ApprovalDetails({ id, row, onClose }: RecordDetailsProps<Approval>) {
  const query = useQuery({ ...approvalQuery(id), enabled: row === undefined });
  const approval = row ?? query.data;
  const [isRejecting, setRejecting] = useState(false);
  const deciding = useMutation({
    mutationFn: ({ record, isOwn }: { record: Approval; isOwn: boolean }) =>
      whileLoading(
        isOwn ? 'Withdrawing...' : 'Paying...',
        call(isOwn ? withdrawPayment : approvePayment, { params: { id: record.id } }),
      ),
    onSuccess: (_, { record, isOwn }) => {
      const amount = formatExactRupees(record.amountPaise);
      const title = isOwn ? `Request of ${amount} withdrawn` : `${amount} paid to ${payeeText(record)}`;
      toast({ tone: 'success', title, about: record.id });
      onClose();
      return invalidateApprovals();
    },
    onError: () => invalidateApprovals(),
  });
  const isWaiting = approval?.state === 'waiting';
  const isOwn = approval?.requestedById === signedInIdentity()?.id;
  const decide = () => approval && deciding.mutate({ record: approval, isOwn });
  return (
    <>
      <RecordDialog
        title={approval ? `Pay ${formatExactRupees(approval.amountPaise)} to ${payeeText(approval)}` : 'Payment'}
        titleExtra={approval && <ApprovalBadge state={approval.state} />}
        size="lg"
        record={approval}
        query={query}
        error={{ title: 'Error Loading Approval', message: 'Failed to load the payment. Please try again.' }}
        missing="There is no payment with this id that needs approval."
        skeleton={<DescriptionListSkeleton label="Loading the payment" columns={[[5], [4]]} />}
        onClose={() => !deciding.isPending && onClose()}
        footer={
          isWaiting &&
          (isOwn ? (
            <Button pending={deciding.isPending} onClick={decide}>
              Withdraw
            </Button>
          ) : (
            <>
              <Button disabled={deciding.isPending} onClick={() => setRejecting(true)}>
                Reject
              </Button>
              <Button variant="primary" pending={deciding.isPending} onClick={decide}>
                Approve and pay
              </Button>
            </>
          ))
        }
      >
        {approval && (
          <ApprovalDescription
            approval={approval}
            isOwn={isOwn}
            failure={
              deciding.error && failureText(deciding.error, 'Failed to decide on the payment. Please try again.')
            }
          />
        )}
      </RecordDialog>
      {isRejecting && approval && (
        <RejectForm approval={approval} onRejected={onClose} onClose={() => setRejecting(false)} />
      )}
    </>
  );
}

interface ApprovalDescriptionProps {
  approval: Approval;
  isOwn: boolean;
  /** Why the last decision failed. */
  failure: string | null;
}

function ApprovalDescription({ approval, isOwn, failure }: ApprovalDescriptionProps) {
  const { state, payeeKind, payeeId, payeeName, amountPaise, owedPaise, reason } = approval;
  const isWaiting = state === 'waiting';
  const owed = approval.kind === 'payout' ? 'Balance now' : 'Wallet now';
  return (
    <div className="grid gap-5">
      <FailureText>{failure}</FailureText>
      {isWaiting && owedPaise < amountPaise && (
        <p className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Only {formatExactRupees(owedPaise)} is owed by now: this cannot be paid.
        </p>
      )}
      {isWaiting && isOwn && (
        <p className="text-ink-soft">You have requested this yourself: somebody else must approve it.</p>
      )}
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        <DescriptionList title="Payment">
          <Fact label="Payee">
            <PersonLink
              person={{ id: payeeId, name: payeeName, phone: null, email: null }}
              as={payeeKind === 'user' ? 'customer' : 'mechanic'}
              isWhole
            />
          </Fact>
          <Fact label="Amount" align="end">
            <span className="text-lg font-semibold">{formatExactRupees(amountPaise)}</span>
          </Fact>
          <Fact label={owed} align="end">
            {formatExactRupees(owedPaise)}
          </Fact>
          <Fact label="Kind">{kindText(approval)}</Fact>
          <Fact label="Transaction ID">
            <span className="font-mono">{approval.transactionId}</span>
          </Fact>
        </DescriptionList>
        <DescriptionList title="Request">
          <Fact label="Requested by">{approval.requestedBy}</Fact>
          <Fact label="Requested at">{formatDateTime(approval.requestedAt)}</Fact>
          <LongFact label={isWaiting ? 'Why it waits' : 'Why it waited'}>{causeText(approval.cause)}</LongFact>
          {isWaiting && <Fact label="Lapses at">{formatDateTime(approval.lapsesAt)}</Fact>}
          {approval.decidedBy && <Fact label="Decided by">{approval.decidedBy}</Fact>}
          {!isWaiting && <Fact label="Decided at">{formatDateTime(approval.decidedAt)}</Fact>}
          {reason && <LongFact label="Reason">{reason}</LongFact>}
        </DescriptionList>
      </div>
    </div>
  );
}
