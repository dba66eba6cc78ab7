import { useQuery } from '@tanstack/react-query';
import type { Emergency, RoadsideDesk } from '@wayside/contract/roadside';
import type { EmergencyStep } from '@wayside/contract/roadside-requests';
import { formatCoordinates, formatDateTime, NOT_AVAILABLE } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { BookingId } from '../../list/record-links.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { Place } from '../../ui/place.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { type DeskPerson, deskCan, requestDueAt } from './desk-can.ts';
import { EmergencyActions } from './emergency-actions.tsx';
import { mechanicName, problemText, STEP_LABELS, stateLabel, vehicleText } from './emergency-labels.ts';
import { NearMechanics } from './near-mechanics.tsx';
import { RequestLine } from './request-line.tsx';
import { stepsQuery } from './roadside-queries.ts';
import { StateClock } from './running-clock.tsx';
import { serverNow, useIsPast } from './server-clock.ts';
import { UnsentNote } from './unsent-note.tsx';

/** What happened at the marketplace and at the desk, the newest first (ROAD-03). */
function EmergencyTimeline({ id }: { id: string }) {
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
        {by !== null && (
          <span translate="no" className="text-ink-soft">
            {' '}
            · {by}
          </span>
        )}
        {reason && <span className="block text-ink-soft">{reason}</span>}
      </span>
      <time dateTime={at} className="numeric text-right text-sm whitespace-nowrap text-ink-soft">
        {formatDateTime(at)}
      </time>
    </li>
  );
}

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
        <p className="text-lg leading-6 font-semibold wrap-anywhere">{problemText(emergency)}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <StateClock emergency={emergency} layout="line" />
          <p className="font-semibold">{stateLabel(state)}</p>
          <ClaimLine emergency={emergency} person={person} />
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
      {claim.ownerId === person.id ? (
        'Yours'
      ) : (
        <>
          Claimed by <span translate="no">{claim.owner}</span>
        </>
      )}
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
          <Place name={emergency.place} {...location}>
            {formatCoordinates(location.latitude, location.longitude)}
          </Place>
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
