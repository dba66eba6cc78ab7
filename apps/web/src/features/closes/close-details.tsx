import { useQuery } from '@tanstack/react-query';
import { type DayClose, exportCloses, reopenDays } from '@wayside/contract/closes';
import { useState } from 'react';
import { t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { failureText, isCancelled } from '../../lib/api-error.ts';
import { formatDateTime, formatDay } from '../../lib/format.ts';
import { RecordDialog } from '../../list/record-dialog.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionItem, DescriptionList, DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TechnicalDetails } from '../../ui/technical-details.tsx';
import { BookTables, Differences, entriesText, unreconciledText } from './book-tables.tsx';
import { closeQuery, useCloseExport } from './closes-queries.ts';
import { STATE_BADGES } from './month-calendar.tsx';

const ReopenForm = lazyPart(() => import('./close-dialog.tsx'), 'ReopenForm');

/** The books of a closed day, and its history (CLOS-01). */
export function CloseDetails({ day, onClose }: { day: string; onClose: () => void }) {
  const query = useQuery(closeQuery(day));
  const close = query.data?.record;
  const exporting = useCloseExport();
  const [isReopening, setReopening] = useState(false);
  return (
    <>
      <RecordDialog
        title={t('Books of {day}', { day: formatDay(day) })}
        titleExtra={close && <StatusBadge {...STATE_BADGES.closed} />}
        size="lg"
        record={close}
        query={query}
        error={{ title: t('Error Loading Close'), message: t('Failed to load the close') }}
        missing={t('{day} is not closed.', { day: formatDay(day) })}
        skeleton={<DescriptionListSkeleton label={t('Loading the close')} columns={[[4, 4]]} />}
        onClose={onClose}
        footer={
          close && (
            <>
              <Allowed to={reopenDays}>
                <Button onClick={() => setReopening(true)}>{t('Reopen')}</Button>
              </Allowed>
              <Allowed to={exportCloses}>
                <Button
                  variant="primary"
                  pending={exporting.isPending}
                  onClick={() => exporting.mutate({ from: day, to: day })}
                >
                  {t('Export')}
                </Button>
              </Allowed>
            </>
          )
        }
      >
        {close && (
          <div className="grid grid-cols-1 gap-6">
            {exporting.error && !isCancelled(exporting.error) && (
              <FailureText>
                {failureText(exporting.error, t('Nothing was exported. Please try again.'))}
              </FailureText>
            )}
            <BookTables books={close.books} />
            <Differences differences={close.differences} />
            <CloseDescription close={close} />
            <Steps steps={query.data?.history ?? []} />
          </div>
        )}
      </RecordDialog>
      {isReopening && <ReopenForm day={day} onSent={onClose} onClose={() => setReopening(false)} />}
    </>
  );
}

/** Returns when and by whom a day was closed: "5 Nov 2026, 9:05 am by asha@…" */
function closedText(at: string, name: string | null): string {
  const date = formatDateTime(at);
  return name === null ? t('{date} by a command', { date }) : t('{date} by {name}', { date, name });
}

function CloseDescription({ close }: { close: DayClose }) {
  return (
    <DescriptionList
      title={t('Close | of a day')}
      note={
        <TechnicalDetails>
          <DescriptionItem label={t('Position in the chain')}>{close.number}</DescriptionItem>
          <DescriptionItem label={t('SHA-256')}>
            <CopyableId id={close.hash} shown={`${close.hash.slice(0, 12)}…`} />
          </DescriptionItem>
          <DescriptionItem label={t('Signed by the key')}>
            <CopyableId id={close.keyFingerprint} shown={`${close.keyFingerprint.slice(0, 12)}…`} />
          </DescriptionItem>
        </TechnicalDetails>
      }
    >
      <DescriptionItem label={t('Entries')}>{entriesText(close)}</DescriptionItem>
      {close.unreconciled && <DescriptionItem label={t('Settlements')}>{unreconciledText(close)}</DescriptionItem>}
      <DescriptionItem label={t('Closed')}>{closedText(close.closedAt, close.closedBy)}</DescriptionItem>
    </DescriptionList>
  );
}

interface Step {
  readonly number: number;
  readonly isReopening: boolean;
  readonly at: string;
  readonly by: string | null;
  readonly reason: string | null;
}

/** The times when the day was closed and reopened, if it was closed more than once. */
function Steps({ steps }: { steps: readonly Step[] }) {
  if (steps.length < 2) return null;
  return (
    <DescriptionList title={t('History')}>
      {steps.map(({ number, isReopening, at, by, reason }) => (
        <DescriptionItem key={number} label={isReopening ? t('Reopened') : t('Closed')}>
          {closedText(at, by)}
          {reason && <span className="block text-ink-soft">{reason}</span>}
        </DescriptionItem>
      ))}
    </DescriptionList>
  );
}
