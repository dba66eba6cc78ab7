import { slotBody } from '@wayside/contract/master';
import { slotDuration } from '@wayside/contract/slot-duration';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { badRequest } from '../../api-error.ts';

interface Times {
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly duration: string | null;
}

/**
 * The duration of a slot: as given, else as its times suggest (SLOT-04).
 * @throws 400 where there is none
 */
export function knownDuration({ startTime, endTime, duration }: Times): string {
  const known = duration ?? slotDuration(startTime ?? '', endTime ?? '');
  if (known === null) throw badRequest([{ field: wireKey(slotBody, 'duration'), message: 'is required' }]);
  return known;
}
