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
import { DialogForm, FILLED, UNREADABLE_RULE } from '../../form/dialog-form.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { invalidateRefunds } from '../../lib/invalidate-money.ts';
import { daysOfPeriod } from '../../list/periods.ts';
import { isPastDue } from './refund-labels.tsx';

export interface DueValues {
  /** The due day; empty if none is set. */
  dueOn: string;
}

/** Field for the bank's deadline for evidence (REFD-03). */
export function DueField<V extends DueValues>({ control }: { control: Control<V> }) {
  const isDay = useRef(true);
  const { field, fieldState } = useController({
    name: 'dueOn' as FieldPath<V>,
    control,
    rules: {
      validate: {
        [UNREADABLE_RULE]: () => isDay.current || t('Enter a day'),
        filled: FILLED.validate,
        future: (day: string) => day >= daysOfPeriod('today').from || t('Enter today or a later day'),
      },
    } as RegisterOptions<V>,
  });
  return (
    <DateField
      label={t('Evidence due')}
      day={field.value || null}
      onDay={(day) => field.onChange((day ?? '') as FieldPathValue<V, FieldPath<V>>)}
      onValidity={(isValid) => {
        isDay.current = isValid;
      }}
      error={fieldState.error?.message || undefined}
    />
  );
}

function dueDayHint(dueAt: string | null): string {
  if (dueAt === null) return t('The evidence is not due. The activity log keeps this day.');
  const date = formatDate(dueAt);
  return isPastDue(dueAt)
    ? t('The evidence has been overdue since {date}. The activity log keeps this day.', { date })
    : t('The evidence is due {date}. The activity log keeps this day.', { date });
}

/** Form that corrects the due day of an open dispute (REFD-03). */
export function DueDayForm({ dispute, onClose }: { dispute: Refund; onClose: () => void }) {
  return (
    <DialogForm<DueValues, { readonly message: string | null }, never>
      title={t('Correct the Due Day')}
      description={dueDayHint(dispute.dueAt)}
      defaultValues={{ dueOn: '' }}
      submitLabel={t('Save due day')}
      pendingLabel={t('Saving...')}
      save={({ dueOn }) => call(correctDueDay, { params: { id: dispute.id }, body: { dueOn } })}
      done={({ message }) => message ?? t('The due day is corrected.')}
      describeFailure={(error) => {
        void invalidateRefunds();
        return { message: failureText(error, t('Failed to correct the due day. Please try again.')) };
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
