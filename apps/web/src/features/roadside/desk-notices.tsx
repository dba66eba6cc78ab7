import { VolumeX, WifiOff } from 'lucide-react';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { startSound, useCanSound } from './alarm-sound.ts';
import { useLapsesAt } from './own-desk.ts';
import { queueAskedAt } from './roadside-queries.ts';
import { serverNow } from './server-clock.ts';

/** Says that the browser lets the page not sound, and how to let it (ROAD-02). */
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
        <span className="font-medium">No sound yet:</span> the browser wants a press first. Until then new
        emergencies flash.
      </p>
      <Button onClick={() => void startSound()}>Turn sound on</Button>
    </div>
  );
}

interface ConnectionNoticeProps {
  /** How many claims the desk has. */
  claimCount: number;
}

/** Says what a lost connection means for the desk, and until when (ROAD-03). */
export function ConnectionNotice({ claimCount }: ConnectionNoticeProps) {
  const lapsesAt = useLapsesAt();
  if (lapsesAt === null) return null;
  const isOver = Date.now() >= lapsesAt;
  const at = formatTime(new Date(lapsesAt + serverNow() - Date.now()));
  const claims = isOver ? `Your claims have lapsed at ${at}.` : `Your claims lapse at ${at}.`;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-md bg-danger-soft px-3 py-2 text-danger-badge"
    >
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">
        <span className="font-medium">The server does not answer.</span> {claimCount > 0 && `${claims} `}What you
        see is from {formatTime(new Date(queueAskedAt()))}; new emergencies are not shown.
      </p>
    </div>
  );
}
