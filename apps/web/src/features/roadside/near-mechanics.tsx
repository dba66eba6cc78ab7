import { useQuery } from '@tanstack/react-query';
import type { Emergency } from '@wayside/contract/roadside';
import type { ExcludedMechanic, NearMechanic } from '@wayside/contract/roadside-requests';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { richText } from '../../languages/rich-text.ts';
import { type Message, t, verbatim } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { relativeTime } from '../../lib/relative-time.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, Kbd } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { kindLabel } from '../bookings/booking-labels.ts';
import { performAction, usePendingAction } from './desk-actions.ts';
import { distanceText, EXCLUSION_LABELS, mechanicName } from './emergency-labels.ts';
import { RunningAge } from './emergency-state.tsx';
import { mechanicsQuery } from './roadside-queries.ts';
import { onSecond, serverNow } from './server-clock.ts';
import { SitePlan } from './site-plan.tsx';

/** Collapsed list of nearby mechanics who cannot go, with the reasons (ROAD-04). */
function ExcludedMechanics({ mechanics }: { mechanics: readonly ExcludedMechanic[] }) {
  if (mechanics.length === 0) return null;
  return (
    <details className="border-t border-line">
      <summary className="flex min-h-9 cursor-pointer items-center font-medium text-ink-soft hover:text-ink touch:min-h-11">
        <span className="mr-1.5 inline-block">
          {richText('{count} excluded', { count: <span translate="no">{mechanics.length}</span> })}
        </span>
      </summary>
      <ul aria-label={t('Excluded')} className="grid grid-cols-1 pb-2 text-sm">
        {mechanics.map((mechanic) => (
          <li
            key={mechanic.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5 first:border-t-0"
          >
            <span translate="no" className="min-w-0 font-medium wrap-anywhere">
              {mechanicName(mechanic)}
            </span>
            <span translate="no" className="numeric text-right">
              {distanceText(mechanic.metres)}
            </span>
            <span className="text-ink-soft">
              {t(lookUp<Message>(EXCLUSION_LABELS, mechanic.reason) ?? verbatim(mechanic.reason))}
            </span>
            {mechanic.phone && (
              <span className="text-right">
                <PhoneLink phone={mechanic.phone} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

const SiteMap = lazyPart(() => import('./site-map.tsx'), 'SiteMap');

/** Interval for refetching positions, unless the pointer is over the list. */
const POSITIONS_MS = 20_000;

/** The available mechanics, nearest first, the excluded ones, and their positions (ROAD-04, ROAD-06, DESK-01). */
export function NearMechanics({ emergency, canAssign }: { emergency: Emergency; canAssign: boolean }) {
  const { id, location, request } = emergency;
  const query = useQuery(mechanicsQuery(id));
  const failure = useFailedLoad(query, t('Failed to load the nearest mechanics'));
  const list = useRef<HTMLOListElement>(null);
  const [isMapOpen, setIsMapOpen] = useState(false);
  useFreshPositions(query, list);
  const { data } = query;
  const chosenId = emergency.mechanic?.id ?? (request?.state === 'waiting' ? (request.mechanic?.id ?? null) : null);
  const pick = (picked: string) =>
    list.current?.querySelector<HTMLElement>(`[data-mechanic="${CSS.escape(picked)}"]`)?.focus();
  return (
    <section aria-labelledby="nearest-mechanics" className="grid grid-cols-1 gap-2">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h3 id="nearest-mechanics" className="font-semibold">
          {t('Nearest mechanics')}
        </h3>
        {location && config().mapTilesUrl !== '' && data && (
          <Button data-unprinted="" onClick={() => setIsMapOpen(true)}>
            {t('Open map')}
          </Button>
        )}
      </div>
      {failure && <RetryNote {...failure} />}
      {failure === null && !data && (
        <div role="status" aria-label={t('Loading the nearest mechanics')} className="grid gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </div>
      )}
      {data && location === null && (
        <p className="text-ink-soft">
          {t(
            'This booking has no location, so nearby mechanics cannot be listed. Ask the customer where they are.',
          )}
        </p>
      )}
      {data && location !== null && (
        <>
          {data.nearest.length === 0 && (
            <p className="text-ink-soft">{t('No available mechanic is within 25 km.')}</p>
          )}
          <ol ref={list} aria-labelledby="nearest-mechanics" className="grid grid-cols-1">
            {data.nearest.map((mechanic, place) => (
              <MechanicItem
                key={mechanic.id}
                mechanic={mechanic}
                number={place + 1}
                isChosen={mechanic.id === chosenId}
                assignTo={canAssign ? id : null}
              />
            ))}
          </ol>
          <ExcludedMechanics mechanics={data.excluded} />
          <div translate="no">
            <SitePlan car={location} {...data} chosenId={chosenId} onPick={pick} />
          </div>
          {isMapOpen && <SiteMap car={location} {...data} onClose={() => setIsMapOpen(false)} />}
        </>
      )}
    </section>
  );
}

/** Refetches positions, but not while the pointer is over the list, because a click could hit another row. */
function useFreshPositions(
  query: { refetch: () => unknown },
  list: { readonly current: HTMLElement | null },
): void {
  const refetch = useEffectEvent(() => query.refetch());
  useEffect(() => {
    let readAt = Date.now();
    return onSecond(() => {
      if (Date.now() - readAt < POSITIONS_MS || document.hidden) return;
      if (list.current?.matches(':hover, :focus-within')) return;
      readAt = Date.now();
      refetch();
    });
  }, [list]);
}

interface MechanicItemProps {
  mechanic: NearMechanic;
  number: number;
  isChosen: boolean;
  /** The emergency to which they can be assigned; null if none. */
  assignTo: string | null;
}

function MechanicItem({ mechanic, number, isChosen, assignTo }: MechanicItemProps) {
  const { id, phone, isExpert, source, placedAt, metres, lastJobs } = mechanic;
  return (
    <li
      data-mechanic={id}
      tabIndex={-1}
      className={cn(
        '-mx-2 grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-line px-2 py-2 -outline-offset-2',
        isChosen && 'bg-accent-soft',
      )}
    >
      <span
        aria-hidden="true"
        translate="no"
        className="numeric grid size-6 place-items-center rounded-full bg-accent text-sm font-semibold text-accent-ink"
      >
        {number}
      </span>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span translate="no" className="min-w-0 text-lg font-medium wrap-anywhere">
          {mechanicName(mechanic)}
        </span>
        {isExpert && <Badge tone="info">{t('Expert')}</Badge>}
      </p>
      {assignTo !== null && <AssignButton mechanic={mechanic} emergencyId={assignTo} isFirst={number === 1} />}
      <p className="numeric col-span-2 col-start-2 flex flex-wrap items-center gap-x-2 text-ink-soft touch:min-h-11">
        <span translate="no" className="text-lg leading-6 font-semibold text-ink">
          {distanceText(metres)}
        </span>
        <span>
          {source === 'shop' || placedAt === null
            ? t('from their shop, no live location')
            : richText('position {age}', { age: <RunningAge at={placedAt} /> })}
        </span>
        {phone ? <PhoneLink phone={phone} /> : orNotAvailable(phone)}
      </p>
      {lastJobs.length > 0 && (
        <p className="col-span-2 col-start-2 text-sm text-ink-soft">
          {t('Last jobs:')}{' '}
          {lastJobs.map(({ bookingId, kind, at }, place) => (
            <span key={bookingId}>
              {place > 0 && '; '}
              {kind === null ? t('Job | roadside') : kindLabel(kind)}
              {at !== null && (
                <>
                  {' '}
                  <RunningAge at={at} />
                </>
              )}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

const positionText = ({ source, placedAt }: NearMechanic): string =>
  source === 'shop' || placedAt === null
    ? t('from their shop, no live location')
    : t('position {age}', { age: relativeTime(placedAt, serverNow()) });

function AssignButton({
  mechanic,
  emergencyId,
  isFirst,
}: {
  mechanic: NearMechanic;
  emergencyId: string;
  isFirst: boolean;
}) {
  const pressed = usePendingAction(emergencyId);
  const isSending = pressed?.state === 'sending';
  const isThis = pressed?.action.kind === 'assign' && pressed.action.mechanicId === mechanic.id;
  const [isAsking, setIsAsking] = useState(false);
  const assign = () => void performAction(emergencyId, { kind: 'assign', mechanicId: mechanic.id });
  return (
    <>
      <Button
        data-unprinted=""
        variant={isFirst ? 'primary' : 'secondary'}
        aria-label={t('Assign {mechanic}', { mechanic: mechanicName(mechanic) })}
        {...(isFirst ? { 'data-desk-key': 'a', 'aria-keyshortcuts': 'a' } : {})}
        pending={isSending && isThis}
        disabled={isSending && !isThis}
        // Keyboard use asks for confirmation, because a key can be pressed by accident and the marketplace sends the
        // mechanic immediately.
        onClick={({ detail }) => (detail === 0 ? setIsAsking(true) : assign())}
      >
        {t('Assign')}
        {isFirst && <DeskKbd tone="inverse">A</DeskKbd>}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('Assign {mechanic}?', { mechanic: mechanicName(mechanic) })}
          question={t('{distance}, {position}. The marketplace is asked to send the mechanic.', {
            distance: distanceText(mechanic.metres),
            position: positionText(mechanic),
          })}
          confirmLabel={t('Assign')}
          tone="primary"
          pending={false}
          onConfirm={() => {
            setIsAsking(false);
            assign();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The shortcut key of a button, shown on devices with a keyboard. */
export function DeskKbd({ children, tone = 'plain' }: { children: string; tone?: 'plain' | 'inverse' }) {
  return (
    <span aria-hidden="true" className="touch:hidden">
      <Kbd tone={tone}>{children}</Kbd>
    </span>
  );
}
