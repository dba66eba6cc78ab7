import type { Emergency, RoadsideDesk } from '@wayside/contract/roadside';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { isMutedNow } from './desk-session.ts';
import { emergencyName } from './emergency-labels.ts';
import { press } from './pressed-actions.ts';

interface HandOverDialogProps {
  emergency: Emergency;
  /** The others on shift. */
  colleagues: readonly RoadsideDesk[];
  onClose: () => void;
}

/** Offers an own claim to somebody whose desk is open; the owner keeps it until they accept (ROAD-03). */
export function HandOverDialog({ emergency, colleagues, onClose }: HandOverDialogProps) {
  const able = colleagues.filter(({ isOpen }) => isOpen);
  const offer = (adminId: string | null) => {
    void press(emergency.id, { kind: 'offer', adminId });
    onClose();
  };
  const offeredToId = emergency.claim?.offeredToId ?? null;
  return (
    <Dialog
      title="Hand over"
      size="sm"
      description={`${emergencyName(emergency)}. You keep it until they accept.`}
      onClose={onClose}
      footer={offeredToId !== null && <Button onClick={() => offer(null)}>Take the offer back</Button>}
    >
      {able.length === 0 ? (
        <p className="text-ink-soft">
          No other desk is open. Release it, so that it sounds again, or call a colleague.
        </p>
      ) : (
        <ul aria-label="Open desks" className="grid grid-cols-1 gap-1">
          {able.map((desk, place) => (
            <li key={desk.id}>
              <button
                type="button"
                {...(place === 0 ? { 'data-first-focus': true } : {})}
                onClick={() => offer(desk.id)}
                className="grid min-h-11 w-full content-center rounded-md px-3 py-1.5 text-left hover:bg-hover"
              >
                <span translate="no" className="font-medium wrap-anywhere">
                  {desk.name}
                </span>
                {(isMutedNow(desk) || desk.id === offeredToId) && (
                  <span className="text-sm text-ink-soft">
                    {desk.id === offeredToId
                      ? 'It is offered to them now'
                      : `Muted until ${formatTime(desk.mutedUntil)}`}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
