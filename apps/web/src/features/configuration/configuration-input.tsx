import type { ComponentPropsWithRef, KeyboardEvent } from 'react';
import { LabelledInput } from '../../ui/field.tsx';
import type { ConfigurationField } from './configuration-fields.ts';
import { fieldError, steppedValue } from './configuration-fields.ts';

export interface ConfigurationInputProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  field: ConfigurationField;
  error: string | undefined;
  /** Called with the next value when an arrow key steps the number. */
  onStep: (value: string) => void;
}

/**
 * The field of one value. A number is text, because a number input takes no commas (EDIT-03); its step and bounds are hints
 * (CONF-02), and the arrow keys step it as they do in a number input.
 */
export function ConfigurationInput({ field, error, onStep, ...input }: ConfigurationInputProps) {
  const { label, kind, step, max } = field;
  if (kind === 'text')
    return <LabelledInput label={label} autoComplete="off" placeholder="Enter UPI ID" error={error} {...input} />;
  const stepByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (input.readOnly || steps === undefined || fieldError(field, event.currentTarget.value) !== undefined) return;
    event.preventDefault();
    onStep(steppedValue(field, event.currentTarget.value, steps));
  };
  return (
    <LabelledInput
      label={label}
      autoComplete="off"
      inputMode="decimal"
      step={step}
      min={0}
      max={max}
      hint={`${max === undefined ? 'From 0' : `From 0 to ${max}`}, in steps of ${step}`}
      error={error}
      onKeyDown={stepByKey}
      {...input}
    />
  );
}
