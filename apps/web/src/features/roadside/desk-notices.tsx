import { VolumeX, WifiOff } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { startSound, useCanSound } from './alarm-sound.ts';
import { useClaimsExpireAt } from './desk-session.ts';
import { queueRequestedAt } from './roadside-queries.ts';
import { serverNow } from './server-clock.ts';

/** Reports that the browser does not allow sound yet, and turns it on (ROAD-02). */
export function SoundNotice() {
  if (useCanSound()) return null;
  return (
    <div
      role="status"
      data-unprinted=""
      className="flex flex-wrap items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning-text"
    >
      <VolumeX aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">Sound is off.</span> Click to turn it on. Until then, new emergencies flash.
      </p>
      <Button onClick={() => void startSound()}>Turn sound on</Button>
    </div>
  );
}

interface ConnectionNoticeProps {
  /** How many claims the desk has. */
  claimCount: number;
}

/** Reports that the connection is lost, and when the claims of the desk expire (ROAD-03). */
export function ConnectionNotice({ claimCount }: ConnectionNoticeProps) {
  const claimsExpireAt = useClaimsExpireAt();
  if (claimsExpireAt === null) return null;
  const isOver = Date.now() >= claimsExpireAt;
  const at = formatTime(new Date(claimsExpireAt + serverNow() - Date.now()));
  const claims = isOver ? `Your claims expired at ${at}.` : `Your claims expire at ${at}.`;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger-badge"
    >
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">The server does not answer.</span> {claimCount > 0 && `${claims} `}You see the
        queue of {formatTime(new Date(queueRequestedAt()))}; new emergencies are not shown.
      </p>
    </div>
  );
}
