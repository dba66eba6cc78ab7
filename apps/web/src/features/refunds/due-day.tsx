import { correctDueDay, type Refund } from '@wayside/contract/refunds';
import { useRef } from 'react';
import {
  type Control,
  type FieldPath,
  type FieldPathValue,
  type RegisterOptions,
  useController,
} from 'react-hook-form';
import { DateField } from '../../form/date-field.tsx';
import { DialogForm, FILLED, UNREADABLE } from '../../form/dialog-form.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { daysOfPeriod } from '../../list/periods.ts';
import { dueText } from './refund-labels.tsx';

export interface DueValues {
  /** A day; empty without one. */
  dueOn: string;
}

/** The last day on which the bank takes the evidence (REFD-03). */
export function DueField<V extends DueValues>({ control }: { control: Control<V> }) {
  const isDay = useRef(true);
  const { field, fieldState } = useController({
    name: 'dueOn' as FieldPath<V>,
    control,
    rules: {
      validate: {
        [UNREADABLE]: () => isDay.current || 'Enter a day',
        filled: FILLED.validate,
        future: (day: string) => day >= daysOfPeriod('today').from || 'Enter today or a later day',
      },
    } as RegisterOptions<V>,
  });
  return (
    <DateField
      label="Evidence due"
      day={field.value || null}
      onDay={(day) => field.onChange((day ?? '') as FieldPathValue<V, FieldPath<V>>)}
      onValidity={(isValid) => {
        isDay.current = isValid;
      }}
      error={fieldState.error?.message || undefined}
    />
  );
}

/** Corrects the due day of an open dispute (REFD-03). */
export function DueDayForm({ dispute, onClose }: { dispute: Refund; onClose: () => void }) {
  return (
    <DialogForm<DueValues, { readonly message: string | null }, never>
      title="Correct the Due Day"
      description={`The evidence is ${dispute.dueAt === null ? 'not due' : dueText(dispute.dueAt)}. The activity log keeps this day.`}
      defaultValues={{ dueOn: '' }}
      submitLabel="Save due day"
      pendingLabel="Saving..."
      save={({ dueOn }) => call(correctDueDay, { params: { id: dispute.id }, body: { dueOn } })}
      done={({ message }) => message ?? 'The due day is corrected.'}
      describeFailure={(error) => {
        void invalidateRefunds();
        return { message: failureText(error, 'Failed to correct the due day. Please try again.') };
      }}
      onSaved={() => {
        onClose();
        void invalidateRefunds();
      }}
      onClose={onClose}
    >
      {({ control }) => <DueField control={control} />}
    </DialogForm>
  );
}
