import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { CONTROL_LOOK, Field } from './field.tsx';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A quiet second line, searched too. */
  readonly detail?: string | undefined;
}

export interface ComboboxProps {
  label: string;
  options: readonly ComboboxOption[];
  /** The chosen value; null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  placeholder?: string;
}

const PANEL = 'absolute inset-x-0 top-full z-20 mt-1 rounded-md bg-overlay shadow-float';

const matches = ({ label, detail }: ComboboxOption, typed: string) =>
  [label, detail].some((text) => text?.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));

/** A choice from many, found by typing: arrow keys move, Enter chooses, Escape closes. */
export function Combobox({ label, options, value, onChange, hint, error, disabled, placeholder }: ComboboxProps) {
  const chosen = options.find((option) => option.value === value);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = typed !== null;
  const found = isOpen ? options.filter((option) => matches(option, typed)) : [];

  const move = (to: number) => {
    setActive(to);
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (option) onChange(option.value);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open('');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      move((active + step + found.length) % Math.max(1, found.length));
    }
    if (!isOpen) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(found[active]);
    }
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation();
      setTyped(null);
    }
  };
  const open = (text: string) => {
    setTyped(text);
    setActive(0);
  };

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            role="combobox"
            aria-expanded={found.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found[active] ? `${listId}-${active}` : undefined}
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder}
            value={typed ?? chosen?.label ?? ''}
            className={CONTROL_LOOK}
            onChange={(event) => {
              open(event.target.value);
              if (value !== null) onChange(null);
            }}
            onClick={() => !isOpen && open('')}
            onBlur={() => setTyped(null)}
            onKeyDown={onKeyDown}
          />
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={label}
            hidden={found.length === 0}
            className={cn(PANEL, 'max-h-64 overflow-y-auto p-1')}
          >
            {found.map((option, index) => (
              // The keys are the input's: the focus stays there.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={option.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={option.value === value}
                className={cn(
                  'cursor-pointer rounded-sm px-2.5 py-1.5 touch:py-3',
                  index === active && 'bg-accent-soft',
                )}
                onPointerMove={() => index !== active && setActive(index)}
                // Before the input loses the focus and closes the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <span className="block truncate">{option.label}</span>
                {option.detail && <span className="block truncate text-sm text-ink-soft">{option.detail}</span>}
              </div>
            ))}
          </div>
          {isOpen && found.length === 0 && (
            <p role="status" className={cn(PANEL, 'px-3 py-2 text-ink-soft')}>
              Nobody matches
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
