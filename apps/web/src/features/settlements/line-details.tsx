import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type ComparedPayment,
  differencePaise,
  type LineEntry,
  linkSettlementLine,
  resolveSettlementLines,
  type SettlementLineDetails,
} from '@wayside/contract/settlement-lines';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import {
  formatColumnRupees,
  formatDateTime,
  formatDay,
  formatExactRupees,
  orNotAvailable,
} from '../../lib/format.ts';
import { PaymentLink } from '../../list/list-columns.tsx';
import type { RecordSteps } from '../../list/list-screen.tsx';
import { RecordDialog } from '../../list/record-dialog.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import {
  DescriptionItem,
  DescriptionList,
  DescriptionListSkeleton,
  LongDescriptionItem,
} from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { isShortcut, MENU } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { type Form, LineActions } from './line-actions.tsx';
import { isOtherOrder, LineComparison, linkWarning } from './line-comparison.tsx';
import {
  ageText,
  differenceText,
  entryText,
  lineBadgeOf,
  lineTitle,
  methodText,
  resolutionText,
  stepText,
} from './settlement-labels.ts';
import { invalidateSettlements, lineQuery } from './settlements-queries.ts';

const LinkForm = lazyPart(() => import('./link-form.tsx'), 'LinkForm');
const SplitForm = lazyPart(() => import('./link-form.tsx'), 'SplitForm');
const NoteForm = lazyPart(() => import('./line-forms.tsx'), 'NoteForm');
const RejectForm = lazyPart(() => import('./line-forms.tsx'), 'RejectForm');
const ResolveForm = lazyPart(() => import('./line-forms.tsx'), 'ResolveForm');

/** Shortcut keys of an open line: j opens the next line and k the previous one. */
function useStepKeys({ previous, next }: RecordSteps, isCovered: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { j: next, k: previous }[event.key];
      if (!step || isCovered || !isShortcut(event, `${MENU},[role="alertdialog"]`)) return;
      event.preventDefault();
      step();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [previous, next, isCovered]);
}

interface LineDetailsProps {
  id: string;
  steps: RecordSteps;
  onClose: () => void;
}

/** Shows a line next to the recorded payment, with the available actions (RECON-03). */
export function LineDetails({ id, steps, onClose }: LineDetailsProps) {
  const query = useQuery(lineQuery(id));
  const line = query.data;
  const [openForm, setOpenForm] = useState<Form | null>(null);
  const [doubted, setDoubted] = useState<ComparedPayment | null>(null);
  const change = useMutation({
    mutationFn: (send: () => Promise<{ readonly message: string | null }>) => whileLoading(t('Saving...'), send()),
    onSuccess: ({ message }) => toast({ tone: 'success', title: message ?? t('Saved.'), key: id }),
    onSettled: () => void invalidateSettlements(),
  });
  const closeForm = () => setOpenForm(null);
  useStepKeys(steps, openForm !== null || doubted !== null);
  const link = (paymentId: string) => () => call(linkSettlementLine, { params: { id }, body: { paymentId } });
  return (
    <>
      <RecordDialog
        title={line ? lineTitle(line) : t('Settlement line')}
        titleExtra={line && <StatusBadge {...lineBadgeOf(line)} />}
        headerActions={<StepButtons {...steps} />}
        size="lg"
        record={line}
        query={query}
        error={{ title: t('Error Loading Line'), message: t('Failed to load the settlement line') }}
        missing={t('There is no settlement line with this ID.')}
        skeleton={<DescriptionListSkeleton label={t('Loading the line')} columns={[[6], [6]]} />}
        onClose={onClose}
        footer={
          line && (
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
              <FailureText>{failureText(change.error, t('Nothing was changed. Please try again.'))}</FailureText>
            )}
            <LineComparison line={line} />
            <Candidates
              line={line}
              isPending={change.isPending}
              onLink={(payment) =>
                linkWarning(line, payment) === null ? change.mutate(link(payment.id)) : setDoubted(payment)
              }
            />
            <LineDescription line={line} />
            <LineHistory entries={line.history} />
          </div>
        )}
      </RecordDialog>
      {line && doubted && (
        <ConfirmedAction
          title={t('Link although they differ?')}
          question={linkWarning(line, doubted) ?? ''}
          confirmLabel={t('Link')}
          send={link(doubted.id)}
          failed={t('Nothing was changed. Please try again.')}
          onDone={({ message }) => {
            setDoubted(null);
            toast({ tone: 'success', title: message ?? t('Linked.'), key: id });
            return invalidateSettlements();
          }}
          onClose={() => setDoubted(null)}
        />
      )}
      {line && openForm === 'link' && <LinkForm line={line} onClose={closeForm} />}
      {line && openForm === 'split' && <SplitForm line={line} onClose={closeForm} />}
      {line && openForm === 'note' && <NoteForm line={line} onClose={closeForm} />}
      {line && openForm === 'reject' && <RejectForm line={line} onClose={closeForm} />}
      {line && openForm === 'resolve' && <ResolveForm ids={[id]} onResolved={closeForm} onClose={closeForm} />}
    </>
  );
}

const StepButtons = ({ previous, next }: RecordSteps) => (
  <>
    <IconButton
      label={t('Previous line')}
      tip={t('Previous line (K)')}
      icon={<ChevronUp className="size-4" />}
      disabled={previous === null}
      onClick={() => previous?.()}
    />
    <IconButton
      label={t('Next line')}
      tip={t('Next line (J)')}
      icon={<ChevronDown className="size-4" />}
      disabled={next === null}
      onClick={() => next?.()}
    />
  </>
);

interface CandidatesProps {
  line: SettlementLineDetails;
  isPending: boolean;
  onLink: (payment: ComparedPayment) => void;
}

const candidateText = ({ day, method, customer }: ComparedPayment): string =>
  [day === null ? null : formatDay(day), method && methodText(method), orNotAvailable(customer)]
    .filter(Boolean)
    .join(', ');

/** Payments with the same amount and day as the line. Only a user can link them (RECON-02). */
function Candidates({ line, isPending, onLink }: CandidatesProps) {
  if (line.candidates.length === 0) return null;
  return (
    <section aria-label={t('Payments of the same amount and day')} className="grid gap-1">
      <h3 className="font-semibold">{t('Same amount within a day')}</h3>
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
              {isOtherOrder(line, payment) && (
                <span className="block text-sm text-warning-text">{t('≠ another order')}</span>
              )}
            </span>
            <Allowed to={linkSettlementLine}>
              <Button
                disabled={isPending}
                aria-label={t('Link to payment {id}', { id: payment.id.slice(-6).toUpperCase() })}
                onClick={() => onLink(payment)}
              >
                {t('Link')}
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
      <DescriptionList title={t('Line')}>
        {line.fileName !== null && (
          <DescriptionItem label={t('File')}>
            {t('{file}, line {line}', { file: line.fileName, line: String(line.line ?? '') })}
          </DescriptionItem>
        )}
        {settlementReference !== null && (
          <DescriptionItem label={t('Settlement')}>{settlementReference}</DescriptionItem>
        )}
        <DescriptionItem label={t('Fee')} align="end">
          {formatColumnRupees(feePaise)}
        </DescriptionItem>
        <DescriptionItem label={t('Tax')} align="end">
          {formatColumnRupees(taxPaise)}
        </DescriptionItem>
        <DescriptionItem label={t('Net')} align="end">
          {formatColumnRupees(netPaise)}
        </DescriptionItem>
      </DescriptionList>
      <DescriptionList title={t('Work')}>
        {differencePaise(line) !== null && (
          <DescriptionItem label={t('Difference')} align="end">
            {differenceText(line)}
          </DescriptionItem>
        )}
        <DescriptionItem label={t('Age')}>{ageText(line.ageDays)}</DescriptionItem>
        {step !== null && <DescriptionItem label={t('Matched by')}>{stepText(step)}</DescriptionItem>}
        <DescriptionItem label={t('Owner')}>{line.owner ?? t('No one')}</DescriptionItem>
        {line.requestedBy !== null && line.isOpen && (
          <>
            <DescriptionItem label={t('Write-off requested by')}>{line.requestedBy}</DescriptionItem>
            {line.requestedPaise !== null && (
              <DescriptionItem label={t('Requested amount')} align="end">
                {formatColumnRupees(line.requestedPaise)}
              </DescriptionItem>
            )}
            {line.requestReason !== null && (
              <LongDescriptionItem label={t('Reason of the request')}>{line.requestReason}</LongDescriptionItem>
            )}
          </>
        )}
        {resolution !== null && (
          <DescriptionItem label={resolutionText(resolution)}>
            {t('{date} by {person}', {
              date: formatDateTime(resolvedAt),
              person: line.requestedBy ?? resolvedBy ?? '',
            })}
          </DescriptionItem>
        )}
        {line.approvedBy !== null && <DescriptionItem label={t('Approved by')}>{line.approvedBy}</DescriptionItem>}
        {line.parts.map(({ paymentId, amountPaise }) => (
          <DescriptionItem
            key={paymentId}
            label={t('Payment {id}', { id: paymentId.slice(-6).toUpperCase() })}
            align="end"
          >
            <PaymentLink id={paymentId}>{formatColumnRupees(amountPaise)}</PaymentLink>
          </DescriptionItem>
        ))}
        {line.reason !== null && <LongDescriptionItem label={t('Reason')}>{line.reason}</LongDescriptionItem>}
        {line.note !== null && <LongDescriptionItem label={t('Note')}>{line.note}</LongDescriptionItem>}
      </DescriptionList>
    </div>
  );
}

/** The decisions on the line, with reasons. */
function LineHistory({ entries }: { entries: readonly LineEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('History')} className="grid gap-1 text-sm">
      <h3 className="font-semibold">{t('History')}</h3>
      <ul className="grid">
        {entries.map(({ action, by, at, amountPaise, note }) => (
          <li key={`${at} ${action}`} className="border-t border-line py-1.5 wrap-anywhere">
            {entryText(action)}
            {amountPaise !== null && `, ${formatExactRupees(amountPaise)}`}
            {note !== null && <span className="block">{note}</span>}
            <span className="block text-ink-soft">
              {by === null
                ? t('{date} by a program', { date: formatDateTime(at) })
                : t('{date} by {person}', { date: formatDateTime(at), person: by })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
