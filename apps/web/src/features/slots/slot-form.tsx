import { useQuery } from '@tanstack/react-query';
import { minutesOf, type StoredSlot, slotDuration } from '@wayside/contract/slots';
import { DialogForm, DuplicateRecordNote } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { duplicateSlot, SLOT_KEYS, sendSlot, slotsQuery, slotTimes } from './slots-queries.ts';

interface SlotFormProps {
  slot: StoredSlot | null;
  onSaved: () => void;
  onClose: () => void;
}

const ADDING = {
  title: 'Add New Time Slot',
  description: 'Create a new time slot for bookings',
  submitLabel: 'Create Slot',
  pendingLabel: 'Creating...',
  failed: 'Failed to create time slot',
  done: 'Time slot created successfully',
};
const EDITING = {
  title: 'Edit Time Slot',
  description: 'Update the time slot details',
  submitLabel: 'Update Slot',
  pendingLabel: 'Updating...',
  failed: 'Failed to update time slot',
  done: 'Time slot updated successfully',
};

const typedFrom = (slot: StoredSlot | null) => ({
  startTime: slot?.startTime ?? '',
  endTime: slot?.endTime ?? '',
  duration: slot?.duration ?? '',
});
const FIELDS = {
  startTime: { key: 'startTime', label: 'Start Time' },
  endTime: { key: 'endTime', label: 'End Time' },
  duration: { key: 'duration', label: 'Duration' },
} as const;

/** What an empty duration becomes; asks about an end before the start (SLOT-04). */
function durationHint(guess: string, { startTime, endTime }: { startTime: string; endTime: string }): string {
  const isNextDay = (minutesOf(endTime) ?? 0) < (minutesOf(startTime) ?? 0);
  return isNextDay ? `${guess}: does it end the next day?` : `Left empty, it will be ${guess}.`;
}

/** Adds or changes a time slot (SLOT-03 to SLOT-06). */
export function SlotForm({ slot, onSaved, onClose }: SlotFormProps) {
  const { failed, ...labels } = slot ? EDITING : ADDING;
  // Loaded by the list behind the dialog.
  const { data: slots } = useQuery({ ...slotsQuery, enabled: false });
  return (
    <DialogForm
      {...labels}
      defaultValues={typedFrom(slot)}
      edited={{ record: slot, noun: 'time slot', entity: 'slot', typedFrom, fields: FIELDS, keys: SLOT_KEYS }}
      // Before validation (SLOT-04).
      prepare={(values) => ({
        ...values,
        duration: values.duration.trim() || (slotDuration(values.startTime, values.endTime) ?? ''),
      })}
      failureToast="Error"
      incomplete="Please fill all required fields"
      save={(body, stored) => sendSlot(body, stored && { record: stored, body: typedFrom(stored) })}
      describeFailure={(error) => ({ message: failureText(error, failed) })}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control, watch }) => {
        const times = { startTime: watch('startTime'), endTime: watch('endTime') };
        const guess = slotDuration(times.startTime, times.endTime);
        const equal = duplicateSlot(slots?.rows ?? [], times, slot?.id ?? null);
        return (
          <>
            <div className="grid grid-cols-2 gap-4">
              <TextField
                name="startTime"
                control={control}
                required
                label="Start Time *"
                placeholder="e.g. 09:00"
              />
              <TextField name="endTime" control={control} required label="End Time *" placeholder="e.g. 10:00" />
            </div>
            <TextField
              name="duration"
              control={control}
              required
              label="Duration *"
              placeholder="e.g. 1 hour, 30 mins"
              hint={guess ? durationHint(guess, times) : undefined}
            />
            <DuplicateRecordNote text={equal ? `The time slot ${slotTimes(equal)} exists already.` : null} />
          </>
        );
      }}
    </DialogForm>
  );
}
