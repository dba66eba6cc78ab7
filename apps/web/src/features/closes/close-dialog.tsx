import { useQuery } from '@tanstack/react-query';
import { type ClosePreview, closeDays, reopenDays } from '@wayside/contract/closes';
import { useState } from 'react';
import { DateField } from '../../form/date-field.tsx';
import { DialogForm } from '../../form/dialog-form.tsx';
import { ReasonForm } from '../../form/reason-form.tsx';
import { plural, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/format.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { BookTables, Differences, entriesText, UnreconciledNote } from './book-tables.tsx';
import { invalidateCloses, previewQuery } from './closes-queries.ts';

interface CloseDialogProps {
  day: string;
  /** Whether no day has been closed yet: the user chooses where the books begin. */
  isFirst: boolean;
  onClose: () => void;
}

/** Closes all open days up to and including a day, after a preview (CLOS-01). */
export function CloseDialog({ day, isFirst, onClose }: CloseDialogProps) {
  const [firstDay, setFirstDay] = useState<string | null>(`${day.slice(0, 7)}-01`);
  const [isDayValid, setIsDayValid] = useState(true);
  const isWhole = !isFirst || (isDayValid && firstDay !== null);
  const days = { day, firstDay: isFirst && isWhole ? firstDay : null };
  const query = useQuery({ ...previewQuery(days), enabled: isWhole });
  const preview = query.data;
  const failure = query.isError ? failureText(query.error, t('Failed to load the preview of the close')) : null;
  return (
    <DialogForm
      title={titleText(preview ?? { firstDay: day, day })}
      description={t('A closed day accepts no new entries. Later entries are posted to the next open day.')}
      size="lg"
      defaultValues={{}}
      submitLabel={plural(preview?.dayCount ?? 1, 'Close the day', 'Close {count} days')}
      pendingLabel={t('Closing...')}
      isAllowed={isWhole && preview !== undefined && failure === null && !query.isPlaceholderData}
      save={() => call(closeDays, { body: days })}
      done={({ message }) => message}
      describeFailure={(error) => {
        void invalidateCloses();
        void query.refetch();
        return { message: failureText(error, t('Nothing was closed. Please try again.')) };
      }}
      onSaved={() => {
        onClose();
        void invalidateCloses();
      }}
      onClose={onClose}
    >
      {() => (
        <div className="grid gap-5">
          {isFirst && (
            <DateField
              label={t('First day')}
              hint={t('Everything before this day becomes the opening balance.')}
              max={day}
              day={firstDay}
              onDay={setFirstDay}
              onValidity={setIsDayValid}
            />
          )}
          {failure !== null && (
            <RetryNote message={failure} pending={query.isFetching} onRetry={() => void query.refetch()} />
          )}
          {failure === null && preview === undefined && (
            <div role="status" aria-label={t('Loading the preview of the close')} className="grid gap-3">
              <Skeleton className="h-5 w-1/2" />
              <Skeleton className="h-56 w-full" />
            </div>
          )}
          {failure === null && preview && (
            <div className={query.isPlaceholderData ? 'grid gap-5 opacity-60' : 'grid gap-5'}>
              <p className="text-ink-soft">{entriesText(preview)}</p>
              <UnreconciledNote unreconciled={preview.unreconciled} />
              <BookTables books={preview.books} />
              <Differences differences={preview.differences} />
            </div>
          )}
        </div>
      )}
    </DialogForm>
  );
}

const titleText = ({ firstDay, day }: Pick<ClosePreview, 'firstDay' | 'day'>): string =>
  firstDay === day
    ? t('Close {day}?', { day: formatDay(day) })
    : t('Close {from} to {to}?', { from: formatDay(firstDay), to: formatDay(day) });

/** Reopens a closed day and the closed days after it, with a reason (CLOS-01). */
export function ReopenForm({ day, onSent, onClose }: { day: string; onSent: () => void; onClose: () => void }) {
  return (
    <ReasonForm
      title={t('Reopen {day}?', { day: formatDay(day) })}
      description={t(
        'Later closed days are reopened, too. Their closes stay in the chain; the reopening is added as the next link.',
      )}
      submitLabel={t('Reopen')}
      pendingLabel={t('Reopening...')}
      send={(reason) => call(reopenDays, { params: { day }, body: { reason } })}
      done={({ message }) => message}
      failed={t('Nothing was reopened. Please try again.')}
      reload={invalidateCloses}
      onSent={onSent}
      onClose={onClose}
    />
  );
}
