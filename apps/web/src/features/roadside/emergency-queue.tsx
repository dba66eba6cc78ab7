import type { EmergencyState } from '@wayside/contract/roadside-states';
import { CircleCheck } from 'lucide-react';
import { useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import type { DeskPerson } from './desk-can.ts';
import { stateLabel } from './emergency-labels.ts';
import { EmergencyRow } from './emergency-row.tsx';
import { keepPlaces, useHeldRows } from './held-rows.ts';
import type { DeskQueue } from './roadside-queries.ts';

interface EmergencyQueueProps {
  queue: DeskQueue;
  shown: EmergencyState | null;
  selectedId: string | null;
  person: DeskPerson;
  onSelect: (id: string) => void;
  onShowAll: () => void;
}

/** The queue of the desk, in the order of the server: the longest over its target first; rows in use stay (ROAD-01, DESK-01). */
export function EmergencyQueue({ queue, shown, selectedId, person, onSelect, onShowAll }: EmergencyQueueProps) {
  const list = useRef<HTMLDivElement>(null);
  const held = useHeldRows(list);
  const rows = keepPlaces(
    queue.emergencies.filter(({ id, state }) => shown === null || state === shown || held.at(-1) === id),
    held,
  );
  const total = shown === null ? sumOf(queue.counts) : queue.counts[shown];
  return (
    <div ref={list} className="min-w-0">
      {rows.length === 0 ? (
        <NoRows queue={queue} shown={shown} onShowAll={onShowAll} />
      ) : (
        <Card className="@container overflow-hidden">
          {total > rows.length && (
            <p className="border-b border-line bg-warning-soft px-4 py-2 text-warning-text">
              These are the first {formatCount(rows.length)} of {formatCount(total)}.
            </p>
          )}
          <ul aria-label="Emergencies">
            {rows.map((emergency) => (
              <EmergencyRow
                key={emergency.id}
                emergency={emergency}
                person={person}
                isSelected={emergency.id === selectedId}
                onSelect={onSelect}
              />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

const sumOf = (counts: DeskQueue['counts']): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The title where no row is in a state; more are counted than the queue lists. */
function noneText({ counts, emergencies }: DeskQueue, state: EmergencyState): string {
  const label = stateLabel(state);
  if (counts[state] === 0) return `No emergencies with the status “${label}”`;
  return `${formatCount(counts[state])} with the status “${label}”, not among the first ${formatCount(emergencies.length)}`;
}

function NoRows({ queue, shown, onShowAll }: Pick<EmergencyQueueProps, 'queue' | 'shown' | 'onShowAll'>) {
  return (
    <Card>
      {shown === null ? (
        <EmptyState icon={<CircleCheck className="size-5" />} title="No emergency waits">
          <p className="text-ink-soft">A new one appears here automatically and sounds until somebody claims it.</p>
        </EmptyState>
      ) : (
        <EmptyState icon={<CircleCheck className="size-5" />} title={noneText(queue, shown)}>
          <Button onClick={onShowAll}>Show all</Button>
        </EmptyState>
      )}
    </Card>
  );
}

/** As high as the rows that follow. */
export const QueueSkeleton = () => (
  <Card role="status" aria-label="Loading the emergencies" className="overflow-hidden">
    {Array.from({ length: 5 }, (_, place) => (
      <div
        key={String(place)}
        className="grid grid-cols-[9rem_minmax(0,1fr)] gap-4 border-b border-line px-4 py-3 last:border-b-0"
      >
        <Skeleton className="h-23" />
        <div className="grid content-start gap-2.5 py-1">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
    ))}
  </Card>
);
