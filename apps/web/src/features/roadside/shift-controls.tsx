import type { RoadsideDesk } from '@wayside/contract/roadside';
import { Bell, BellOff, BellRing, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { plural, t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import { desk, isMutedNow } from './desk-session.ts';

const ConfirmDialog = lazyPart(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');
const PushDialog = lazyPart(() => import('./push-dialog.tsx'), 'PushDialog');

/** Runs an action, but never twice at the same time. A toast reports a failure. */
function useAction(failed: string, action: () => Promise<void>): [isSending: boolean, run: () => Promise<void>] {
  const [isSending, setSending] = useState(false);
  const run = async () => {
    setSending(true);
    try {
      await action();
    } catch (error) {
      toast({ tone: 'error', title: failed, description: failureText(error, t('Please try again.')) });
    } finally {
      setSending(false);
    }
  };
  return [isSending, run];
}

/** Button that starts the shift, for users who may claim (DESK-03). */
export function StartShift() {
  const [isSending, start] = useAction(t('Shift not started'), () => desk.setShift(true));
  return (
    <div
      data-unprinted=""
      className="flex flex-wrap items-center gap-3 rounded-md bg-accent-soft px-3 py-2 text-accent-text"
    >
      <p className="min-w-40 flex-1">
        <span className="font-medium">{t('You are not on shift.')}</span>{' '}
        {t('Start your shift to claim emergencies and to hear new ones.')}
      </p>
      <Button
        variant="primary"
        pending={isSending}
        icon={<Play aria-hidden="true" className="size-4" />}
        onClick={() => void start()}
      >
        {t('Start shift')}
      </Button>
    </div>
  );
}

/** Buttons that mute the desk for the shift, configure notifications and end the shift (ROAD-02, DESK-03, DESK-05). */
export function ShiftButtons({ own, claimCount }: { own: RoadsideDesk; claimCount: number }) {
  const [openDialog, setOpenDialog] = useState<'end' | 'push' | null>(null);
  useEffect(() => {
    // The stored subscription belongs to an earlier session. If the request fails, the next visit repeats it.
    void import('./push-dialog.tsx').then(({ renewPush }) => renewPush()).catch(() => undefined);
  }, []);
  const isMuted = isMutedNow(own);
  const [isMuting, mute] = useAction(isMuted ? t('Still muted') : t('Not muted'), () =>
    desk.sendHeartbeat(!isMuted),
  );
  const [isEnding, end] = useAction(t('Shift not ended'), () => desk.setShift(false));
  const Icon = isMuted ? BellOff : Bell;
  return (
    <>
      <Button
        pending={isMuting}
        aria-label={isMuted ? t('Unmute') : t('Mute for a shift')}
        icon={<Icon aria-hidden="true" className="size-4" />}
        onClick={() => void mute()}
      >
        {isMuted ? t('Unmute') : t('Mute')}
      </Button>
      <Button icon={<BellRing aria-hidden="true" className="size-4" />} onClick={() => setOpenDialog('push')}>
        {t('Notifications')}
      </Button>
      <Button pending={isEnding} onClick={() => (claimCount > 0 ? setOpenDialog('end') : void end())}>
        {t('End shift')}
      </Button>
      {openDialog === 'push' && <PushDialog onClose={() => setOpenDialog(null)} />}
      {openDialog === 'end' && (
        <EndShiftDialog
          claimCount={claimCount}
          pending={isEnding}
          onConfirm={() => void end().then(() => setOpenDialog(null))}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  );
}

/** The users on shift, with closed and muted desks marked (ROAD-02, DESK-03). */
export function OnShift({ desks, me }: { desks: readonly RoadsideDesk[]; me: string | null }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-ink-soft">
      <h2 id="on-shift" className="font-medium">
        {t('On shift')}
      </h2>
      {desks.length === 0 && <p className="text-warning-text">{t('No one')}</p>}
      {desks.length > 0 && (
        <ul aria-labelledby="on-shift" className="flex min-w-0 flex-wrap gap-x-2">
          {desks.map((each) => (
            <li key={each.id} className="min-w-0 wrap-anywhere not-last:after:content-[',']">
              <span translate="no">{each.name}</span>
              {each.id === me && ` ${t('(you)')}`}
              {!each.isOpen && each.id !== me && ` – ${t('desk closed')}`}
              {isMutedNow(each) && each.mutedUntil !== null && (
                <span className="text-warning-text">
                  {' '}
                  – {t('muted until {time}', { time: formatTime(each.mutedUntil) })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface EndShiftDialogProps {
  claimCount: number;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Dialog that confirms the end of a shift while the user has claims (DESK-03). */
function EndShiftDialog({ claimCount, ...rest }: EndShiftDialogProps) {
  return (
    <ConfirmDialog
      title={t('End shift?')}
      question={plural(
        claimCount,
        'Your emergency is released and can be claimed by others. To choose who takes over, cancel and hand it over.',
        'Your {count} emergencies are released and can be claimed by others. To choose who takes over, cancel and hand over each one.',
      )}
      confirmLabel={t('End shift')}
      {...rest}
    />
  );
}
