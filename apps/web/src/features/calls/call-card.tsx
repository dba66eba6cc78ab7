import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Caller, MAX_NAMED_BOOKINGS, type OpenCall, takeCall } from '@wayside/contract/calls';
import { PhoneIncoming, X } from 'lucide-react';
import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { plural, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { failureText } from '../../lib/api-error.ts';
import { formatDate, formatExactRupees, shortId } from '../../lib/format.ts';
import { openCallsQuery, sendTake } from '../../lib/open-calls.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { toast } from '../../ui/toast.ts';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { kindLabel, statusLabel } from '../bookings/booking-labels.ts';
import { PersonLink } from '../people/person-link.tsx';

/** Elements that handle Escape before the card does. */
const ESCAPABLE = '[role$="dialog"], [role="menu"], [role="listbox"], .toast';
const isInFilledField = ({ target }: KeyboardEvent) => target instanceof HTMLInputElement && target.value !== '';

/** Clicking the card does not move the focus from the field that is being edited. */
const preventFocusChange = (event: MouseEvent) => event.preventDefault();

const nameOf = ({ name, kind }: Caller) => name?.trim() || (kind === 'user' ? t('Customer') : t('Mechanic'));
const callerName = ({ people }: OpenCall) => people.map(nameOf).join(', ') || t('Unknown caller');

function removeCall(id: string): void {
  queryClient.setQueryData(openCallsQuery.queryKey, (shown) =>
    shown ? { ...shown, rows: shown.rows.filter((call) => call.id !== id) } : shown,
  );
}

/**
 * The newest call that no user has taken, shown at the edge of the screen. It takes no focus and covers no form
 * (PEOP-07). Dismissed calls appear again after a page reload.
 */
export function CallCard() {
  const { data, dataUpdatedAt } = useQuery({ ...openCallsQuery, enabled: false });
  const { callCard } = usePreferences();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const calls = (data?.rows ?? []).filter(({ id }) => !dismissed.includes(id));
  const [newest] = calls;
  if (callCard === 'hidden' || !newest) return null;
  return (
    <OpenCallCard
      key={newest.id}
      call={newest}
      waiting={calls.length - 1}
      endsAtMs={dataUpdatedAt + newest.remainingMs}
      onDismiss={() => setDismissed((before) => [...before, newest.id])}
    />
  );
}

interface OpenCallCardProps {
  call: OpenCall;
  waiting: number;
  endsAtMs: number;
  onDismiss: () => void;
}

function OpenCallCard({ call, waiting, endsAtMs, onDismiss }: OpenCallCardProps) {
  const card = useRef<HTMLElement>(null);
  const isNarrow = useMediaQuery(PHONE);
  const isHidden = useIsOnPage('[role$="dialog"] form');
  const isBesideDialog = useIsOnPage('[role$="dialog"]');
  const isBar = useCoveredForm(card) || isNarrow;
  useEnd({ endsAtMs, onEnd: onDismiss });
  useLayoutEffect(() => {
    const shown = card.current;
    return () => {
      if (shown?.contains(document.activeElement))
        queueMicrotask(() => document.getElementById('main')?.focus({ preventScroll: true }));
    };
  }, []);
  return (
    <>
      <Announcement
        text={t('Incoming call from {caller}, {phone}', { caller: callerName(call), phone: call.phone })}
      />
      <aside
        ref={card}
        data-call=""
        data-unprinted=""
        aria-label={t('Incoming call')}
        className={cn(
          'pointer-events-auto fixed z-50 animate-fade-in bg-overlay shadow-float',
          isBar
            ? 'inset-x-0 top-0 flex min-h-(--header-height) items-center gap-3 border-b border-line px-4 py-1.5 max-sm:py-0.5'
            : 'bottom-4 grid w-88 grid-cols-1 gap-3 rounded-lg border border-line p-4',
          !isBar && (isBesideDialog ? 'left-4' : 'right-4'),
          isHidden && 'hidden',
        )}
      >
        {isBar ? (
          <Summary call={call} />
        ) : (
          <>
            <Heading call={call} waiting={waiting} />
            <Details call={call} />
          </>
        )}
        <Actions call={call} isBar={isBar} onDismiss={onDismiss} />
      </aside>
    </>
  );
}

/** Removes the card when its time ends, or on Escape if nothing else handles the key. */
function useEnd({ endsAtMs, onEnd }: { endsAtMs: number; onEnd: () => void }) {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const timer = setTimeout(() => end.current(), endsAtMs - Date.now());
    return () => clearTimeout(timer);
  }, [endsAtMs]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isInFilledField(event)) return;
      if (!document.querySelector(ESCAPABLE)) end.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Text for screen readers. The live region must exist before its text does. */
function Announcement({ text }: { text: string }) {
  const [announcedText, setSaid] = useState('');
  useEffect(() => setSaid(text), [text]);
  return (
    <p role="status" className="sr-only">
      {announcedText}
    </p>
  );
}

const Icon = () => (
  <span className="grid size-9 shrink-0 place-items-center rounded-md bg-info-soft text-info-text">
    <PhoneIncoming aria-hidden="true" className="size-4.5" />
  </span>
);

const numberLine = ({ phone, line }: OpenCall) => (line ? t('{phone} on {line}', { phone, line }) : phone);

function Heading({ call, waiting }: { call: OpenCall; waiting: number }) {
  return (
    <div className="flex items-start gap-3">
      <Icon />
      <div className="grid min-w-0 flex-1 grid-cols-1">
        <p className="text-sm text-ink-soft">
          {waiting === 0 ? t('Incoming call') : t('Incoming call, {count} more waiting', { count: waiting })}
        </p>
        <p translate="no" className="numeric font-semibold wrap-anywhere">
          {numberLine(call)}
        </p>
      </div>
    </div>
  );
}

/** Summary of the call in two lines, as high as the page header. */
function Summary({ call }: { call: OpenCall }) {
  const [person] = call.people;
  const facts = [
    ...(person ? [countText(person.openBookings.length)] : []),
    ...(person?.lastPayment ? [lastPaymentText(person)] : []),
    numberLine(call),
  ];
  return (
    <>
      <span className="max-sm:hidden">
        <Icon />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 leading-5">
        <p translate="no" className="truncate font-semibold">
          {callerName(call)}
        </p>
        <p className="numeric text-sm text-ink-soft max-sm:line-clamp-2 max-sm:text-xs sm:truncate">
          {facts.join(' · ')}
        </p>
      </div>
    </>
  );
}

function countText(count: number): string {
  if (count > MAX_NAMED_BOOKINGS) return t('More than {count} open bookings', { count: MAX_NAMED_BOOKINGS });
  if (count === 0) return t('No open bookings');
  return plural(count, '{count} open booking', '{count} open bookings');
}

function lastPaymentText({ kind, lastPayment }: Caller): string {
  if (lastPayment === null) return '';
  const amount = formatExactRupees(lastPayment.amountPaise);
  if (lastPayment.at === null)
    return kind === 'user' ? t('Last payment {amount}', { amount }) : t('Last payout {amount}', { amount });
  const paid = { amount, date: formatDate(lastPayment.at) };
  return kind === 'user' ? t('Last payment {amount}, {date}', paid) : t('Last payout {amount}, {date}', paid);
}

function Details({ call }: { call: OpenCall }) {
  if (call.people.length === 0)
    return (
      <p className="text-ink-soft">
        <span className="font-medium text-ink">{t('Unknown caller.')}</span> {t('No record has this number.')}{' '}
        <Link to="/users" search={{ search: call.phone }} className="link">
          {t('Search')}
        </Link>
      </p>
    );
  return (
    <ul className="grid max-h-[50dvh] grid-cols-1 gap-3 overflow-y-auto">
      {call.people.map((person) => (
        <li key={person.id} className="grid grid-cols-1 gap-1">
          <Person person={person} phone={call.phone} />
        </li>
      ))}
    </ul>
  );
}

function Person({ person, phone }: { person: Caller; phone: string }) {
  const { id, kind, isBlocked, openBookings, lastPayment } = person;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <PersonLink
          person={{ id, name: nameOf(person), phone, email: null }}
          as={kind === 'mechanic' ? 'mechanic' : 'customer'}
          isWhole
          className="text-lg font-semibold"
        />
        <Badge>{kind === 'mechanic' ? t('Mechanic') : t('Customer')}</Badge>
        {isBlocked && <Badge tone="danger">{t('Blocked')}</Badge>}
      </div>
      {openBookings.length === 0 && <p className="text-ink-soft">{t('No open bookings')}</p>}
      {openBookings.slice(0, MAX_NAMED_BOOKINGS).map((booking) => (
        <div key={booking.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link to="/bookings" search={{ booking: booking.id }} className="link">
            {t('Booking #{id}', { id: shortId(booking.id) })}
          </Link>
          <StatusBadge {...statusLabel(booking.status)} />
          <span className="text-sm text-ink-soft">{kindLabel(booking.kind)}</span>
        </div>
      ))}
      {openBookings.length > MAX_NAMED_BOOKINGS && (
        <p className="text-sm text-ink-soft">{t('and more open bookings')}</p>
      )}
      {lastPayment && <p className="numeric text-ink-soft">{lastPaymentText(person)}</p>}
    </>
  );
}

function Actions({ call, isBar, onDismiss }: { call: OpenCall; isBar: boolean; onDismiss: () => void }) {
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const take = async () => {
    setIsPending(true);
    const [person] = call.people;
    try {
      await sendTake(call.id);
      if (!person) await navigate({ to: '/users', search: { search: call.phone } });
      else if (person.kind === 'mechanic') await navigate({ to: '/mechanics', search: { mechanic: person.id } });
      else await navigate({ to: '/users', search: { user: person.id } });
    } catch (error) {
      toast({ tone: 'error', title: failureText(error, t('Failed to take the call')) });
    }
    removeCall(call.id);
  };
  return (
    <div className={cn('flex items-center gap-2', !isBar && 'justify-end')}>
      {!isBar && (
        <Button onMouseDown={preventFocusChange} onClick={onDismiss}>
          {t('Dismiss')}
        </Button>
      )}
      <Allowed to={takeCall}>
        <Button variant="primary" pending={isPending} onMouseDown={preventFocusChange} onClick={() => void take()}>
          {t('Take call')}
        </Button>
      </Allowed>
      {isBar && (
        <IconButton
          label={t('Dismiss')}
          icon={<X className="size-4" />}
          onMouseDown={preventFocusChange}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}

/** Calls a listener after each change of the document, scroll and resize. */
function subscribe(onChange: () => void): () => void {
  const ended = new AbortController();
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true, subtree: true });
  for (const event of ['scroll', 'resize'])
    addEventListener(event, onChange, { capture: true, passive: true, signal: ended.signal });
  return () => {
    observer.disconnect();
    ended.abort();
  };
}

const useIsOnPage = (selector: string): boolean =>
  useSyncExternalStore(subscribe, () => document.querySelector(selector) !== null);

/**
 * Checks whether an element would cover a form. Once true, the result stays true, so that the card does not jump
 * while the user scrolls.
 */
function useCoveredForm(element: RefObject<HTMLElement | null>): boolean {
  const [isCovering, setIsCovering] = useState(false);
  useEffect(() => {
    if (isCovering) return;
    const check = () => {
      const own = element.current?.getBoundingClientRect();
      if (!own || own.width === 0) return;
      const isCovered = (form: Element) => {
        const { left, right, top, bottom, width } = form.getBoundingClientRect();
        return width > 0 && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
      };
      // Also checks the pagination at the end of a list.
      if ([...document.querySelectorAll('form, main nav')].some(isCovered)) setIsCovering(true);
    };
    check();
    return subscribe(check);
  }, [element, isCovering]);
  return isCovering;
}
