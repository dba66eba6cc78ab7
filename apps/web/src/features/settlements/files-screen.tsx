import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { SentenceCode } from '@wayside/contract/sentences';
import {
  downloadSettlementFile,
  readSettlementFileAgain,
  type SettlementFile,
  type StateSum,
  uploadSettlementFile,
} from '@wayside/contract/settlements';
import { useState } from 'react';
import { msg, plural, t, verbatim } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { downloadTable } from '../../lib/download.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { formatColumnRupees, formatCount, formatDateTime, formatDay, formatExactRupees } from '../../lib/format.ts';
import { exactMoneyColumn, Timestamp } from '../../list/list-columns.tsx';
import {
  type ListCard,
  type ListColumn,
  type ListFilter,
  type ListLabels,
  loadError,
} from '../../list/list-definition.ts';
import { ListScreen } from '../../list/list-screen.tsx';
import { settlementFilesUrl } from '../../list/list-urls.ts';
import { RecordDialog } from '../../list/record-dialog.tsx';
import { StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem, DescriptionList, DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { stateBadgeOf } from './settlement-labels.ts';
import { SettlementSections } from './settlement-sections.tsx';
import {
  fileQuery,
  files,
  invalidateSettlements,
  profilesOfFileQuery,
  profilesQuery,
} from './settlements-queries.ts';

const ReadAgainForm = lazyPart(() => import('./read-again-form.tsx'), 'ReadAgainForm');

const LABELS: ListLabels = {
  title: msg('Files'),
  subtitle: msg('Settlement reports and bank statements'),
  heading: msg('All files'),
  noun: { one: msg('file'), many: msg('files') },
  empty: msg('No files uploaded yet'),
  noMatch: msg('No files in this list'),
  error: loadError(msg('Error Loading Files'), msg('Failed to load the files')),
};

const KIND_FILTER: ListFilter<'kind'> = {
  key: 'kind',
  label: msg('Kind'),
  all: msg('All files'),
  options: [
    { value: 'gateway', label: msg('Settlement reports') },
    { value: 'bank', label: msg('Bank statements') },
  ],
};

function badgeOf({ matchedAt, openCount }: SettlementFile): StatusLabel {
  if (matchedAt === null) return { label: msg('Matching'), tone: 'info' };
  return openCount === 0
    ? { label: msg('Reconciled'), tone: 'success' }
    : { label: verbatim(t('{count} open', { count: openCount })), tone: 'warning' };
}

const daysText = ({ firstDay, lastDay }: SettlementFile): string =>
  firstDay === lastDay
    ? formatDay(firstDay)
    : t('{from} to {to}', { from: formatDay(firstDay), to: formatDay(lastDay) });

const COLUMNS: readonly ListColumn<SettlementFile>[] = [
  {
    header: msg('File'),
    width: '26%',
    lines: 2,
    cell: ({ name, profileLabel }) => (
      <>
        <span translate="no" className="block truncate font-medium" data-tip={name}>
          {name}
        </span>
        <span className="block truncate text-ink-soft">{fileFormat(profileLabel)}</span>
      </>
    ),
  },
  {
    header: msg('Days'),
    width: '20%',
    lines: 2,
    cell: (file) => <span className="numeric">{daysText(file)}</span>,
  },
  { header: msg('Lines'), width: '9%', align: 'end', cell: ({ lineCount }) => formatCount(lineCount) },
  exactMoneyColumn(msg('Total'), '15%', ({ totalPaise }) => totalPaise),
  { header: msg('Uploaded'), width: '15%', lines: 2, cell: ({ uploadedAt }) => <Timestamp at={uploadedAt} /> },
  { header: msg('State'), width: '15%', cell: (file) => <StatusBadge {...badgeOf(file)} /> },
];

const fileCard = (file: SettlementFile): ListCard => ({
  id: file.name,
  status: <StatusBadge {...badgeOf(file)} />,
  person: fileFormat(file.profileLabel),
  amount: formatExactRupees(file.totalPaise),
  more: <span className="numeric">{daysText(file)}</span>,
});

/** Settlement reports and bank statements, with their upload (RECON-01). */
export const FilesScreen = () => (
  <ListScreen
    url={settlementFilesUrl}
    query={files.query}
    counted={files.counted}
    labels={LABELS}
    sections={<SettlementSections />}
    summary={(page) => (
      <Allowed to={uploadSettlementFile}>
        <Upload last={page?.rows[0]?.profile} />
      </Allowed>
    )}
    filters={[KIND_FILTER]}
    columns={COLUMNS}
    card={fileCard}
    idOf={(file: SettlementFile) => file.id}
    nameOf={({ name }) => t('file {name}', { name })}
    details={(id, _, onClose) => <FileDetails id={id} onClose={onClose} />}
  />
);

/** Returns the format that the server detected instead of the chosen one; null for other errors. */
const formatFound = (error: unknown): string | null =>
  error instanceof ApiError && error.code === ('file_of_another_format' satisfies SentenceCode)
    ? String(error.params?.['found'] ?? '')
    : null;

function Upload({ last }: { last: string | undefined }) {
  const profiles = useQuery(profilesQuery);
  const formats = profiles.data ?? [];
  const navigate = useNavigate();
  const upload = useMutation({
    mutationFn: ({ profile, file }: { profile: string; file: File }) =>
      whileLoading(t('Uploading...'), call(uploadSettlementFile, { body: { profile, name: file.name, file } })),
    onSuccess: ({ record, message }) =>
      toast({
        tone: message === null ? 'success' : 'info',
        title:
          message ??
          plural(record.lineCount, '{file}: {count} line', '{file}: {count} lines', { file: record.name }),
        key: record.id,
        action: {
          label: t('Show lines'),
          onClick: () =>
            void navigate({ to: '/reconciliation/exceptions', search: { show: 'any', file: record.id } }),
        },
      }),
    onSettled: () => void invalidateSettlements(),
  });
  const fitting = formats.find(({ label }) => label === formatFound(upload.error));
  const file = upload.variables?.file;
  return (
    <div className="grid gap-3">
      <FileDrop
        label={t('Upload a report or statement')}
        inputLabel={t('Settlement report or bank statement')}
        hint={t('Drop a settlement report or bank statement here, or choose it.')}
        accept=".csv,.txt,.xlsx,.sta,.940,.xml"
        formats={formats.map(({ name, label }) => ({ name, label: fileFormat(label) }))}
        preset={formats.find(({ name }) => name === last)?.name ?? formats[0]?.name}
        isPending={upload.isPending}
        onFile={(profile, file) => upload.mutate({ profile, file })}
      />
      {upload.isError && (
        <FailureText>
          {failureText(upload.error, t('The file could not be uploaded. Nothing was changed.'))}
        </FailureText>
      )}
      {fitting && file && (
        <Button className="justify-self-start" onClick={() => upload.mutate({ profile: fitting.name, file })}>
          {t('Upload {file} as {format}', { file: file.name, format: fileFormat(fitting.label) })}
        </Button>
      )}
    </div>
  );
}

const sumColumns = (id: string): readonly SmallColumn<StateSum>[] => [
  {
    header: msg('State'),
    cell: ({ state }) => (
      <Link to="/reconciliation/exceptions" search={{ show: 'any', state, file: id }} className="link">
        {t(stateBadgeOf(state).label)}
      </Link>
    ),
  },
  { header: msg('Lines'), align: 'end', cell: ({ count }) => formatCount(count) },
  { header: msg('Amount'), align: 'end', isMain: true, cell: ({ amountPaise }) => formatColumnRupees(amountPaise) },
];

/** A file with its total, split by state (RECON-02). */
function FileDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(fileQuery(id));
  const file = query.data;
  const [isReadingAgain, setReadingAgain] = useState(false);
  const profiles = useQuery({ ...profilesOfFileQuery(id), enabled: isReadingAgain });
  const download = useMutation({
    mutationFn: (name: string) =>
      whileLoading(t('Downloading...'), downloadTable(downloadSettlementFile, { params: { id }, fileName: name })),
    onSuccess: ({ name }) => toast({ tone: 'success', title: t('{file} downloaded', { file: name }), key: id }),
  });
  return (
    <>
      <RecordDialog
        title={file ? file.name : t('File')}
        titleExtra={file && <StatusBadge {...badgeOf(file)} />}
        size="lg"
        record={file}
        query={query}
        error={{ title: t('Error Loading File'), message: t('Failed to load the file') }}
        missing={t('There is no file with this ID.')}
        skeleton={<DescriptionListSkeleton label={t('Loading the file')} columns={[[5]]} />}
        onClose={onClose}
        footer={
          file && (
            <>
              <Allowed to={readSettlementFileAgain}>
                <Button
                  disabled={file.matchedAt === null}
                  pending={profiles.isLoading}
                  onClick={() => setReadingAgain(true)}
                >
                  {t('Read again as…')}
                </Button>
              </Allowed>
              <Allowed to={downloadSettlementFile}>
                <Button pending={download.isPending} onClick={() => download.mutate(file.name)}>
                  {t('Download')}
                </Button>
              </Allowed>
            </>
          )
        }
      >
        {file && (
          <div className="grid grid-cols-1 gap-6">
            {profiles.error && (
              <FailureText>{failureText(profiles.error, t('The formats could not be loaded.'))}</FailureText>
            )}
            {download.error && (
              <FailureText>{failureText(download.error, t('The file could not be downloaded.'))}</FailureText>
            )}
            <SmallTable
              caption={t('Lines by state')}
              columns={sumColumns(id)}
              rows={file.sums}
              keyOf={({ state }) => state}
              empty={t('The file has no lines.')}
            />
            <DescriptionList
              title={t('File')}
              note={
                <TechnicalDetails>
                  <DescriptionItem label={t('SHA-256')}>
                    <CopyableId id={file.hash} shown={`${file.hash.slice(0, 12)}…`} />
                  </DescriptionItem>
                </TechnicalDetails>
              }
            >
              <DescriptionItem label={t('Total')} align="end">
                <span className="text-lg font-semibold">{formatExactRupees(file.totalPaise)}</span>
              </DescriptionItem>
              <DescriptionItem label={t('Lines')} align="end">
                {formatCount(file.lineCount)}
              </DescriptionItem>
              <DescriptionItem label={t('Format')}>{fileFormat(file.profileLabel)}</DescriptionItem>
              <DescriptionItem label={t('Days')}>{daysText(file)}</DescriptionItem>
              <DescriptionItem label={t('Uploaded')}>
                {t('{date} by {person}', { date: formatDateTime(file.uploadedAt), person: file.uploadedBy })}
              </DescriptionItem>
            </DescriptionList>
          </div>
        )}
      </RecordDialog>
      {file && isReadingAgain && profiles.data && (
        <ReadAgainForm file={file} profiles={profiles.data} onClose={() => setReadingAgain(false)} />
      )}
    </>
  );
}
