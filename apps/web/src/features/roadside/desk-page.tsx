import { useQuery } from '@tanstack/react-query';
import { VolumeX, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { msg, plural, t } from '../../languages/text.ts';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { signedInIdentity } from '../../lib/session.ts';
import { PageSections } from '../../list/page-sections.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { startSound, useCanSound } from './alarms.ts';
import { desk, isMutedNow, onAlarm, useClaimsExpireAt } from './desk-session.ts';
import { queueQuery, queueRequestedAt } from './roadside-queries.ts';
import { serverNow } from './server-clock.ts';

/** Notice that lets the user turn on the sound if the browser does not allow it yet (ROAD-02). */
function SoundNotice() {
  if (useCanSound()) return null;
  return (
    <div
      role="status"
      data-unprinted=""
      className="flex flex-wrap items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning-text"
    >
      <VolumeX aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{t('Sound is off.')}</span>{' '}
        {t('Click to turn it on. Until then, new emergencies flash.')}
      </p>
      <Button onClick={() => void startSound()}>{t('Turn sound on')}</Button>
    </div>
  );
}

/** Notice about a lost connection and the time when the desk's claims expire (ROAD-03). */
function ConnectionNotice({ claimCount }: { claimCount: number }) {
  const claimsExpireAt = useClaimsExpireAt();
  if (claimsExpireAt === null) return null;
  const isOver = Date.now() >= claimsExpireAt;
  const time = formatTime(new Date(claimsExpireAt + serverNow() - Date.now()));
  const claims = isOver
    ? t('Your claims expired at {time}.', { time })
    : t('Your claims expire at {time}.', { time });
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger-badge"
    >
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">{t('The server does not respond.')}</span> {claimCount > 0 && `${claims} `}
        {t('You see the queue as of {time}; new emergencies are not shown.', {
          time: formatTime(new Date(queueRequestedAt())),
        })}
      </p>
    </div>
  );
}

/** How long rows blink; shorter than the 5 s limit of WCAG 2.2.2. */
const BLINK_MS = 3_000;

const PAGES = [
  ['/roadside', msg('Desk')],
  ['/roadside/report', msg('Report')],
] as const;

interface DeskPageProps {
  title: string;
  subtitle?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** Layout of the roadside desk's pages. It opens the desk of a user on shift (ROAD-02, ROAD-03, DESK-03). */
export function DeskPage({ title, subtitle, actions, children }: DeskPageProps) {
  const { data: queue } = useQuery(queueQuery);
  const me = signedInIdentity()?.id ?? null;
  const own = queue?.desks.find(({ id }) => id === me);
  const isMuted = isMutedNow(own);
  const canSound = useCanSound();
  const page = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting() !== null;
  useEffect(() => desk.enter(), []);
  useEffect(() => blinkWhenSounding(page), []);
  const unclaimed = queue?.counts.new ?? 0;
  const claimCount = queue?.emergencies.filter(({ claim }) => claim?.ownerId === me).length ?? 0;
  return (
    <div
      ref={page}
      data-silent={own === undefined || canSound || isMuted ? undefined : ''}
      className="flex flex-col gap-4"
    >
      <PageHeader
        title={title}
        sections={<PageSections label={t('Pages of the roadside desk')} pages={PAGES} />}
        actions={actions}
      />
      {subtitle && <p className="-mt-2 text-ink-soft">{subtitle}</p>}
      {isPrinting && (
        <p className="hidden text-ink-soft print:block">
          {t('Printed {date}', { date: formatDateTime(new Date(serverNow())) })}
        </p>
      )}
      <p role="status" className="sr-only">
        {unclaimed > 0 && plural(unclaimed, '{count} unclaimed emergency', '{count} unclaimed emergencies')}
      </p>
      {own && !isMuted && <SoundNotice />}
      <ConnectionNotice claimCount={claimCount} />
      {children}
    </div>
  );
}

function blinkWhenSounding(page: { readonly current: HTMLElement | null }): () => void {
  let timer = 0;
  const stop = onAlarm((how) => {
    const { current } = page;
    if (current === null) return;
    current.dataset['alarm'] = how;
    clearTimeout(timer);
    timer = window.setTimeout(() => delete current.dataset['alarm'], BLINK_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
