import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  downloadSettlementFile,
  type SettlementFile,
  type StateSum,
  uploadSettlementFile,
} from '@wayside/contract/settlements';
import { Allowed } from '../../lib/allowed.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { downloadTable } from '../../lib/download.ts';
import { formatColumnRupees, formatCount, formatDateTime, formatDay, formatExactRupees } from '../../lib/format.ts';
import { ledgerColumn, Timestamp } from '../../list/list-columns.tsx';
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
import { DescriptionList, DescriptionListSkeleton, Fact } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { stateBadgeOf } from './settlement-labels.ts';
import { SettlementSections } from './settlement-sections.tsx';
import { fileQuery, files, invalidateSettlements, profilesQuery } from './settlements-queries.ts';

const LABELS: ListLabels = {
  title: 'Files',
  subtitle: 'Settlement reports and bank statements',
  heading: 'All files',
  noun: { one: 'file', many: 'files' },
  empty: 'No file has been uploaded yet',
  noMatch: 'No files in this list',
  error: loadError('Error Loading Files', 'Failed to load the files'),
};

const KIND_FILTER: ListFilter<'kind'> = {
  key: 'kind',
  label: 'Kind',
  all: 'All files',
  options: [
    { value: 'gateway', label: 'Settlement reports' },
    { value: 'bank', label: 'Bank statements' },
  ],
};

function badgeOf({ matchedAt, openCount }: SettlementFile): StatusLabel {
  if (matchedAt === null) return { label: 'Matching', tone: 'info' };
  return openCount === 0
    ? { label: 'Reconciled', tone: 'success' }
    : { label: `${formatCount(openCount)} open`, tone: 'warning' };
}

const daysText = ({ firstDay, lastDay }: SettlementFile): string =>
  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;

const COLUMNS: readonly ListColumn<SettlementFile>[] = [
  {
    header: 'File',
    width: '26%',
    lines: 2,
    cell: ({ name, profileLabel }) => (
      <>
        <span translate="no" className="block truncate font-medium" data-tip={name}>
          {name}
        </span>
        <span className="block truncate text-ink-soft">{profileLabel}</span>
      </>
    ),
  },
  { header: 'Days', width: '20%', lines: 2, cell: (file) => <span className="numeric">{daysText(file)}</span> },
  { header: 'Lines', width: '9%', align: 'end', cell: ({ lineCount }) => formatCount(lineCount) },
  ledgerColumn('Total', '15%', ({ totalPaise }) => totalPaise),
  { header: 'Uploaded', width: '15%', lines: 2, cell: ({ uploadedAt }) => <Timestamp at={uploadedAt} /> },
  { header: 'State', width: '15%', cell: (file) => <StatusBadge {...badgeOf(file)} /> },
];

const card = (file: SettlementFile): ListCard => ({
  id: file.name,
  status: <StatusBadge {...badgeOf(file)} />,
  person: file.profileLabel,
  amount: formatExactRupees(file.totalPaise),
  more: <span className="numeric">{daysText(file)}</span>,
});

/** Uploads and lists settlement reports and bank statements (RECON-01). */
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
    card={card}
    idOf={(file: SettlementFile) => file.id}
    nameOf={({ name }) => `file ${name}`}
    details={(id, _, onClose) => <FileDetails id={id} onClose={onClose} />}
  />
);

function Upload({ last }: { last: string | undefined }) {
  const profiles = useQuery(profilesQuery);
  const formats = profiles.data ?? [];
  const upload = useMutation({
    mutationFn: ({ profile, file }: { profile: string; file: File }) =>
      whileLoading('Uploading...', call(uploadSettlementFile, { body: { profile, name: file.name, file } })),
    onSuccess: ({ record, message }) =>
      toast({
        tone: message === null ? 'success' : 'info',
        title: message ?? `${record.name}: ${formatCount(record.lineCount)} lines`,
        about: record.id,
      }),
    onSettled: () => void invalidateSettlements(),
  });
  return (
    <div className="grid gap-3">
      <FileDrop
        label="Upload a report or statement"
        inputLabel="Settlement report or bank statement"
        hint="Drop a settlement report or bank statement here, or choose it."
        accept=".csv,.txt,.xlsx,.sta,.940,.xml"
        formats={formats}
        preset={formats.find(({ name }) => name === last)?.name ?? formats[0]?.name}
        isPending={upload.isPending}
        onFile={(profile, file) => upload.mutate({ profile, file })}
      />
      {upload.isError && (
        <FailureText>
          {failureText(upload.error, 'The file could not be uploaded. Nothing was changed.')}
        </FailureText>
      )}
    </div>
  );
}

const sumColumns = (id: string): readonly SmallColumn<StateSum>[] => [
  {
    header: 'State',
    cell: ({ state }) => (
      <Link to="/reconciliation/exceptions" search={{ show: 'any', state, file: id }} className="link">
        {stateBadgeOf(state).label}
      </Link>
    ),
  },
  { header: 'Lines', align: 'end', cell: ({ count }) => formatCount(count) },
  { header: 'Amount', align: 'end', isMain: true, cell: ({ amountPaise }) => formatColumnRupees(amountPaise) },
];

/** A file with its sums by state, which are its total (RECON-02). */
function FileDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(fileQuery(id));
  const file = query.data;
  const download = useMutation({
    mutationFn: (name: string) =>
      whileLoading('Downloading...', downloadTable(downloadSettlementFile, { params: { id }, fileName: name })),
    onSuccess: ({ name }) => toast({ tone: 'success', title: `${name} downloaded`, about: id }),
  });
  return (
    <RecordDialog
      title={file ? file.name : 'File'}
      titleExtra={file && <StatusBadge {...badgeOf(file)} />}
      size="lg"
      record={file}
      query={query}
      error={{ title: 'Error Loading File', message: 'Failed to load the file' }}
      missing="There is no file with this ID."
      skeleton={<DescriptionListSkeleton label="Loading the file" columns={[[5]]} />}
      onClose={onClose}
      footer={
        file && (
          <Allowed to={downloadSettlementFile}>
            <Button pending={download.isPending} onClick={() => download.mutate(file.name)}>
              Download
            </Button>
          </Allowed>
        )
      }
    >
      {file && (
        <div className="grid grid-cols-1 gap-6">
          {download.error && (
            <FailureText>{failureText(download.error, 'The file could not be downloaded.')}</FailureText>
          )}
          <SmallTable
            caption="Lines by state"
            columns={sumColumns(id)}
            rows={file.sums}
            keyOf={({ state }) => state}
            empty="The file has no lines."
          />
          <DescriptionList
            title="File"
            note={
              <TechnicalDetails>
                <Fact label="SHA-256">
                  <CopyableId id={file.hash} shown={`${file.hash.slice(0, 12)}…`} />
                </Fact>
              </TechnicalDetails>
            }
          >
            <Fact label="Total" align="end">
              <span className="text-lg font-semibold">{formatExactRupees(file.totalPaise)}</span>
            </Fact>
            <Fact label="Lines" align="end">
              {formatCount(file.lineCount)}
            </Fact>
            <Fact label="Days">{daysText(file)}</Fact>
            <Fact label="Uploaded">
              {formatDateTime(file.uploadedAt)} by {file.uploadedBy}
            </Fact>
          </DescriptionList>
        </div>
      )}
    </RecordDialog>
  );
}
