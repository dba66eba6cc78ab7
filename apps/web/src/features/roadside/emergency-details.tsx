import type { Emergency, RoadsideDesk } from '@wayside/contract/roadside';
import { formatCoordinates, formatDateTime, NOT_AVAILABLE } from '../../lib/format.ts';
import { BookingId } from '../../list/record-links.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { MapLink } from '../../ui/map-link.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { type DeskPerson, deskCan, requestDueAt } from './desk-can.ts';
import { EmergencyActions } from './emergency-actions.tsx';
import { mechanicName, problemText, stateLabel, vehicleText } from './emergency-labels.ts';
import { EmergencyTimeline } from './emergency-timeline.tsx';
import { NearMechanics } from './near-mechanics.tsx';
import { RequestLine } from './request-line.tsx';
import { StateClock } from './running-clock.tsx';
import { serverNow, useIsPast } from './server-clock.ts';
import { UnsentNote } from './unsent-note.tsx';

export interface EmergencyDetailsProps {
  emergency: Emergency;
  person: DeskPerson;
  desks: readonly RoadsideDesk[];
  onChanged: () => void;
}

/** Everything about the selected emergency: what to do, who can go, the notes and the timeline. */
export function EmergencyDetails({ emergency, person, desks, onChanged }: EmergencyDetailsProps) {
  const { id, request, noteCount, state } = emergency;
  // Once the marketplace has not answered in time it can be asked again.
  useIsPast(requestDueAt(emergency));
  const now = serverNow();
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-3">
        <p className="text-xl leading-7 font-semibold wrap-anywhere">{problemText(emergency)}</p>
        <div className="flex items-center gap-4">
          <StateClock emergency={emergency} className="min-w-30" />
          <div className="grid min-w-0 grid-cols-1 gap-1">
            <p className="text-lg font-semibold">{stateLabel(state)}</p>
            <ClaimLine emergency={emergency} person={person} />
          </div>
        </div>
        {request && <RequestLine request={request} />}
        <UnsentNote id={id} />
        <EmergencyActions
          emergency={emergency}
          person={person}
          desks={desks}
          canCancel={deskCan.cancel(emergency, person, now)}
        />
      </div>
      {(state === 'new' || state === 'claimed') && (
        <NearMechanics emergency={emergency} canAssign={deskCan.assign(emergency, person, now)} />
      )}
      <CallDescription emergency={emergency} />
      <RecordNotes entity="booking" id={id} expected={noteCount} onChanged={onChanged} />
      <EmergencyTimeline id={id} />
    </div>
  );
}

function ClaimLine({ emergency: { claim, state }, person }: { emergency: Emergency; person: DeskPerson }) {
  if (claim === null) return state === 'ended' ? null : <p className="text-ink-soft">Unclaimed</p>;
  return (
    <p className="wrap-anywhere text-ink-soft">
      {claim.ownerId === person.id ? 'Yours' : `Claimed by ${claim.owner}`}
      {claim.offeredTo !== null && `, offered to ${claim.offeredToId === person.id ? 'you' : claim.offeredTo}`}
    </p>
  );
}

function CallDescription({ emergency }: { emergency: Emergency }) {
  const { id, customer, mechanic, location, createdAt } = emergency;
  return (
    <DescriptionList title="Call">
      <Fact label="Customer">{customer?.name?.trim() || NOT_AVAILABLE}</Fact>
      <Fact label="Phone">{customer?.phone?.trim() ? <PhoneLink phone={customer.phone} /> : NOT_AVAILABLE}</Fact>
      <Fact label="Vehicle">{vehicleText(emergency)}</Fact>
      <Fact label="Place">
        {location ? (
          <MapLink {...location}>{formatCoordinates(location.latitude, location.longitude)}</MapLink>
        ) : (
          NOT_AVAILABLE
        )}
      </Fact>
      <Fact label="Called at">{formatDateTime(createdAt)}</Fact>
      {mechanic && (
        <>
          <Fact label="Mechanic">{mechanicName(mechanic)}</Fact>
          <Fact label="Phone of the mechanic">
            {mechanic.phone?.trim() ? <PhoneLink phone={mechanic.phone} /> : NOT_AVAILABLE}
          </Fact>
        </>
      )}
      <Fact label="Booking">
        <BookingId id={id} />
      </Fact>
    </DescriptionList>
  );
}
