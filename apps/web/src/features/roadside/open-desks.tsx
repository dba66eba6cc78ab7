import type { RoadsideDesk } from '@wayside/contract/roadside';
import { Bell, BellOff } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { isMutedNow, sendHeartbeat } from './desk-session.ts';

/** Whose desks are open, and who of them hears nothing (ROAD-02). */
export function OpenDesks({ desks, me }: { desks: readonly RoadsideDesk[]; me: string | null }) {
  if (desks.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 text-ink-soft max-md:order-last">
      <h2 id="open-desks" className="font-medium">
        Open desks
      </h2>
      <ul aria-labelledby="open-desks" className="flex min-w-0 flex-wrap gap-x-2">
        {desks.map((desk) => (
          <li key={desk.id} className="min-w-0 wrap-anywhere not-last:after:content-[','] ">
            {desk.name}
            {desk.id === me && ' (you)'}
            {isMutedNow(desk) && desk.mutedUntil !== null && (
              <span className="text-warning-text"> – muted until {formatTime(desk.mutedUntil)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Mutes the own desk for a shift, or lets it sound again (ROAD-02). */
export function MuteButton({ own }: { own: RoadsideDesk | undefined }) {
  const [isSending, setSending] = useState(false);
  const isMuted = isMutedNow(own);
  const toggle = async () => {
    setSending(true);
    try {
      await sendHeartbeat(!isMuted);
    } catch (error) {
      toast({
        tone: 'error',
        title: isMuted ? 'Still muted' : 'Not muted',
        description: failureText(error, 'Please try again.'),
      });
    } finally {
      setSending(false);
    }
  };
  const Icon = isMuted ? BellOff : Bell;
  return (
    <Button
      pending={isSending}
      aria-label={isMuted ? 'Unmute' : 'Mute for a shift'}
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={() => void toggle()}
    >
      {isMuted ? 'Unmute' : 'Mute'}
      {!isMuted && <span className="-ml-1 max-md:hidden">for a shift</span>}
    </Button>
  );
}
