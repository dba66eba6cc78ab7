import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../languages/text.ts';
import { Kbd } from './button.tsx';
import { cn } from './cn.ts';
import { CONTROL_CLASS_NAME } from './field.tsx';
import { isShortcut } from './focus.ts';

export interface SearchFieldProps {
  label: string;
  /** Placeholder that states what the search finds; defaults to the label. */
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** Search field of a screen. `/` focuses it, and Escape or a button clears it. */
export function SearchField({ label, hint = label, value, onChange, className }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusOnSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focusOnSlash);
    return () => document.removeEventListener('keydown', focusOnSlash);
  }, []);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={cn('group relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
      />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        value={value}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          clear();
        }}
        className={cn(CONTROL_CLASS_NAME, 'px-9 text-ellipsis')}
      />
      {value === '' ? (
        <Kbd className="pointer-events-none absolute inset-y-0 right-2.5 my-auto group-focus-within:hidden touch:hidden">
          /
        </Kbd>
      ) : (
        <button
          type="button"
          aria-label={t('Clear search')}
          onClick={clear}
          className="absolute inset-y-0 right-1 my-auto grid size-7 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink touch:size-11"
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  );
}
