import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  approveRefund,
  decideDispute,
  downloadEvidence,
  type Refund,
  rejectRefund,
  withdrawRefund,
} from '@wayside/contract/refunds';
import { useState } from 'react';
import { ReasonForm } from '../../form/reason-form.tsx';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { downloadTable } from '../../lib/download.ts';
import { formatDate, formatDateTime, formatExactRupees, headingId, orNotAvailable } from '../../lib/format.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { AmountFact } from '../../list/amount-fact.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList, DescriptionListSkeleton, Fact, LongFact } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { PersonLink } from '../people/person-link.tsx';
import { BearerEffect } from './bearer-fields.tsx';
import { bearerText, KIND_LABELS, RefundBadge } from './refund-labels.tsx';
import { refundableQuery, refundQuery } from './refunds-queries.ts';

const OutcomeForm = lazyPart(() => import('./outcome-form.tsx'), 'OutcomeForm');

type Step = 'approve' | 'withdraw' | 'evidence';
const LOADING = { approve: 'Approving...', withdraw: 'Withdrawing...', evidence: 'Downloading...' } as const;

async function takeStep({ id }: Refund, step: Step): Promise<string> {
  if (step === 'approve') return (await call(approveRefund, { params: { id } })).message ?? 'Approved';
  if (step === 'withdraw') return (await call(withdrawRefund, { params: { id } })).message ?? 'Withdrawn';
  const input = { params: { id }, fileName: 'evidence.zip' };
  return `${(await downloadTable(downloadEvidence, input)).name} downloaded`;
}

/** The dialog of one refund or dispute, with what the user can do with it (REFD-01 to REFD-03). */
export function RefundDetails({ id, row, onClose }: RecordDetailsProps<Refund>) {
  const query = useQuery({ ...refundQuery(id), enabled: row === undefined });
  const refund = row ?? query.data;
  const [openForm, setOpenForm] = useState<'reject' | 'outcome' | null>(null);
  const step = useMutation({
    mutationFn: ({ record, act }: { record: Refund; act: Step }) =>
      whileLoading(LOADING[act], takeStep(record, act)),
    onSuccess: (title, { record, act }) => {
      toast({ tone: 'success', title, about: record.id });
      if (act !== 'evidence') onClose();
    },
    onSettled: () => {
      void invalidateRefunds();
    },
  });
  return (
    <>
      <RecordDialog
        title={refund ? `${KIND_LABELS[refund.kind]} of ${formatExactRupees(refund.amountPaise)}` : 'Refund'}
        copiedId={id}
        titleExtra={refund && <RefundBadge state={refund.state} />}
        size="lg"
        record={refund}
        query={query}
        error={{ title: 'Error Loading Refund', message: 'Failed to load the refund. Please try again.' }}
        missing="There is no refund or dispute with this id."
        skeleton={<DescriptionListSkeleton label="Loading the refund" columns={[[5], [5]]} />}
        onClose={() => !step.isPending && onClose()}
        footer={
          refund && (
            <Steps
              refund={refund}
              isPending={step.isPending}
              onStep={(act) => step.mutate({ record: refund, act })}
              onForm={setOpenForm}
            />
          )
        }
      >
        {refund && (
          <div className="grid gap-5">
            <FailureText>{step.error && failureText(step.error, 'Failed. Please try again.')}</FailureText>
            <StateNote refund={refund} />
            <RefundDescription refund={refund} />
            {(refund.state === 'waiting' || refund.state === 'requested') && <Effect refund={refund} />}
          </div>
        )}
      </RecordDialog>
      {openForm === 'reject' && refund && (
        <ReasonForm
          title="Reject the refund?"
          description={`Nothing is refunded. ${formatExactRupees(refund.amountPaise)} can be requested again.`}
          submitLabel="Reject"
          pendingLabel="Rejecting..."
          send={(reason) => call(rejectRefund, { params: { id: refund.id }, body: { reason } })}
          done={({ message }) => message ?? 'Rejected'}
          failed="Failed to reject the refund. Please try again."
          reload={invalidateRefunds}
          onSent={onClose}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'outcome' && refund && (
        <Outcome dispute={refund} onDecided={onClose} onClose={() => setOpenForm(null)} />
      )}
    </>
  );
}

const isOwn = ({ requestedById }: Refund): boolean => requestedById === signedInIdentity()?.id;

interface StepsProps {
  refund: Refund;
  isPending: boolean;
  onStep: (step: Step) => void;
  onForm: (form: 'reject' | 'outcome') => void;
}

/** What the state of a refund or dispute allows. */
function Steps({ refund, isPending, onStep, onForm }: StepsProps) {
  const isWaiting = refund.state === 'waiting';
  return (
    <>
      {isWaiting && isOwn(refund) && (
        <Allowed to={withdrawRefund}>
          <Button pending={isPending} onClick={() => onStep('withdraw')}>
            Withdraw
          </Button>
        </Allowed>
      )}
      {isWaiting && !isOwn(refund) && (
        <Allowed to={approveRefund}>
          <Button disabled={isPending} onClick={() => onForm('reject')}>
            Reject
          </Button>
          <Button variant="primary" pending={isPending} onClick={() => onStep('approve')}>
            Approve
          </Button>
        </Allowed>
      )}
      {refund.kind === 'dispute' && (
        <Allowed to={downloadEvidence}>
          <Button pending={isPending} onClick={() => onStep('evidence')}>
            Download evidence
          </Button>
        </Allowed>
      )}
      {refund.state === 'open' && (
        <Allowed to={decideDispute}>
          <Button variant="primary" disabled={isPending} onClick={() => onForm('outcome')}>
            Record outcome
          </Button>
        </Allowed>
      )}
    </>
  );
}

function StateNote({ refund }: { refund: Refund }) {
  if (refund.state === 'requested')
    return <p className="text-ink-soft">The marketplace has not confirmed it yet. No balance has changed.</p>;
  if (refund.state !== 'waiting') return null;
  return (
    <p className="text-ink-soft">
      {isOwn(refund)
        ? 'You requested this refund. Somebody else must approve it.'
        : 'It is above the limit of the person who requested it. Approve it to send it to the marketplace.'}
    </p>
  );
}

/** What the confirmation will change (OWN-08, REFD-02). */
function Effect({ refund }: { refund: Refund }) {
  const { data } = useQuery(refundableQuery(refund.paymentId));
  const { amountPaise, mechanicPercent } = refund;
  return data ? (
    <BearerEffect amountPaise={amountPaise} mechanicPercent={mechanicPercent} refundable={data} />
  ) : null;
}

function Outcome(props: { dispute: Refund; onDecided: () => void; onClose: () => void }) {
  const { data } = useQuery(refundableQuery(props.dispute.paymentId));
  return data ? <OutcomeForm {...props} refundable={data} /> : null;
}

function RefundDescription({ refund }: { refund: Refund }) {
  const { kind, customer, mechanic, dueAt, requestedBy, approvedBy, decidedBy, decidedAt } = refund;
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title={kind === 'dispute' ? 'Dispute' : 'Refund'}>
        <AmountFact label="Amount" paise={refund.amountPaise} isSum />
        <AmountFact label="Returned" paise={refund.returnedPaise} />
        <Fact label="Borne By">{bearerText(refund)}</Fact>
        <Fact label="Payment">
          <Link to="/payments" search={{ payment: refund.paymentId }} className="link">
            Payment #{headingId(refund.paymentId)}
          </Link>
        </Fact>
        <Fact label="Customer">
          {customer?.name?.trim() ? <PersonLink person={customer} as="customer" isWhole /> : 'Guest User'}
        </Fact>
        <Fact label="Mechanic">
          <PersonLink person={mechanic} as="mechanic" isWhole />
        </Fact>
      </DescriptionList>
      <DescriptionList title="History">
        {dueAt !== null && <Fact label="Evidence Due">{formatDate(dueAt)}</Fact>}
        <Fact label={kind === 'dispute' ? 'Opened' : 'Requested'}>{formatDateTime(refund.requestedAt)}</Fact>
        <Fact label="By">{requestedBy ?? 'Marketplace'}</Fact>
        {approvedBy !== null && <Fact label="Approved By">{approvedBy}</Fact>}
        {decidedAt !== null && <Fact label="Ended">{formatDateTime(decidedAt)}</Fact>}
        {decidedBy !== null && <Fact label="Ended By">{decidedBy}</Fact>}
        <LongFact label="Reason">{orNotAvailable(refund.reason)}</LongFact>
        {refund.outcomeReason !== null && <LongFact label="Outcome">{refund.outcomeReason}</LongFact>}
      </DescriptionList>
    </div>
  );
}
