import { useQuery } from '@tanstack/react-query';
import type { Activity } from '@wayside/contract/activity';
import { failureText } from '../../lib/api-error.ts';
import { capitalised, formatDateTime, orNotAvailable } from '../../lib/format.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { entityNoun, readChanges } from '../../people/activity-labels.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { DescriptionList, Fact, LongFact } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { ActivitySentence, Actor } from './activity-parts.tsx';
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

const SHOWN_OF_HASH = 16;

function Hash({ hash }: { hash: string }) {
  return <CopyableId id={hash} shown={hash.slice(0, SHOWN_OF_HASH)} />;
}

/** The whole of a row of the activity log. */
function ActivityDescription({ entry }: { entry: Activity }) {
  const place = Number(entry.id);
  const { kept, bare } = readChanges(entry.changes);
  return (
    <div className="grid grid-cols-1 gap-6">
      <DescriptionList title="Summary">
        <Fact label="What">
          <ActivitySentence entry={entry} />
        </Fact>
        <Fact label="When">{formatDateTime(entry.at)}</Fact>
        <Fact label="Who">
          <Actor entry={entry} />
        </Fact>
        <Fact label="From">
          <span className="numeric">{orNotAvailable(entry.address)}</span>
        </Fact>
        {entry.entityId && (
          <Fact label={`${capitalised(entityNoun(entry.entity))} ID`}>
            <CopyableId id={entry.entityId} shown={entry.entityId} />
          </Fact>
        )}
        {entry.note && <LongFact label="Remarks">{entry.note}</LongFact>}
      </DescriptionList>
      {entry.changes.length > 0 && (
        <DescriptionList title="Changes">
          {kept.map(({ label, text }) => (
            <Fact key={label} label={label} align="end">
              {text}
            </Fact>
          ))}
          {bare && <LongFact label="The log does not keep the values of">{bare}</LongFact>}
        </DescriptionList>
      )}
      <DescriptionList title="Place in the Chain">
        <Fact label={`Row ${place}`}>
          <Hash hash={entry.hash} />
        </Fact>
        <Fact label={place > 1 ? `Continues row ${place - 1}` : 'Begins the chain'}>
          <Hash hash={entry.previousHash} />
        </Fact>
      </DescriptionList>
    </div>
  );
}
