import type { Slot } from '@wayside/contract/slots';
import { orNotAvailable } from '../../lib/format.ts';

/** "09:00 - 10:00" (SLOT-01). */
export const slotTimes = (slot: Slot): string =>
  `${orNotAvailable(slot.startTime)} - ${orNotAvailable(slot.endTime)}`;
