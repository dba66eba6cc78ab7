import { useQuery } from '@tanstack/react-query';
import { minutesOf, type StoredSlot, slotDuration } from '@wayside/contract/slots';
import { DialogForm, DuplicateRecordNote } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { msg, t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { duplicateSlot, SLOT_KEYS, sendSlot, slotsQuery, slotTimes } from './slots-queries.ts';

interface SlotFormProps {
  slot: StoredSlot | null;
  onSaved: () => void;
  onClose: () => void;
}

const ADDING = {
  title: msg('Add New Time Slot'),
  description: msg('Create a new time slot for bookings'),
  submitLabel: msg('Create Slot'),
  pendingLabel: msg('Creating...'),
  failed: msg('Failed to create time slot'),
  done: msg('Time slot created successfully'),
};
const EDITING = {
  title: msg('Edit Time Slot'),
  description: msg('Update the time slot details'),
  submitLabel: msg('Update Slot'),
  pendingLabel: msg('Updating...'),
  failed: msg('Failed to update time slot'),
  done: msg('Time slot updated successfully'),
};

const toFormValues = (slot: StoredSlot | null) => ({
  startTime: slot?.startTime ?? '',
  endTime: slot?.endTime ?? '',
  duration: slot?.duration ?? '',
});
const editedFields = () =>
  ({
    startTime: { key: 'startTime', label: t('Start Time') },
    endTime: { key: 'endTime', label: t('End Time') },
    duration: { key: 'duration', label: t('Duration') },
  }) as const;

/** Returns a hint with the duration that an empty field will get; warns if the end is before the start (SLOT-04). */
function durationHint(duration: string, { startTime, endTime }: { startTime: string; endTime: string }): string {
  const isNextDay = (minutesOf(endTime) ?? 0) < (minutesOf(startTime) ?? 0);
  return isNextDay
    ? t('{duration}: does it end the next day?', { duration })
    : t('If empty, it is set to {duration}.', { duration });
}

/** Form that adds or changes a time slot (SLOT-03 to SLOT-06). */
export function SlotForm({ slot, onSaved, onClose }: SlotFormProps) {
  const texts = slot ? EDITING : ADDING;
  // The list behind the dialog has already loaded the slots.
  const { data: slots } = useQuery({ ...slotsQuery, enabled: false });
  return (
    <DialogForm
      title={t(texts.title)}
      description={t(texts.description)}
      submitLabel={t(texts.submitLabel)}
      pendingLabel={t(texts.pendingLabel)}
      done={t(texts.done)}
      defaultValues={toFormValues(slot)}
      edited={{
        record: slot,
        noun: t('time slot'),
        entity: 'slot',
        toFormValues,
        fields: editedFields(),
        keys: SLOT_KEYS,
      }}
      // Fills the empty duration before validation (SLOT-04).
      normalize={(values) => ({
        ...values,
        duration: values.duration.trim() || (slotDuration(values.startTime, values.endTime) ?? ''),
      })}
      failureToast={t('Error')}
      incompleteMessage={t('Please fill all required fields')}
      save={(body, stored) => sendSlot(body, stored && { record: stored, body: toFormValues(stored) })}
      describeFailure={(error) => ({ message: failureText(error, t(texts.failed)) })}
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
                label={t('Start Time *')}
                placeholder={t('e.g. {time}', { time: '09:00' })}
              />
              <TextField
                name="endTime"
                control={control}
                required
                label={t('End Time *')}
                placeholder={t('e.g. {time}', { time: '10:00' })}
              />
            </div>
            <TextField
              name="duration"
              control={control}
              required
              label={t('Duration *')}
              placeholder={t('e.g. 1 hour, 30 mins')}
              hint={guess ? durationHint(guess, times) : undefined}
            />
            <DuplicateRecordNote
              text={equal ? t('The time slot {times} already exists.', { times: slotTimes(equal) }) : null}
            />
          </>
        );
      }}
    </DialogForm>
  );
}
