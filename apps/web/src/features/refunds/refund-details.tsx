import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { REFUND_RESPONSE_DAYS } from '@wayside/contract/filter-values';
import {
  approveRefund,
  cancelRefund,
  correctDueDay,
  decideDispute,
  downloadEvidence,
  linkRefund,
  type Refund,
  rejectRefund,
  withdrawRefund,
} from '@wayside/contract/refunds';
import { useState } from 'react';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { ReasonForm } from '../../form/reason-form.tsx';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { downloadTable } from '../../lib/download.ts';
import {
  capitalise,
  formatDate,
  formatDateTime,
  formatExactRupees,
  orNotAvailable,
  shortId,
} from '../../lib/format.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { isOwnRequest } from '../../lib/own-requests.ts';
import { AmountItem } from '../../list/amount-item.tsx';
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
import { PersonLink } from '../people/person-link.tsx';
import { BearerEffect } from './bearer-fields.tsx';
import { bearerText, dueText, RefundBadge, refundName } from './refund-labels.tsx';
import { refundableQuery, refundQuery, refundsOfPaymentQuery } from './refunds-queries.ts';

const DueDayForm = lazyPart(() => import('./due-day.tsx'), 'DueDayForm');
const OutcomeForm = lazyPart(() => import('./outcome-form.tsx'), 'OutcomeForm');

type Step = 'withdraw' | 'evidence';
type Form = 'approve' | 'reject' | 'cancel' | 'due' | 'outcome';
const LOADING = {
  withdraw: msg('Withdrawing...'),
  evidence: msg('Downloading...'),
} as const;

async function performStep({ id }: Refund, step: Step): Promise<string> {
  if (step === 'withdraw') return (await call(withdrawRefund, { params: { id } })).message ?? t('Withdrawn');
  const input = { params: { id }, fileName: 'evidence.zip' };
  return t('{file} downloaded', { file: (await downloadTable(downloadEvidence, input)).name });
}

/** Dialog of one refund or dispute, with the actions available to the user (REFD-01 to REFD-03). */
export function RefundDetails({ id, row, onClose }: RecordDetailsProps<Refund>) {
  const query = useQuery({ ...refundQuery(id), enabled: row === undefined });
  const refund = row ?? query.data;
  const [openForm, setOpenForm] = useState<Form | null>(null);
  const step = useMutation({
    mutationFn: ({ record, act }: { record: Refund; act: Step }) =>
      whileLoading(t(LOADING[act]), performStep(record, act)),
    onSuccess: (title, { record, act }) => {
      toast({ tone: 'success', title, key: record.id });
      if (act !== 'evidence') onClose();
    },
    onSettled: () => {
      void invalidateRefunds();
    },
  });
  return (
    <>
      <RecordDialog
        title={refund ? capitalise(refundName(refund)) : t('Refund')}
        copiedId={id}
        titleExtra={refund && <RefundBadge {...refund} />}
        size="lg"
        record={refund}
        query={query}
        error={{ title: t('Error Loading Refund'), message: t('Failed to load the refund. Please try again.') }}
        missing={t('There is no refund or dispute with this id.')}
        skeleton={<DescriptionListSkeleton label={t('Loading the refund')} columns={[[5], [5]]} />}
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
            <FailureText>{step.error && failureText(step.error, t('Failed. Please try again.'))}</FailureText>
            <StateNote refund={refund} />
            <RefundDescription refund={refund} />
            {(refund.state === 'waiting' || refund.state === 'requested') && <Effect refund={refund} />}
            {UNFULFILLED_STATES.includes(refund.state) && <MadeRefunds request={refund} onLinked={onClose} />}
          </div>
        )}
      </RecordDialog>
      {openForm === 'approve' && refund && (
        <ConfirmedAction
          title={t('Approve {refund}?', { refund: refundName(refund) })}
          question={t('The refund is requested from the marketplace. This cannot be undone here.')}
          confirmLabel={t('Approve')}
          pendingLabel={t('Approving...')}
          tone="primary"
          send={() => call(approveRefund, { params: { id: refund.id } })}
          failed={t('Failed. Please try again.')}
          onDone={({ message }) => {
            toast({ tone: 'success', title: message ?? t('Approved'), key: refund.id });
            onClose();
            void invalidateRefunds();
          }}
          onClose={() => {
            setOpenForm(null);
            // Also after a failure, because the refund may have changed.
            void invalidateRefunds();
          }}
        />
      )}
      {openForm === 'reject' && refund && (
        <ReasonForm
          title={t('Reject the refund?')}
          description={t('Nothing is refunded. {amount} can be requested again.', {
            amount: formatExactRupees(refund.amountPaise),
          })}
          submitLabel={t('Reject')}
          pendingLabel={t('Rejecting...')}
          send={(reason) => call(rejectRefund, { params: { id: refund.id }, body: { reason } })}
          done={({ message }) => message ?? t('Rejected')}
          failed={t('Failed to reject the refund. Please try again.')}
          reload={invalidateRefunds}
          onSent={onClose}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'cancel' && refund && (
        <ReasonForm
          title={t('Cancel the refund?')}
          description={t(
            'First check with the marketplace: it may already have made the refund. {amount} can be requested again.',
            { amount: formatExactRupees(refund.amountPaise) },
          )}
          submitLabel={t('Cancel refund')}
          cancelLabel={t('Back')}
          pendingLabel={t('Cancelling...')}
          send={(reason) => call(cancelRefund, { params: { id: refund.id }, body: { reason } })}
          done={({ message }) => message ?? t('Cancelled')}
          failed={t('Failed to cancel the refund. Please try again.')}
          reload={invalidateRefunds}
          onSent={onClose}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'due' && refund && <DueDayForm dispute={refund} onClose={() => setOpenForm(null)} />}
      {openForm === 'outcome' && refund && (
        <Outcome dispute={refund} onDecided={onClose} onClose={() => setOpenForm(null)} />
      )}
    </>
  );
}

const DAY_MS = 86_400_000;

/** Checks whether the marketplace has not responded in time. */
const isOverdue = ({ state, approvedAt, requestedAt }: Refund): boolean =>
  state === 'requested' && Date.now() - Date.parse(approvedAt ?? requestedAt) >= REFUND_RESPONSE_DAYS * DAY_MS;

interface StepsProps {
  refund: Refund;
  isPending: boolean;
  onStep: (step: Step) => void;
  onForm: (form: Form) => void;
}

/** The actions that the current state of a refund or dispute allows. */
function Steps({ refund, isPending, onStep, onForm }: StepsProps) {
  const isWaiting = refund.state === 'waiting';
  return (
    <>
      {isWaiting && isOwnRequest(refund.requestedById) && (
        <Allowed to={withdrawRefund}>
          <Button pending={isPending} onClick={() => onStep('withdraw')}>
            {t('Withdraw')}
          </Button>
        </Allowed>
      )}
      {isWaiting && !isOwnRequest(refund.requestedById) && (
        <Allowed to={approveRefund}>
          <Button disabled={isPending} onClick={() => onForm('reject')}>
            {t('Reject')}
          </Button>
          <Button variant="primary" disabled={isPending} onClick={() => onForm('approve')}>
            {t('Approve')}
          </Button>
        </Allowed>
      )}
      {isOverdue(refund) && (
        <Allowed to={cancelRefund}>
          <Button disabled={isPending} onClick={() => onForm('cancel')}>
            {t('Cancel refund')}
          </Button>
        </Allowed>
      )}
      {refund.kind === 'dispute' && (
        <Allowed to={downloadEvidence}>
          <Button pending={isPending} onClick={() => onStep('evidence')}>
            {t('Download evidence')}
          </Button>
        </Allowed>
      )}
      {refund.state === 'open' && (
        <Allowed to={correctDueDay}>
          <Button disabled={isPending} onClick={() => onForm('due')}>
            {t('Correct due day')}
          </Button>
        </Allowed>
      )}
      {refund.state === 'open' && (
        <Allowed to={decideDispute}>
          <Button variant="primary" disabled={isPending} onClick={() => onForm('outcome')}>
            {t('Record outcome')}
          </Button>
        </Allowed>
      )}
    </>
  );
}

function StateNote({ refund }: { refund: Refund }) {
  if (refund.state === 'requested')
    return (
      <p className={isOverdue(refund) ? 'rounded-md bg-warning-soft px-3 py-2 text-warning-text' : 'text-ink-soft'}>
        {isOverdue(refund)
          ? t(
              'The marketplace has not responded for over {days} days. Contact it, or cancel the refund. No balance has changed.',
              { days: REFUND_RESPONSE_DAYS },
            )
          : t('The marketplace has not confirmed it yet. No balance has changed.')}
      </p>
    );
  if (refund.isAfterRefund)
    return (
      <p className="text-ink-soft">
        {t(
          'The payment was refunded before the dispute was opened. The refund is the evidence: there is nothing left to return.',
        )}
      </p>
    );
  if (refund.state !== 'waiting') return null;
  return (
    <p className="text-ink-soft">
      {isOwnRequest(refund.requestedById)
        ? t('You requested this refund. Another person must approve it.')
        : t('It is above the requester’s limit. Approving it sends it to the marketplace.')}
    </p>
  );
}

/** The effect of approving the refund (OWN-08, REFD-02). */
function Effect({ refund }: { refund: Refund }) {
  const { data } = useQuery(refundableQuery(refund.paymentId));
  const { amountPaise, mechanicPercent } = refund;
  return data ? (
    <BearerEffect amountPaise={amountPaise} mechanicPercent={mechanicPercent} refundable={data} isPending />
  ) : null;
}

/** The request states in which the marketplace may still make the refund. */
const UNFULFILLED_STATES: readonly Refund['state'][] = ['requested', 'failed', 'cancelled'];

/** Refunds that the marketplace made without stating a request id. One of them may belong to this request (REFD-01). */
function MadeRefunds({ request, onLinked }: { request: Refund; onLinked: () => void }) {
  const { data } = useQuery(refundsOfPaymentQuery(request.paymentId));
  const link = useMutation({
    mutationFn: (madeId: string) =>
      whileLoading(t('Linking...'), call(linkRefund, { params: { id: request.id }, body: { madeId } })),
    onSuccess: ({ message }) => {
      toast({ tone: 'success', title: message ?? t('Linked'), key: request.id });
      onLinked();
    },
    onSettled: () => {
      void invalidateRefunds();
    },
  });
  const made = data?.rows.filter(
    ({ requestedById, state, amountPaise }) =>
      requestedById === null && state === 'confirmed' && amountPaise === request.amountPaise,
  );
  if (!made || made.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-md bg-info-soft px-3 py-2 text-info-text">
      <FailureText>
        {link.error && failureText(link.error, t('Failed to link the refund. Please try again.'))}
      </FailureText>
      {made.map(({ id, decidedAt }) => (
        <div key={id} className="flex flex-wrap items-center justify-between gap-2">
          <p>
            {t('The marketplace made a refund of this amount on {date} without naming a request. Is it this one?', {
              date: formatDate(decidedAt),
            })}
          </p>
          <Allowed to={linkRefund}>
            <Button pending={link.isPending} onClick={() => link.mutate(id)}>
              {t('Link refund')}
            </Button>
          </Allowed>
        </div>
      ))}
    </div>
  );
}

function Outcome(props: { dispute: Refund; onDecided: () => void; onClose: () => void }) {
  const { data } = useQuery(refundableQuery(props.dispute.paymentId));
  return data ? <OutcomeForm {...props} refundable={data} /> : null;
}

function RefundDescription({ refund }: { refund: Refund }) {
  const { kind, customer, mechanic, dueAt, requestedBy, approvedBy, decidedBy, decidedAt } = refund;
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title={kind === 'dispute' ? t('Dispute') : t('Refund')}>
        <AmountItem label={t('Amount')} paise={refund.amountPaise} isSum />
        <AmountItem label={t('Returned')} paise={refund.returnedPaise} />
        <DescriptionItem label={t('Borne By')}>{bearerText(refund)}</DescriptionItem>
        <DescriptionItem label={t('Payment')}>
          <Link to="/payments" search={{ payment: refund.paymentId }} className="link">
            {t('Payment #{id}', { id: shortId(refund.paymentId).toUpperCase() })}
          </Link>
        </DescriptionItem>
        <DescriptionItem label={t('Customer')}>
          {customer?.name?.trim() ? <PersonLink person={customer} as="customer" isWhole /> : t('Guest User')}
        </DescriptionItem>
        <DescriptionItem label={t('Mechanic')}>
          <PersonLink person={mechanic} as="mechanic" isWhole />
        </DescriptionItem>
      </DescriptionList>
      <DescriptionList title={t('History')}>
        {dueAt !== null && (
          <DescriptionItem label={t('Evidence Due')}>
            {refund.state === 'open' ? dueText(dueAt) : formatDate(dueAt)}
          </DescriptionItem>
        )}
        <DescriptionItem label={kind === 'dispute' ? t('Opened') : t('Requested')}>
          {formatDateTime(refund.requestedAt)}
        </DescriptionItem>
        <DescriptionItem label={t('By')}>{requestedBy ?? t('Marketplace')}</DescriptionItem>
        {approvedBy !== null && <DescriptionItem label={t('Approved By')}>{approvedBy}</DescriptionItem>}
        {decidedAt !== null && <DescriptionItem label={t('Ended')}>{formatDateTime(decidedAt)}</DescriptionItem>}
        {decidedBy !== null && <DescriptionItem label={t('Ended By')}>{decidedBy}</DescriptionItem>}
        <LongDescriptionItem label={t('Reason')}>{orNotAvailable(refund.reason)}</LongDescriptionItem>
        {refund.outcomeReason !== null && (
          <LongDescriptionItem label={t('Outcome')}>{refund.outcomeReason}</LongDescriptionItem>
        )}
      </DescriptionList>
    </div>
  );
}
