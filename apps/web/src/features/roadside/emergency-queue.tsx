import type { Emergency } from '@wayside/contract/roadside';
import type { EmergencyState } from '@wayside/contract/roadside-states';
import { CircleCheck } from 'lucide-react';
import { memo, useRef } from 'react';
import { richText } from '../../languages/rich-text.ts';
import { t } from '../../languages/text.ts';
import { formatCoordinates, notAvailable } from '../../lib/format.ts';
import { placeText } from '../../lib/place-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cn } from '../../ui/cn.ts';
import { EmptyState } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { MapLink } from '../../ui/place.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { performAction, usePendingAction } from './desk-actions.ts';
import { type DeskPerson, deskCan } from './desk-can.ts';
import { emergencyName, mechanicName, problemText, stateLabel, vehicleText } from './emergency-labels.ts';
import { RequestLine, StateClock, UnsentNote } from './emergency-state.tsx';
import { keepHeldRows, useHeldRows } from './held-rows.ts';
import type { DeskQueue } from './roadside-queries.ts';

interface EmergencyQueueProps {
  queue: DeskQueue;
  shown: EmergencyState | null;
  selectedId: string | null;
  person: DeskPerson;
  onSelect: (id: string) => void;
  onShowAll: () => void;
}

/**
 * The queue in the server's order, longest overdue first. Rows that the user is working with keep their places
 * (ROAD-01, DESK-01).
 */
export function EmergencyQueue({ queue, shown, selectedId, person, onSelect, onShowAll }: EmergencyQueueProps) {
  const list = useRef<HTMLDivElement>(null);
  const held = useHeldRows(list);
  const rows = keepHeldRows(
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
              {t('These are the first {count} of {total}.', {
                count: rows.length,
                total,
              })}
            </p>
          )}
          <ul aria-label={t('Emergencies')}>
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

/** Returns the title of an empty state filter. The queue may list fewer emergencies than are counted. */
function noneText({ counts, emergencies }: DeskQueue, state: EmergencyState): string {
  const label = stateLabel(state);
  if (counts[state] === 0) return t('No emergencies with the status “{state}”', { state: label });
  return t('{count} with the status “{state}”, not among the first {listed}', {
    count: counts[state],
    state: label,
    listed: emergencies.length,
  });
}

function NoRows({ queue, shown, onShowAll }: Pick<EmergencyQueueProps, 'queue' | 'shown' | 'onShowAll'>) {
  return (
    <Card>
      {shown === null ? (
        <EmptyState icon={<CircleCheck className="size-5" />} title={t('No unassigned emergencies')}>
          <p className="text-ink-soft">
            {t('New emergencies appear here automatically and sound until they are claimed.')}
          </p>
        </EmptyState>
      ) : (
        <EmptyState icon={<CircleCheck className="size-5" />} title={noneText(queue, shown)}>
          <Button onClick={onShowAll}>{t('Show all')}</Button>
        </EmptyState>
      )}
    </Card>
  );
}

/** Skeleton as high as the rows. */
export const QueueSkeleton = () => (
  <Card role="status" aria-label={t('Loading the emergencies')} className="overflow-hidden">
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

interface EmergencyRowProps {
  emergency: Emergency;
  person: DeskPerson;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

/** A row of the queue: clock, problem, location and owner of an emergency (ROAD-01). */
const EmergencyRow = memo(function EmergencyRow(props: EmergencyRowProps) {
  const { emergency, person, isSelected, onSelect } = props;
  const { id, state, location, place, customer, mechanic, claim, request, noteCount } = emergency;
  return (
    <li
      data-record={id}
      data-new={state === 'new' ? '' : undefined}
      data-own={claim !== null && claim.ownerId === person.id ? '' : undefined}
      className={cn(
        'relative grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 print:break-inside-avoid',
        '@min-[32rem]:grid-cols-[8.5rem_minmax(0,1fr)_auto]',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        state === 'ended' && 'text-ink-soft',
      )}
    >
      <StateClock emergency={emergency} className="row-span-2 min-h-23 self-start" />
      <p className="flex min-w-0 flex-wrap content-start items-center gap-x-2 text-base font-medium text-ink-soft">
        <span className={cn('font-semibold', state === 'new' && 'text-danger-text')}>{stateLabel(state)}</span>
        {mechanic && (
          <span translate="no" className="wrap-anywhere text-ink">
            {mechanicName(mechanic)}
          </span>
        )}
        <Owner emergency={emergency} person={person} />
        <NoteCount count={noteCount} />
      </p>
      <RowAction emergency={emergency} person={person} onSelect={onSelect} />
      <div className="grid min-w-0 grid-cols-1 content-start gap-1 col-span-full @min-[32rem]:col-span-1 @min-[32rem]:col-start-2 @min-[32rem]:row-start-2">
        <button
          type="button"
          aria-label={t('Open {emergency}', { emergency: emergencyName(emergency) })}
          aria-current={isSelected || undefined}
          onClick={() => onSelect(id)}
          className="line-clamp-2 text-left text-xl leading-7 font-semibold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring print:line-clamp-none"
        >
          {problemText(emergency)}
        </button>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-6">
          <span translate="no" className="max-w-full truncate">
            {customer?.name?.trim() || notAvailable()}
          </span>
          {customer?.phone?.trim() && (
            <span className="relative z-10 inline-flex items-center whitespace-nowrap touch:min-h-11">
              <PhoneLink phone={customer.phone} />
            </span>
          )}
          <span className="text-base text-ink-soft">{vehicleText(emergency)}</span>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
          {place !== null && (
            <span translate="no" className="font-medium text-ink wrap-anywhere">
              {placeText(place)}
            </span>
          )}
          <span className="numeric relative z-10 inline-flex items-center touch:min-h-11">
            {location ? (
              <MapLink {...location}>{formatCoordinates(location.latitude, location.longitude)}</MapLink>
            ) : (
              t('No place')
            )}
          </span>
        </p>
        {request && state !== 'ended' && <RequestLine request={request} />}
      </div>
      <div className="col-span-full empty:hidden">
        <UnsentNote id={id} />
      </div>
    </li>
  );
});

function Owner({ emergency: { claim, state }, person }: { emergency: Emergency; person: DeskPerson }) {
  if (claim === null)
    return state === 'new' ? (
      <span className="text-danger-text other-language:text-sm">{t('Unclaimed')}</span>
    ) : null;
  const isMine = claim.ownerId === person.id;
  return (
    <span className="min-w-0 wrap-anywhere">
      {isMine ? <span className="text-accent-text">{t('Yours')}</span> : <span translate="no">{claim.owner}</span>}
      {claim.offeredTo !== null && (
        <span>
          {' '}
          ·{' '}
          {claim.offeredToId === person.id
            ? t('offered to you')
            : richText('offered to {name}', { name: <span translate="no">{claim.offeredTo}</span> })}
        </span>
      )}
    </span>
  );
}

/** Button that claims an emergency or accepts an offer. It also selects the emergency, because its row moves. */
function RowAction({ emergency, person, onSelect }: Omit<EmergencyRowProps, 'isSelected'>) {
  const isSending = usePendingAction(emergency.id)?.state === 'sending';
  const isOffered = deskCan.answerOffer(emergency, person);
  const isClaimable = emergency.state === 'new' && deskCan.claim(emergency, person);
  if (!isOffered && !isClaimable) return null;
  const label = isOffered ? t('Accept') : t('Claim');
  return (
    <div
      data-unprinted=""
      className="relative z-10 col-start-2 self-end @min-[32rem]:col-start-3 @min-[32rem]:row-span-2 @min-[32rem]:row-start-1 @min-[32rem]:self-center"
    >
      <Button
        variant="primary"
        aria-label={
          isOffered
            ? t('Accept {emergency}', { emergency: emergencyName(emergency) })
            : t('Claim {emergency}', { emergency: emergencyName(emergency) })
        }
        pending={isSending}
        className="h-11 min-w-24 text-lg"
        onClick={() => {
          onSelect(emergency.id);
          void performAction(emergency.id, { kind: isOffered ? 'accept' : 'claim' });
        }}
      >
        {label}
      </Button>
    </div>
  );
}
