import type { Emergency } from '@wayside/contract/roadside';
import { memo } from 'react';
import { formatCoordinates, NOT_AVAILABLE } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { MapLink } from '../../ui/map-link.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { NoteCount } from '../notes/note-count.tsx';
import { type DeskPerson, deskCan } from './desk-can.ts';
import { emergencyName, mechanicName, problemText, stateLabel, vehicleText } from './emergency-labels.ts';
import { press, usePressed } from './pressed-actions.ts';
import { RequestLine } from './request-line.tsx';
import { StateClock } from './running-clock.tsx';
import { UnsentNote } from './unsent-note.tsx';

export interface EmergencyRowProps {
  emergency: Emergency;
  person: DeskPerson;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

/** An emergency of the queue: its clock, what and where it is, whose it is (ROAD-01). Drawn again only when it changes. */
export const EmergencyRow = memo(function EmergencyRow(props: EmergencyRowProps) {
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
          aria-label={`Open ${emergencyName(emergency)}`}
          aria-current={isSelected || undefined}
          onClick={() => onSelect(id)}
          className="line-clamp-2 text-left text-xl leading-7 font-semibold wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring print:line-clamp-none"
        >
          {problemText(emergency)}
        </button>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg leading-6">
          <span translate="no" className="max-w-full truncate">
            {customer?.name?.trim() || NOT_AVAILABLE}
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
              {place}
            </span>
          )}
          <span className="numeric relative z-10 inline-flex items-center touch:min-h-11">
            {location ? (
              <MapLink {...location}>{formatCoordinates(location.latitude, location.longitude)}</MapLink>
            ) : (
              'No place'
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

/** Who has it, and whom it is offered to. */
function Owner({ emergency: { claim, state }, person }: { emergency: Emergency; person: DeskPerson }) {
  if (claim === null) return state === 'new' ? <span className="text-danger-text">Unclaimed</span> : null;
  const isMine = claim.ownerId === person.id;
  return (
    <span className="min-w-0 wrap-anywhere">
      {isMine ? <span className="text-accent-text">Yours</span> : <span translate="no">{claim.owner}</span>}
      {claim.offeredTo !== null && (
        <span>
          {' '}
          · offered to {claim.offeredToId === person.id ? 'you' : <span translate="no">{claim.offeredTo}</span>}
        </span>
      )}
    </span>
  );
}

/** The one thing to do from the queue: claim it, or take over what is offered. It opens, because its row moves to its new place. */
function RowAction({ emergency, person, onSelect }: Omit<EmergencyRowProps, 'isSelected'>) {
  const isSending = usePressed(emergency.id)?.state === 'sending';
  const isOffered = deskCan.answerOffer(emergency, person);
  const isClaimable = emergency.state === 'new' && deskCan.claim(emergency, person);
  if (!isOffered && !isClaimable) return null;
  const label = isOffered ? 'Accept' : 'Claim';
  return (
    <div
      data-unprinted=""
      className="relative z-10 col-start-2 self-end @min-[32rem]:col-start-3 @min-[32rem]:row-span-2 @min-[32rem]:row-start-1 @min-[32rem]:self-center"
    >
      <Button
        variant="primary"
        aria-label={`${label} ${emergencyName(emergency)}`}
        pending={isSending}
        className="h-11 min-w-24 text-lg"
        onClick={() => {
          onSelect(emergency.id);
          void press(emergency.id, { kind: isOffered ? 'accept' : 'claim' });
        }}
      >
        {label}
      </Button>
    </div>
  );
}
