import { useQuery } from '@tanstack/react-query';
import type { EmergencyStep } from '@wayside/contract/roadside-requests';
import { formatDateTime } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { mechanicName, STEP_LABELS } from './emergency-labels.ts';
import { stepsQuery } from './roadside-queries.ts';

/** What happened at the marketplace and at the desk, the newest first (ROAD-03). */
export function EmergencyTimeline({ id }: { id: string }) {
  const query = useQuery(stepsQuery(id));
  const failure = useFailedLoad(query, 'Failed to load the timeline');
  const { data } = query;
  return (
    <section aria-labelledby="timeline" className="grid grid-cols-1 gap-2">
      <h3 id="timeline" className="font-semibold">
        Timeline
      </h3>
      {failure && <RetryNote {...failure} />}
      {failure === null && !data && (
        <div role="status" aria-label="Loading the timeline" className="grid gap-2">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-3/4" />
        </div>
      )}
      {data && (
        <ol aria-labelledby="timeline" className="grid grid-cols-1">
          {data.steps.toReversed().map((step, place) => (
            <Step key={String(data.steps.length - place)} step={step} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Step({ step: { kind, at, by, colleague, mechanic, reason } }: { step: EmergencyStep }) {
  const whom = colleague ?? (mechanic ? mechanicName(mechanic) : 'somebody');
  const label = (lookUp(STEP_LABELS, kind) ?? kind).replace('{}', whom);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5 first:border-t-0">
      <span className="min-w-0 wrap-anywhere">
        {label}
        {by !== null && <span className="text-ink-soft"> · {by}</span>}
        {reason && <span className="block text-ink-soft">{reason}</span>}
      </span>
      <time dateTime={at} className="numeric text-right text-sm whitespace-nowrap text-ink-soft">
        {formatDateTime(at)}
      </time>
    </li>
  );
}
