import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cn } from './cn.ts';

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

export const CONTROL_CLASS_NAME =
  'h-9 w-full min-w-0 rounded-md bg-surface px-3 text-ink ring-1 ring-line-strong ring-inset transition-shadow touch:h-11 touch:text-lg ' +
  'hover:ring-ink-faint focus-visible:outline-offset-0 [&:read-only:not(select)]:bg-hover disabled:bg-hover disabled:text-ink-faint aria-invalid:ring-danger';

/** A label, a control and a hint or error, tied together for assistive technology. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const message = error ?? hint;
  const saidId = `${id}-said`;
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="w-fit text-sm font-medium text-ink">
        {label}
      </label>
      {children({ id, 'aria-describedby': message ? saidId : undefined, 'aria-invalid': error ? true : undefined })}
      {message && (
        <p id={saidId} className={error ? 'text-sm text-danger-text' : 'text-sm text-ink-faint'}>
          {message}
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

export function LabelledInput({ label, hint, error, className, ...input }: LabelledInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...input} {...control} className={cn(CONTROL_CLASS_NAME, className)} />}
    </Field>
  );
}

export interface LabelledTextAreaProps extends Omit<ComponentPropsWithRef<'textarea'>, 'id'> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export function LabelledTextArea({ label, hint, error, className, ...input }: LabelledTextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...input}
          {...control}
          className={cn(CONTROL_CLASS_NAME, 'h-auto touch:h-auto py-2', className)}
        />
      )}
    </Field>
  );
}

export interface CheckboxGroupProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'value'> {
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  isChecked?: (value: string) => boolean;
  hint?: string | undefined;
  error?: string | undefined;
}

export function CheckboxGroup({ label, options, isChecked, hint, error, ...input }: CheckboxGroupProps) {
  const message = error ?? hint;
  const saidId = useId();
  return (
    <fieldset
      className="grid gap-1.5"
      aria-describedby={message ? saidId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div className="grid grid-cols-1 gap-x-4 min-[26rem]:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-8 min-w-0 items-center gap-2.5 touch:min-h-11">
            <input
              {...input}
              {...(isChecked ? { checked: isChecked(option.value) } : {})}
              type="checkbox"
              value={option.value}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 wrap-anywhere">{option.label}</span>
          </label>
        ))}
      </div>
      {message && (
        <p id={saidId} className={error ? 'text-sm text-danger-text' : 'text-sm text-ink-faint'}>
          {message}
        </p>
      )}
    </fieldset>
  );
}
