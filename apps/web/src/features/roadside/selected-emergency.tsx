import { useQuery } from '@tanstack/react-query';
import type { Emergency } from '@wayside/contract/roadside';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import type { DeskPerson } from './desk-can.ts';
import { EmergencyDetails } from './emergency-details.tsx';
import { type DeskQueue, emergencyQuery, refreshQueue } from './roadside-queries.ts';

/** Under this the details are a sheet over the queue. */
const NARROW = '(max-width: 1023.98px)';

export interface SelectedEmergencyProps {
  id: string;
  queue: DeskQueue;
  person: DeskPerson;
  onClose: () => void;
}

/** The selected emergency beside the queue, also one that has left it; a sheet where there is no room (ROAD-01). */
export function SelectedEmergency({ id, queue, person, onClose }: SelectedEmergencyProps) {
  const listed = queue.emergencies.find((each) => each.id === id);
  const query = useQuery({ ...emergencyQuery(id), enabled: listed === undefined });
  const failure = useFailedLoad(query, 'Failed to load the emergency');
  const isSheet = useMediaQuery(NARROW);
  const emergency = listed ?? query.data;
  const title = titleOf(emergency);
  const content = (
    <>
      {emergency && (
        <EmergencyDetails
          key={id}
          emergency={emergency}
          person={person}
          desks={queue.desks}
          onChanged={() => void refreshQueue()}
        />
      )}
      {emergency === null && <p className="py-16 text-center text-ink-soft">There is no emergency with this id.</p>}
      {emergency === undefined && failure === null && (
        <div role="status" aria-label="Loading the emergency" className="grid gap-3">
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-20" />
          <Skeleton className="h-9 w-1/2" />
        </div>
      )}
      {emergency === undefined && failure && <RetryNote {...failure} />}
    </>
  );
  if (isSheet)
    return (
      <Dialog title={title} size="lg" isText onClose={onClose}>
        <div data-desk-sheet="">{content}</div>
      </Dialog>
    );
  return (
    <Card
      role="region"
      aria-label={title}
      tabIndex={0}
      className="sticky top-[calc(var(--header-height)+1rem)] max-h-[calc(100dvh-var(--header-height)-2rem)] overflow-y-auto px-5 py-4 print:static print:max-h-none"
    >
      {content}
    </Card>
  );
}

const titleOf = (emergency: Emergency | null | undefined): string =>
  emergency?.customer?.name?.trim() ? `Emergency of ${emergency.customer.name.trim()}` : 'Emergency';
