import { type ComponentPropsWithRef, useId } from 'react';

export interface CheckboxGroupProps extends Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'value'> {
  /** Names the group. */
  label: string;
  options: readonly { readonly value: string; readonly label: string }[];
  /** Whether a box is checked, where the state is not the form's. */
  isChecked?: (value: string) => boolean;
  /** A sentence under the boxes. */
  hint?: string | undefined;
  /** An error; replaces the hint. */
  error?: string | undefined;
}

/** Labelled checkboxes of one name; the other attributes go to each of them. */
export function CheckboxGroup({ label, options, isChecked, hint, error, ...input }: CheckboxGroupProps) {
  const said = error ?? hint;
  const saidId = useId();
  return (
    <fieldset
      className="grid gap-1.5"
      aria-describedby={said ? saidId : undefined}
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
      {said && (
        <p id={saidId} className={error ? 'text-sm text-danger-text' : 'text-sm text-ink-faint'}>
          {said}
        </p>
      )}
    </fieldset>
  );
}
