import type { ComponentPropsWithRef } from 'react';
import { cn } from './cn.ts';
import { CONTROL_LOOK, Field } from './field.tsx';

export interface TextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labelled input of several lines. */
export function TextArea({ label, hint, error, className, ...input }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea {...input} {...control} className={cn(CONTROL_LOOK, 'h-auto touch:h-auto py-2', className)} />
      )}
    </Field>
  );
}
