import { useQuery } from '@tanstack/react-query';
import type { Activity } from '@wayside/contract/activity';
import { failureText } from '../../lib/api-error.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActivityDescription } from './activity-description.tsx';
import { activityRowQuery } from './activity-queries.ts';

export interface ActivityDetailsProps {
  id: string;
  /** The row, when the page in the list holds it; else it is asked for. */
  row: Activity | undefined;
  onClose: () => void;
}

/** The dialog of one row of the activity log. */
export function ActivityDetails({ id, row, onClose }: ActivityDetailsProps) {
  const query = useQuery({ ...activityRowQuery(id), enabled: row === undefined });
  const { failure, isRetrying, retry } = useRetry(query);
  const entry = row ?? query.data;
  return (
    <Dialog title={`Activity #${id}`} isText onClose={onClose}>
      {entry && <ActivityDescription entry={entry} />}
      {!entry && query.isPending && failure === null && <DescriptionListSkeleton />}
      {failure !== null && !entry && (
        <ErrorCard
          title="Error Loading Activity"
          message={failureText(failure, 'Failed to load activity. Please try again.')}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      )}
      {entry === null && <p className="py-16 text-center text-ink-soft">There is no activity with this number.</p>}
    </Dialog>
  );
}

/** DescriptionList in each group of ActivityDescription, for a deed with one change. */
const GROUPS = [5, 1, 2];

function DescriptionListSkeleton() {
  return (
    <div role="status" aria-label="Loading the activity" className="grid gap-6">
      {GROUPS.map((lines) => (
        <div key={lines} className="grid gap-1">
          <div className="flex min-h-6 items-center pb-1">
            <Skeleton className="h-4 w-1/4" />
          </div>
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <div key={line} className="flex h-8 items-center justify-between border-t border-line">
              <Skeleton className="h-3 w-1/5" />
              <Skeleton className="h-3 w-2/5" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
