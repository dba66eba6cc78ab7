import type { Emergency } from '@wayside/contract/roadside';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextArea } from '../../form/fields.tsx';
import { failureText } from '../../lib/api-error.ts';
import { cn } from '../../ui/cn.ts';
import { sendAction } from './desk-actions.ts';
import { emergencyName } from './emergency-labels.ts';
import { reloadQueue, showEmergency } from './roadside-queries.ts';

/** What is common, to be chosen; anything else is typed. */
const COMMON_REASONS = [
  'The customer needs no help any more.',
  'The customer cannot be reached.',
  'The same emergency was called in twice.',
  'Nobody can come in time.',
  'The place or the number is wrong.',
] as const;
const MAX_REASON_LENGTH = 200;

/** Asks the marketplace to cancel an emergency, with a reason (ROAD-05). */
export function CancelForm({ emergency, onClose }: { emergency: Emergency; onClose: () => void }) {
  return (
    <DialogForm
      title="Ask to cancel"
      description={`${emergencyName(emergency)}. The marketplace decides; until it has, the emergency stays.`}
      defaultValues={{ reason: '' }}
      submitLabel="Ask to cancel"
      cancelLabel="Keep it"
      tone="danger"
      pendingLabel="Asking..."
      save={({ reason }) => sendAction(emergency.id, { kind: 'cancel', reason: reason.trim() })}
      done={null}
      describeFailure={(error) => {
        void reloadQueue();
        return { message: failureText(error, 'No answer came. Look whether it was asked before you try again.') };
      }}
      onSaved={(changed) => {
        onClose();
        showEmergency(changed);
      }}
      onClose={onClose}
    >
      {({ control, setValue, watch }) => (
        <>
          <fieldset aria-label="Common reasons" className="grid grid-cols-1 gap-1">
            {COMMON_REASONS.map((reason, place) => {
              const isChosen = watch('reason') === reason;
              return (
                <button
                  key={reason}
                  type="button"
                  aria-pressed={isChosen}
                  {...(place === 0 ? { 'data-first-focus': true } : {})}
                  onClick={() =>
                    setValue('reason', isChosen ? '' : reason, { shouldDirty: true, shouldValidate: true })
                  }
                  className={cn(
                    'min-h-9 rounded-md border border-line px-3 py-1 text-left hover:bg-hover touch:min-h-11',
                    isChosen && 'border-accent bg-accent-soft font-medium',
                  )}
                >
                  {reason}
                </button>
              );
            })}
          </fieldset>
          <TextArea
            name="reason"
            control={control}
            label="Reason"
            rows={2}
            maxLength={MAX_REASON_LENGTH}
            required
          />
        </>
      )}
    </DialogForm>
  );
}
