import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { cn } from './cn.ts';
import { CONTROL_CLASS_NAME } from './field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps extends ComponentPropsWithRef<'select'> {
  options: readonly SelectOption[];
}

/** A native select. It needs an accessible name, from `aria-label` or the id of a field. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={cn('relative inline-block', className)}>
      <select {...rest} className={cn('select appearance-none pr-8 font-medium', CONTROL_CLASS_NAME)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-ink-faint"
      />
    </span>
  );
}
