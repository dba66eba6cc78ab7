import type { ComponentPropsWithRef } from 'react';
import { cn } from './cn.ts';
import { CONTROL_LOOK, Field } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labelled single-line input. */
export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={cn(CONTROL_LOOK, className)} />}
    </Field>
  );
}
