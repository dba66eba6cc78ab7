import { useMutation, useQuery } from '@tanstack/react-query';
import {
  approveWriteOff,
  type ComparedPayment,
  linkSettlementLine,
  openPaise,
  rejectWriteOff,
  resolveSettlementLines,
  type SettlementLineDetails,
  updateSettlementLine,
} from '@wayside/contract/settlement-lines';
import { type ReactNode, useState } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import {
  formatColumnRupees,
  formatDateTime,
  formatDay,
  formatExactRupees,
  orNotAvailable,
  spacedWords,
} from '../../lib/format.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { PaymentLink } from '../../list/list-columns.tsx';
import { RecordDialog } from '../../list/record-dialog.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { DescriptionList, DescriptionListSkeleton, Fact, LongFact } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { ageText, lineBadgeOf, lineTitle, resolutionText, stepText } from './settlement-labels.ts';
import { invalidateSettlements, lineQuery } from './settlements-queries.ts';

const LinkForm = lazyPart(() => import('./line-forms.tsx'), 'LinkForm');
const NoteForm = lazyPart(() => import('./line-forms.tsx'), 'NoteForm');
const ResolveForm = lazyPart(() => import('./line-forms.tsx'), 'ResolveForm');

type Form = 'link' | 'split' | 'note' | 'resolve';

/** A line beside the payment here, with what a person can do about it (RECON-03). */
export function LineDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(lineQuery(id));
  const line = query.data;
  const [openForm, setOpenForm] = useState<Form | null>(null);
  const change = useMutation({
    mutationFn: (send: () => Promise<{ readonly message: string | null }>) => whileLoading('Saving...', send()),
    onSuccess: ({ message }) => toast({ tone: 'success', title: message ?? 'Saved.', about: id }),
    onSettled: () => void invalidateSettlements(),
  });
  const closeForm = () => setOpenForm(null);
  return (
    <>
      <RecordDialog
        title={line ? lineTitle(line) : 'Settlement line'}
        titleExtra={line && <StatusBadge {...lineBadgeOf(line.state)} />}
        size="lg"
        record={line}
        query={query}
        error={{ title: 'Error Loading Line', message: 'Failed to load the settlement line' }}
        missing="There is no settlement line with this ID."
        skeleton={<DescriptionListSkeleton label="Loading the line" columns={[[6], [6]]} />}
        onClose={onClose}
        footer={
          line?.isOpen && (
            <Allowed to={resolveSettlementLines}>
              <LineActions
                line={line}
                isPending={change.isPending}
                onForm={setOpenForm}
                onSend={(send) => change.mutate(send)}
              />
            </Allowed>
          )
        }
      >
        {line && (
          <div className="grid grid-cols-1 gap-6">
            {change.error && (
              <FailureText>{failureText(change.error, 'Nothing was changed. Please try again.')}</FailureText>
            )}
            <Comparison line={line} />
            <Candidates
              line={line}
              isPending={change.isPending}
              onLink={(paymentId) =>
                change.mutate(() => call(linkSettlementLine, { params: { id }, body: { paymentId } }))
              }
            />
            <LineDescription line={line} />
          </div>
        )}
      </RecordDialog>
      {line && (openForm === 'link' || openForm === 'split') && (
        <LinkForm line={line} isSplit={openForm === 'split'} onClose={closeForm} />
      )}
      {line && openForm === 'note' && <NoteForm line={line} onClose={closeForm} />}
      {line && openForm === 'resolve' && <ResolveForm ids={[id]} onResolved={closeForm} onClose={closeForm} />}
    </>
  );
}

interface LineActionsProps {
  line: SettlementLineDetails;
  isPending: boolean;
  onForm: (form: Form) => void;
  onSend: (send: () => Promise<{ readonly message: string | null }>) => void;
}

function LineActions({ line, isPending, onForm, onSend }: LineActionsProps) {
  const me = signedInIdentity()?.id;
  const params = { id: line.id };
  if (line.requestedById !== null) {
    const isOwn = line.requestedById === me;
    const requested = { amountPaise: line.requestedPaise ?? openPaise(line), reason: line.requestReason ?? '–' };
    return (
      <>
        <Button disabled={isPending} onClick={() => onSend(() => call(rejectWriteOff, { params }))}>
          {isOwn ? 'Withdraw write-off' : 'Reject write-off'}
        </Button>
        {!isOwn && (
          <Button
            variant="primary"
            pending={isPending}
            onClick={() => onSend(() => call(approveWriteOff, { params, body: requested }))}
          >
            Approve write-off of {formatExactRupees(requested.amountPaise)}
          </Button>
        )}
      </>
    );
  }
  const isMine = me !== undefined && line.ownerId === me;
  const isCredited = line.fileId !== null && (line.type === 'payment' || line.type === 'credit');
  const own = () =>
    onSend(() =>
      call(updateSettlementLine, { params, body: { ownerId: isMine ? null : (me ?? null), note: line.note } }),
    );
  return (
    <>
      <Button disabled={isPending} className="md:mr-auto" onClick={own}>
        {isMine ? 'Release' : 'Take'}
      </Button>
      <Button disabled={isPending} onClick={() => onForm('note')}>
        Note
      </Button>
      {isCredited && (
        <>
          <Button disabled={isPending} onClick={() => onForm('split')}>
            Split
          </Button>
          <Button disabled={isPending} onClick={() => onForm('link')}>
            Link
          </Button>
        </>
      )}
      <Button variant="primary" disabled={isPending} onClick={() => onForm('resolve')}>
        Resolve
      </Button>
    </>
  );
}

interface Compared {
  readonly label: string;
  readonly there: ReactNode;
  readonly here: ReactNode;
  readonly differs: boolean;
}

/** A settlement that no bank credit pays: it has neither a file nor a payment. */
const isUncredited = ({ type, fileId }: SettlementLineDetails): boolean => type === 'credit' && fileId === null;

const uncreditedFields = ({ amountPaise, day, reference, utr }: SettlementLineDetails): readonly Compared[] =>
  Object.entries({
    Amount: formatColumnRupees(amountPaise),
    Settled: formatDay(day),
    Settlement: reference,
    UTR: utr,
  }).map(([label, here]) => ({ label, there: '–', here: here ?? '–', differs: false }));

function comparedFields(line: SettlementLineDetails): readonly Compared[] {
  const { payment } = line;
  const field = (
    label: string,
    there: string | null,
    here: string | null | undefined,
    differs = false,
  ): Compared => ({
    label,
    there: there ?? '–',
    here: payment === null ? '–' : (here ?? '–'),
    differs,
  });
  const isUnequal = (there: string | null, here: string | null | undefined) =>
    payment !== null && there !== null && here != null && there.toLowerCase() !== here.toLowerCase();
  const booking = payment?.bookingId;
  return [
    field(
      'Amount',
      formatColumnRupees(line.amountPaise),
      payment && formatColumnRupees(payment.amountPaise),
      payment !== null &&
        line.type !== 'refund' &&
        line.type !== 'chargeback' &&
        line.amountPaise !== payment.amountPaise,
    ),
    field(
      'Status',
      spacedWords(line.type),
      payment?.status && spacedWords(payment.status),
      payment !== null && line.expectedPaise === 0,
    ),
    field(
      'Day',
      line.reportedOn && formatDay(line.reportedOn),
      payment?.day && formatDay(payment.day),
      isUnequal(line.reportedOn, payment?.day),
    ),
    field(
      'Payment ID',
      line.reference,
      payment?.transactionId,
      line.type === 'payment' && isUnequal(line.reference, payment?.transactionId),
    ),
    field('Order ID', line.orderId, booking, isUnequal(line.orderId, booking) && line.orderId !== payment?.id),
    field('Method or UTR', line.utr, payment?.method),
  ];
}

const hereTitle = (line: SettlementLineDetails): string => {
  if (isUncredited(line)) return `Settlement, ${line.source}`;
  return line.payment ? 'Payment here' : 'No payment here';
};

const thereTitle = (line: SettlementLineDetails): string => {
  if (isUncredited(line)) return 'No bank credit';
  return line.fileId === null ? 'No report' : line.source;
};

/** The line and the payment side by side; differing fields are marked by a sign and a colour. */
function Comparison({ line }: { line: SettlementLineDetails }) {
  const cell = 'py-1.5 pl-4 text-right wrap-anywhere';
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">The line and the payment here</caption>
      <thead className="text-xs text-ink-faint">
        <tr>
          <th scope="col" className="w-1/4 py-1.5 text-left font-medium">
            <span className="sr-only">Field</span>
          </th>
          <th scope="col" className={cn(cell, 'font-medium')}>
            {thereTitle(line)}
          </th>
          <th scope="col" className={cn(cell, 'font-medium')}>
            <PaymentLink id={line.paymentId}>{hereTitle(line)}</PaymentLink>
          </th>
        </tr>
      </thead>
      <tbody>
        {(isUncredited(line) ? uncreditedFields(line) : comparedFields(line)).map(
          ({ label, there, here, differs }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal text-ink-soft">
                {label}
                {differs && <span className="text-warning-text"> ≠ differs</span>}
              </th>
              <td translate="no" className={cn(cell, 'numeric', differs && 'font-semibold text-warning-text')}>
                {line.fileId === null ? '–' : there}
              </td>
              <td translate="no" className={cn(cell, 'numeric', differs && 'font-semibold text-warning-text')}>
                {here}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface CandidatesProps {
  line: SettlementLineDetails;
  isPending: boolean;
  onLink: (paymentId: string) => void;
}

const candidateText = ({ day, method, customer }: ComparedPayment): string =>
  [day === null ? null : formatDay(day), method, orNotAvailable(customer)].filter(Boolean).join(', ');

/** Payments with the amount and day of the line, which only a person links (RECON-02). */
function Candidates({ line, isPending, onLink }: CandidatesProps) {
  if (line.candidates.length === 0) return null;
  return (
    <section aria-label="Payments of the same amount and day" className="grid gap-1">
      <h3 className="font-semibold">Same amount within a day</h3>
      <ul className="grid">
        {line.candidates.map((payment) => (
          <li key={payment.id} className="flex items-center justify-between gap-3 border-t border-line py-1.5">
            <span className="min-w-0">
              <PaymentLink id={payment.id}>
                <span className="font-mono">{payment.id.slice(-6).toUpperCase()}</span>
              </PaymentLink>
              <span translate="no" className="block truncate text-sm text-ink-soft">
                {candidateText(payment)}
              </span>
            </span>
            <Allowed to={linkSettlementLine}>
              <Button
                disabled={isPending}
                aria-label={`Link to payment ${payment.id.slice(-6).toUpperCase()}`}
                onClick={() => onLink(payment.id)}
              >
                Link
              </Button>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineDescription({ line }: { line: SettlementLineDetails }) {
  const { step, settlementReference, feePaise, taxPaise, netPaise, resolution, resolvedAt, resolvedBy } = line;
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title="Line">
        {line.fileName !== null && (
          <Fact label="File">
            {line.fileName}, line {line.line}
          </Fact>
        )}
        {settlementReference !== null && <Fact label="Settlement">{settlementReference}</Fact>}
        <Fact label="Fee" align="end">
          {formatColumnRupees(feePaise)}
        </Fact>
        <Fact label="Tax" align="end">
          {formatColumnRupees(taxPaise)}
        </Fact>
        <Fact label="Net" align="end">
          {formatColumnRupees(netPaise)}
        </Fact>
      </DescriptionList>
      <DescriptionList title="Work">
        {line.isOpen && (
          <Fact label="Not explained" align="end">
            {formatColumnRupees(openPaise(line))}
          </Fact>
        )}
        <Fact label="Age">{ageText(line.ageDays)}</Fact>
        {step !== null && <Fact label="Matched by">{stepText(step)}</Fact>}
        <Fact label="Owner">{line.owner ?? 'Nobody'}</Fact>
        {line.requestedBy !== null && line.isOpen && (
          <>
            <Fact label="Write-off requested by">{line.requestedBy}</Fact>
            {line.requestedPaise !== null && (
              <Fact label="Requested amount" align="end">
                {formatColumnRupees(line.requestedPaise)}
              </Fact>
            )}
            {line.requestReason !== null && <LongFact label="Reason of the request">{line.requestReason}</LongFact>}
          </>
        )}
        {resolution !== null && (
          <Fact label={resolutionText(resolution)}>
            {formatDateTime(resolvedAt)} by {resolvedBy}
          </Fact>
        )}
        {line.parts.map(({ paymentId, amountPaise }) => (
          <Fact key={paymentId} label={`Payment ${paymentId.slice(-6).toUpperCase()}`} align="end">
            <PaymentLink id={paymentId}>{formatColumnRupees(amountPaise)}</PaymentLink>
          </Fact>
        ))}
        {line.reason !== null && <LongFact label="Reason">{line.reason}</LongFact>}
        {line.note !== null && <LongFact label="Note">{line.note}</LongFact>}
      </DescriptionList>
    </div>
  );
}
