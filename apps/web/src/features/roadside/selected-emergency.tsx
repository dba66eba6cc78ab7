import { useQuery } from '@tanstack/react-query';
import type { Emergency, RoadsideDesk } from '@wayside/contract/roadside';
import type { EmergencyStep } from '@wayside/contract/roadside-requests';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { richText } from '../../languages/rich-text.ts';
import { type Message, t, verbatim } from '../../languages/text.ts';
import { formatCoordinates, formatDateTime, notAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { placeText } from '../../lib/place-text.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { BookingId } from '../../list/list-columns.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PhoneLink, toDialUrl } from '../../ui/phone-link.tsx';
import { Place } from '../../ui/place.tsx';
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts';
import { RecordNotes } from '../notes/record-notes.tsx';
import { type DeskAction, performAction, usePendingAction } from './desk-actions.ts';
import { type DeskPerson, deskCan, requestDueAt } from './desk-can.ts';
import { mechanicName, problemText, STEP_LABELS, stateLabel, vehicleText } from './emergency-labels.ts';
import { RequestLine, StateClock, UnsentNote } from './emergency-state.tsx';
import { DeskKbd, NearMechanics } from './near-mechanics.tsx';
import { type DeskQueue, emergencyQuery, refreshQueue, stepsQuery } from './roadside-queries.ts';
import { serverNow, useIsPast } from './server-clock.ts';

interface SelectedEmergencyProps {
  id: string;
  queue: DeskQueue;
  person: DeskPerson;
  onClose: () => void;
}

/**
 * Shows the selected emergency next to the queue or in a sheet, even if the emergency is no longer in the queue
 * (ROAD-01).
 */
export function SelectedEmergency({ id, queue, person, onClose }: SelectedEmergencyProps) {
  const listed = queue.emergencies.find((each) => each.id === id);
  const query = useQuery({ ...emergencyQuery(id), enabled: listed === undefined });
  const failure = useFailedLoad(query, t('Failed to load the emergency'));
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
      {emergency === null && (
        <p className="py-16 text-center text-ink-soft">{t('There is no emergency with this id.')}</p>
      )}
      {emergency === undefined && failure === null && (
        <div role="status" aria-label={t('Loading the emergency')} className="grid gap-3">
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
  emergency?.customer?.name?.trim()
    ? t('Emergency of {name}', { name: emergency.customer.name.trim() })
    : t('Emergency');

/** Timeline of marketplace and desk events, newest first (ROAD-03). */
function EmergencyTimeline({ id }: { id: string }) {
  const query = useQuery(stepsQuery(id));
  const failure = useFailedLoad(query, t('Failed to load the timeline'));
  const { data } = query;
  return (
    <section aria-labelledby="timeline" className="grid grid-cols-1 gap-2">
      <h3 id="timeline" className="font-semibold">
        {t('Timeline')}
      </h3>
      {failure && <RetryNote {...failure} />}
      {failure === null && !data && (
        <div role="status" aria-label={t('Loading the timeline')} className="grid gap-2">
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
  const whom = colleague ?? (mechanic ? mechanicName(mechanic) : t('someone'));
  const label = t(lookUp<Message>(STEP_LABELS, kind) ?? verbatim(kind), { person: whom });
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

interface EmergencyDetailsProps {
  emergency: Emergency;
  person: DeskPerson;
  desks: readonly RoadsideDesk[];
  onChanged: () => void;
}

/** Actions, mechanics, details, notes and timeline of an emergency. */
function EmergencyDetails({ emergency, person, desks, onChanged }: EmergencyDetailsProps) {
  const { id, request, noteCount, state } = emergency;
  // Renders again when the request becomes overdue, because it can then be repeated.
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
      <RecordNotes entity="booking" id={id} expected={noteCount} isAtDesk onChanged={onChanged} />
      <EmergencyTimeline id={id} />
    </div>
  );
}

function ClaimLine({ emergency: { claim, state }, person }: { emergency: Emergency; person: DeskPerson }) {
  if (claim === null) return state === 'ended' ? null : <p className="text-ink-soft">{t('Unclaimed')}</p>;
  return (
    <p className="wrap-anywhere text-ink-soft">
      {claim.ownerId === person.id
        ? t('Yours')
        : richText('Claimed by {name}', { name: <span translate="no">{claim.owner}</span> })}
      {claim.offeredTo !== null && (
        <>
          {', '}
          {claim.offeredToId === person.id
            ? t('offered to you')
            : richText('offered to {name}', { name: <span translate="no">{claim.offeredTo}</span> })}
        </>
      )}
    </p>
  );
}

function CallDescription({ emergency }: { emergency: Emergency }) {
  const { id, customer, mechanic, location, createdAt } = emergency;
  return (
    <DescriptionList title={t('Call')}>
      <DescriptionItem label={t('Customer')}>{customer?.name?.trim() || notAvailable()}</DescriptionItem>
      <DescriptionItem label={t('Phone')}>
        {customer?.phone?.trim() ? <PhoneLink phone={customer.phone} /> : notAvailable()}
      </DescriptionItem>
      <DescriptionItem label={t('Vehicle')}>{vehicleText(emergency)}</DescriptionItem>
      <DescriptionItem label={t('Place')}>
        {location ? (
          <Place name={emergency.place && placeText(emergency.place)} {...location}>
            {formatCoordinates(location.latitude, location.longitude)}
          </Place>
        ) : (
          notAvailable()
        )}
      </DescriptionItem>
      <DescriptionItem label={t('Called at')}>{formatDateTime(createdAt)}</DescriptionItem>
      {mechanic && (
        <>
          <DescriptionItem label={t('Mechanic')}>{mechanicName(mechanic)}</DescriptionItem>
          <DescriptionItem label={t('Mechanic’s phone')}>
            {mechanic.phone?.trim() ? <PhoneLink phone={mechanic.phone} /> : notAvailable()}
          </DescriptionItem>
        </>
      )}
      <DescriptionItem label={t('Booking')}>
        <BookingId id={id} />
      </DescriptionItem>
    </DescriptionList>
  );
}

const HandOverDialog = lazyPart(() => import('./desk-dialogs.tsx'), 'HandOverDialog');
const CancelForm = lazyPart(() => import('./desk-dialogs.tsx'), 'CancelForm');

function callLabel(name: string | null | undefined): string {
  const first = name?.trim().split(/\s+/)[0];
  return first === undefined ? t('Call the customer') : t('Call {name}', { name: first });
}

interface EmergencyActionsProps {
  emergency: Emergency;
  person: DeskPerson;
  desks: readonly RoadsideDesk[];
  canCancel: boolean;
}

/** The actions for the selected emergency, each with its shortcut key (ROAD-03, ROAD-05). */
function EmergencyActions({ emergency, person, desks, canCancel }: EmergencyActionsProps) {
  const { id, customer, claim } = emergency;
  const [openDialog, setOpenDialog] = useState<'hand-over' | 'cancel' | null>(null);
  const pressed = usePendingAction(id);
  const isSending = pressed?.state === 'sending';
  const whileSending = (kind: DeskAction['kind']) => ({
    pending: isSending && pressed.action.kind === kind,
    disabled: isSending && pressed.action.kind !== kind,
  });
  const button = (action: DeskAction) => ({
    ...whileSending(action.kind),
    onClick: () => void performAction(id, action),
  });
  const callUrl = toDialUrl(customer?.phone);
  return (
    <div role="group" aria-label={t('Actions')} data-unprinted="" className="flex flex-wrap gap-2">
      {deskCan.answerOffer(emergency, person) && (
        <>
          <Button variant="primary" {...button({ kind: 'accept' })}>
            {t('Accept')}
          </Button>
          <Button {...button({ kind: 'decline' })}>{t('Decline')}</Button>
        </>
      )}
      {deskCan.claim(emergency, person) && (
        <Button
          variant="primary"
          data-desk-key="c"
          aria-keyshortcuts="c"
          className="touch:flex-1"
          {...button({ kind: 'claim' })}
        >
          {t('Claim')} <DeskKbd tone="inverse">C</DeskKbd>
        </Button>
      )}
      {callUrl !== null && (
        <a
          href={callUrl}
          data-desk-key="p"
          aria-keyshortcuts="p"
          className={`${buttonClassName('secondary')} touch:flex-1`}
        >
          <Phone aria-hidden="true" className="size-4" />
          {callLabel(customer?.name)}
          <DeskKbd>P</DeskKbd>
        </a>
      )}
      {deskCan.handOver(emergency, person) && (
        <Button
          data-desk-key="h"
          aria-keyshortcuts="h"
          {...whileSending('offer')}
          onClick={() => setOpenDialog('hand-over')}
        >
          {claim?.offeredTo ? t('Offered to {person}', { person: claim.offeredTo }) : t('Hand over')}{' '}
          <DeskKbd>H</DeskKbd>
        </Button>
      )}
      {deskCan.release(emergency, person) && <Button {...button({ kind: 'release' })}>{t('Release')}</Button>}
      {canCancel && (
        <Button
          data-desk-key="x"
          aria-keyshortcuts="x"
          disabled={isSending}
          onClick={() => setOpenDialog('cancel')}
        >
          {t('Request cancellation')} <DeskKbd>X</DeskKbd>
        </Button>
      )}
      {openDialog === 'hand-over' && (
        <HandOverDialog
          emergency={emergency}
          colleagues={desks.filter((desk) => desk.id !== person.id)}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {openDialog === 'cancel' && <CancelForm emergency={emergency} onClose={() => setOpenDialog(null)} />}
    </div>
  );
}
