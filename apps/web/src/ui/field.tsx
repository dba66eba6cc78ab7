import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

/** The attributes that tie a control to its field. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** A sentence under the control. */
  hint?: string | undefined;
  /** An error; replaces the hint. */
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** Class names of an input. */
export const CONTROL_LOOK =
  'h-9 w-full min-w-0 rounded-md bg-surface px-3 text-ink ring-1 ring-line-strong ring-inset transition-shadow touch:h-11 touch:text-lg ' +
  'hover:ring-ink-faint focus-visible:outline-offset-0 [&:read-only:not(select)]:bg-hover disabled:bg-hover disabled:text-ink-faint aria-invalid:ring-danger';

/** A label, a control and a hint or error, tied together for assistive technology. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const said = error ?? hint;
  const saidId = `${id}-said`;
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="w-fit text-sm font-medium text-ink">
        {label}
      </label>
      {children({ id, 'aria-describedby': said ? saidId : undefined, 'aria-invalid': error ? true : undefined })}
      {said && (
        <p id={saidId} className={error ? 'text-sm text-danger-text' : 'text-sm text-ink-faint'}>
          {said}
        </p>
      )}
    </div>
  );
}

export interface LabelledInputProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labelled single-line input. */
export function LabelledInput({ label, hint, error, className, ...input }: LabelledInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={cn(CONTROL_LOOK, className)} />}
    </Field>
  );
}

export interface LabelledTextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** A labelled input of several lines. */
export function LabelledTextArea({ label, hint, error, className, ...input }: LabelledTextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea {...input} {...control} className={cn(CONTROL_LOOK, 'h-auto touch:h-auto py-2', className)} />
      )}
    </Field>
  );
}
