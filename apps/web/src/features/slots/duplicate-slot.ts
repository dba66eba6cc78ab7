import { minutesOf, type Slot } from '@wayside/contract/slots';
import { foldText } from '@wayside/contract/wire/fold-text';

type Times = Pick<Slot, 'startTime' | 'endTime'>;

/** "9:00", "09:00" and "9 am" are one time; what cannot be read is compared as text. */
const timeOf = (time: string | null): number | string => minutesOf(time ?? '') ?? foldText(time ?? '');

/** Another slot with the times that are typed; undefined where there is none, and before both are typed (SLOT-03). */
export function duplicateSlot(slots: readonly Slot[], typed: Times, ownId: string | null): Slot | undefined {
  const [start, end] = [timeOf(typed.startTime), timeOf(typed.endTime)];
  if (start === '' || end === '') return undefined;
  return slots.find(
    (slot) => slot.id !== ownId && timeOf(slot.startTime) === start && timeOf(slot.endTime) === end,
  );
}
