import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type RunRow, recordOutcome, removeRunRow } from '@wayside/contract/payment-run-rows';
import {
  approveRun,
  downloadRunFile,
  makeRunFile,
  type PaymentRun,
  RUN_ROW_STATES,
  type RunRowState,
} from '@wayside/contract/payment-runs';
import { useDeferredValue, useState } from 'react';
import { richText } from '../../languages/rich-text.ts';
import { msg, plural, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { downloadTable } from '../../lib/download.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { formatCount, formatDateTime, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { signedInIdentity, useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem, DescriptionList, DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ProgressBar } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { notPaidLabel, progressOf, ROW_STATE_LABELS, runBadgeOf, runRowColumns, runTitle } from './run-columns.tsx';
import { countMessage, recordButtonLabel, recordLabel, sumStates } from './run-labels.ts';
import { invalidateRuns, runQuery, runRowsQuery } from './runs-queries.ts';

const ConfirmDialog = lazyPart(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');
const RunReasonForm = lazyPart(() => import('./run-forms.tsx'), 'RunReasonForm');

/** The details of a payment run: status, next step and payments (BANK-01 to BANK-03). */
export function RunDetails({ id, onClose }: RecordDetailsProps<PaymentRun>) {
  const query = useQuery(runQuery(id));
  const run = query.data;
  const step = useRunStep();
  const reserved = run && sumStates(run, 'reserved');
  const [reasonStep, setReasonStep] = useState<'reject' | 'cancel' | 'fail' | null>(null);
  const [isConfirmingFile, setConfirmingFile] = useState(false);
  return (
    <>
      <RecordDialog
        title={run ? runTitle(run) : t('Payment run')}
        titleExtra={run && <StatusBadge {...runBadgeOf(run.state)} />}
        size="lg"
        record={run}
        query={query}
        error={{ title: t('Error Loading Payment Run'), message: t('Failed to load the payment run') }}
        missing={t('There is no payment run with this ID.')}
        skeleton={<DescriptionListSkeleton label={t('Loading the payment run')} columns={[[5], [5]]} />}
        onClose={onClose}
        footer={
          run && (
            <Allowed to={approveRun}>
              <Steps run={run} step={step} onReason={setReasonStep} onFile={() => setConfirmingFile(true)} />
            </Allowed>
          )
        }
      >
        {run && (
          <div className="grid grid-cols-1 gap-6">
            {step.error && (
              <FailureText>{failureText(step.error, t('Failed to update the run. Please try again.'))}</FailureText>
            )}
            <RunDescription run={run} />
            <Progress run={run} />
            <RunRows run={run} />
          </div>
        )}
      </RecordDialog>
      {run && reserved && isConfirmingFile && (
        <ConfirmDialog
          title={t('Create the bank file of Run {number}?', { number: String(run.number) })}
          question={plural(
            reserved.count,
            'The file has {count} payment, {amount} in total. Once it is created, you cannot remove a payment or cancel the run.',
            'The file has {count} payments, {amount} in total. Once it is created, you cannot remove a payment or cancel the run.',
            { amount: formatExactRupees(reserved.amountPaise) },
          )}
          confirmLabel={t('Create file')}
          pendingLabel={t(LOADING.file)}
          tone="primary"
          pending={step.isPending}
          onConfirm={() => step.mutate({ run, step: 'file' }, { onSettled: () => setConfirmingFile(false) })}
          onClose={() => setConfirmingFile(false)}
        />
      )}
      {run && reasonStep && <RunReasonForm run={run} step={reasonStep} onClose={() => setReasonStep(null)} />}
    </>
  );
}

interface RunStepInput {
  readonly run: PaymentRun;
  readonly step: 'approve' | 'file' | 'download';
}

const LOADING = {
  approve: msg('Approving...'),
  file: msg('Creating the file...'),
  download: msg('Downloading...'),
} as const;

function useRunStep() {
  return useMutation({
    mutationFn: ({ run, step }: RunStepInput) => whileLoading(t(LOADING[step]), performStep(run, step)),
    onSuccess: (message, { run }) => toast({ tone: 'success', title: message, key: run.id }),
    onSettled: () => {
      void invalidateRuns();
    },
  });
}

async function performStep(run: PaymentRun, act: RunStepInput['step']): Promise<string> {
  if (act === 'approve') return (await call(approveRun, { params: { id: run.id } })).message ?? t('Approved');
  if (act === 'file')
    return (await call(makeRunFile, { params: { id: run.id } })).message ?? t('The file is ready');
  const fileName = run.fileName ?? 'payments.csv';
  const input = { params: { id: run.id }, fileName };
  return t('{file} downloaded', { file: (await downloadTable(downloadRunFile, input)).name });
}

interface StepsProps {
  run: PaymentRun;
  step: ReturnType<typeof useRunStep>;
  onReason: (step: 'reject' | 'cancel' | 'fail') => void;
  onFile: () => void;
}

/** The actions that a run's state allows. */
function Steps({ run, step, onReason, onFile }: StepsProps) {
  const reserved = sumStates(run, 'reserved');
  const isOwn = run.createdById === signedInIdentity()?.id;
  const button = (act: RunStepInput['step'], label: string) => (
    <Button variant="primary" pending={step.isPending} onClick={() => step.mutate({ run, step: act })}>
      {label}
    </Button>
  );
  const asking = (act: 'reject' | 'cancel' | 'fail', label: string, className = '') => (
    <Button
      disabled={step.isPending}
      className={cn('h-auto! min-h-9 shrink! whitespace-normal! touch:min-h-11', className)}
      onClick={() => onReason(act)}
    >
      {label}
    </Button>
  );
  if (run.state === 'waiting')
    return isOwn ? (
      asking('cancel', t('Cancel run'))
    ) : (
      <>
        {asking('reject', t('Reject'))}
        {button(
          'approve',
          plural(reserved.count, 'Approve {count} payment, {amount}', 'Approve {count} payments, {amount}', {
            amount: formatExactRupees(reserved.amountPaise),
          }),
        )}
      </>
    );
  if (run.state === 'ready')
    return (
      <>
        {asking('cancel', t('Cancel run'))}
        <Button variant="primary" pending={step.isPending} onClick={onFile}>
          {t('Create file')}
        </Button>
      </>
    );
  if (run.fileName === null) return null;
  return (
    <>
      {/* Set apart from the download button, because it cannot be undone. */}
      {sumStates(run, 'sent').count > 0 &&
        asking('fail', notPaidLabel(run), 'text-danger-text! max-md:order-1 max-md:basis-full! md:mr-auto')}
      {button('download', t('Download file'))}
    </>
  );
}

function RunDescription({ run }: { run: PaymentRun }) {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      <DescriptionList title={t('Run')}>
        <DescriptionItem label={t('Created')}>
          {t('{date} by {person}', { date: formatDateTime(run.createdAt), person: run.createdBy })}
        </DescriptionItem>
        {run.approvedAt && (
          <DescriptionItem label={t('Approved')}>
            {t('{date} by {person}', {
              date: formatDateTime(run.approvedAt),
              person: orNotAvailable(run.approvedBy),
            })}
          </DescriptionItem>
        )}
        {run.state === 'waiting' && run.lapsesAt && (
          <DescriptionItem label={t('Expires')}>{formatDateTime(run.lapsesAt)}</DescriptionItem>
        )}
        {run.endedAt && (
          <DescriptionItem label={t('Ended')}>
            {run.endedBy
              ? t('{date} by {person}', { date: formatDateTime(run.endedAt), person: run.endedBy })
              : formatDateTime(run.endedAt)}
          </DescriptionItem>
        )}
        {run.reason && <DescriptionItem label={t('Reason')}>{run.reason}</DescriptionItem>}
      </DescriptionList>
      <DescriptionList
        title={t('File')}
        note={
          run.fileHash && (
            <TechnicalDetails>
              <DescriptionItem label={t('SHA-256')}>
                <CopyableId id={run.fileHash} shown={`${run.fileHash.slice(0, 12)}…`} />
              </DescriptionItem>
            </TechnicalDetails>
          )
        }
      >
        <DescriptionItem label={t('Format')}>{fileFormat(run.profileLabel)}</DescriptionItem>
        <DescriptionItem label={t('Paid from')}>{orNotAvailable(run.debitAccount)}</DescriptionItem>
        <DescriptionItem label={t('Name')}>{run.fileName ?? t('Not created yet')}</DescriptionItem>
        {run.sentAt && <DescriptionItem label={t('Created')}>{formatDateTime(run.sentAt)}</DescriptionItem>}
      </DescriptionList>
    </div>
  );
}

function Progress({ run }: { run: PaymentRun }) {
  const open = sumStates(run, 'reserved', 'sent');
  return (
    <section aria-label={t('Progress')} className="grid gap-2">
      <ProgressBar
        label={t('Completed payments')}
        value={run.rowCount - open.count}
        max={Math.max(run.rowCount, 1)}
      />
      <ul className="numeric flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {progressOf(run).map(({ state, count, amountPaise }) => (
          <li key={state}>
            {richText(countMessage(state), {
              count: <span className="font-medium">{formatCount(count)}</span>,
            })}{' '}
            · <span className="text-ink-soft">{formatExactRupees(amountPaise)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const OutcomeForm = lazyPart(() => import('./run-forms.tsx'), 'OutcomeForm');
const RemoveRowForm = lazyPart(() => import('./run-forms.tsx'), 'RemoveRowForm');

/** States in which a user can record the bank's result. */
const RECORDABLE_STATES: readonly string[] = ['sent', 'failed', 'paid'];

/** Paginated payments of a run with the bank's results (BANK-03). */
function RunRows({ run }: { run: PaymentRun }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<RunRowState | null>(null);
  const [searchText, setSearchText] = useState('');
  const search = useDeferredValue(searchText.trim()) || null;
  const query = useQuery({
    ...runRowsQuery(run.id, { page, state, search }),
    placeholderData: keepPreviousData,
  });
  const failure = useFailedLoad(query, t('Failed to load the payments'));
  const [recordedRow, setRecordedRow] = useState<RunRow | null>(null);
  const [removedRow, setRemovedRow] = useState<RunRow | null>(null);
  const { data } = query;
  const may = useMay();
  const [mayRecord, mayRemove] = [may(recordOutcome), may(removeRunRow)];
  // The last payment of a run cannot be removed; the user cancels the run instead.
  const isRemovable = sumStates(run, 'reserved').count > 1;
  const columns = runRowColumns((row) => {
    if (mayRecord && RECORDABLE_STATES.includes(row.state))
      return (
        <Button variant="ghost" aria-label={recordButtonLabel(row)} onClick={() => setRecordedRow(row)}>
          {recordLabel(row)}
        </Button>
      );
    if (!(mayRemove && isRemovable && row.state === 'reserved')) return null;
    return (
      <Button
        variant="ghost"
        aria-label={t('Remove {reference} from the run', { reference: row.reference })}
        onClick={() => setRemovedRow(row)}
      >
        {t('Remove')}
      </Button>
    );
  });
  return (
    <section aria-label={t('Payments')} className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">
          {t('Payments')}{' '}
          {data && (
            <span translate="no" className="numeric text-ink-faint">
              ({formatCount(data.total)})
            </span>
          )}
        </h3>
        <div data-unprinted="" className="contents">
          <Select
            aria-label={t('Status of payments')}
            value={state ?? ''}
            options={[
              { value: '', label: t('All statuses') },
              ...RUN_ROW_STATES.map((value) => ({ value, label: t(ROW_STATE_LABELS[value].label) })),
            ]}
            onChange={(event) => {
              setPage(1);
              setState((event.target.value || null) as RunRowState | null);
            }}
          />
          <SearchField
            label={t('Reference, name or transaction ID')}
            value={searchText}
            onChange={(text) => {
              setPage(1);
              setSearchText(text);
            }}
          />
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {data && (
            <PageSteps page={page} pageCount={data.pageCount} label={t('Pages of payments')} onPage={setPage} />
          )}
          <ExportMenu
            label={t('Export payments')}
            list={{
              name: 'payment-run',
              permission: 'lists:export',
              call: (calls) => tableCall(calls.exportRunRows, { id: run.id, state, search }),
            }}
            total={data?.total}
            hasPrint={false}
          />
        </div>
      </div>
      {failure ? (
        <RetryNote {...failure} />
      ) : (
        <SmallTable
          caption={t('Payments of the run')}
          columns={columns}
          rows={data?.rows}
          keyOf={({ reference }) => reference}
          empty={t('No payments match.')}
        />
      )}
      {removedRow && <RemoveRowForm runId={run.id} row={removedRow} onClose={() => setRemovedRow(null)} />}
      {recordedRow && <OutcomeForm runId={run.id} row={recordedRow} onClose={() => setRecordedRow(null)} />}
    </section>
  );
}
