import { Fragment, type KeyboardEvent, useId, useState } from 'react';
import { cn } from './cn.ts';
import { CONTROL_CLASS_NAME, Field } from './field.tsx';

export interface ComboboxOption {
  readonly value: string;
  readonly label: string;
  /** A secondary line; " · " separates its parts. */
  readonly detail?: string | undefined;
}

const SEPARATOR = ' · ';

/**
 * Provides keyboard handling and accessibility for a combobox. The focus stays in the input, and arrow keys move
 * through the options. Spread `input` on the input and pass `list` to `ComboboxList`.
 */
export function useCombobox<O extends ComboboxOption>(options: readonly O[], onChoose: (option: O) => void) {
  const listId = useId();
  const [position, setActive] = useState(0);
  const active = Math.min(position, options.length - 1);
  const optionId = (option: O) => `${listId}-${options.indexOf(option)}`;
  const activeOption = options[active];

  const moveByKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return false;
    event.preventDefault();
    const next = (active + step + options.length) % Math.max(1, options.length);
    setActive(next);
    const option = options[next];
    if (option) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' });
    return true;
  };
  return {
    activeOption,
    activateFirst: () => setActive(0),
    moveByKey,
    input: {
      role: 'combobox',
      'aria-expanded': options.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeOption && optionId(activeOption),
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    list: {
      id: listId,
      optionId,
      activeOption,
      onPoint: (option: O) => setActive(options.indexOf(option)),
      onChoose,
    },
  };
}

export interface ComboboxListProps<O extends ComboboxOption> {
  list: ReturnType<typeof useCombobox<O>>['list'];
  label: string;
  groups: readonly { readonly name: string | null; readonly options: readonly O[] }[];
  chosen?: string | null;
  className?: string;
}

export function ComboboxList<O extends ComboboxOption>({
  list,
  label,
  groups,
  chosen,
  className,
}: ComboboxListProps<O>) {
  const optionOf = (option: O) => {
    const isActive = option === list.activeOption;
    return (
      // The keys are the input's: the focus stays there.
      // biome-ignore lint/a11y/useKeyWithClickEvents: see above
      // biome-ignore lint/a11y/useFocusableInteractive: see above
      <div
        key={option.value}
        id={list.optionId(option)}
        role="option"
        aria-selected={chosen === undefined ? isActive : option.value === chosen}
        className={cn('cursor-pointer rounded-sm px-2.5 py-1.5 touch:py-3', isActive && 'bg-accent-soft')}
        onPointerMove={() => !isActive && list.onPoint(option)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => list.onChoose(option)}
      >
        <span dir="auto" className="block truncate text-left">
          {option.label}
        </span>
        {option.detail && (
          <span className="block truncate text-sm text-ink-soft">
            {option.detail.split(SEPARATOR).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
              <Fragment key={place}>
                {place > 0 && SEPARATOR}
                {/* A right-to-left name does not change the direction of the text around it. */}
                <bdi>{part}</bdi>
              </Fragment>
            ))}
          </span>
        )}
      </div>
    );
  };
  const isEmpty = groups.every(({ options }) => options.length === 0);
  return (
    <div
      id={list.id}
      role="listbox"
      aria-label={label}
      hidden={isEmpty}
      className={cn('overflow-y-auto', className)}
    >
      {groups.map(({ name, options }) =>
        name === null ? (
          options.map(optionOf)
        ) : (
          <div key={name} role="group" aria-label={name}>
            <div aria-hidden="true" className="px-2.5 pt-3 pb-1 text-xs font-medium text-ink-faint">
              {name}
            </div>
            {options.map(optionOf)}
          </div>
        ),
      )}
    </div>
  );
}

export interface ComboboxProps {
  label: string;
  options: readonly ComboboxOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  noMatch: string;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  placeholder?: string;
  matches: (texts: readonly (string | undefined)[], typed: string) => boolean;
  /** Called with the typed text if the caller does the search. */
  onType?: (text: string) => void;
  chosenOption?: ComboboxOption | null;
}

const PANEL = 'absolute inset-x-0 top-full z-20 mt-1 rounded-md bg-overlay shadow-float';

/** Labelled field to choose one of many options by typing: arrow keys move, Enter chooses, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { label, options, value, onChange, noMatch, hint, error, matches, onType, chosenOption, ...input } = props;
  const chosen = chosenOption ?? options.find((option) => option.value === value);
  const [typed, setTyped] = useState<string | null>(null);
  const isOpen = typed !== null;
  const found = isOpen
    ? options.filter((option) => onType !== undefined || matches([option.label, option.detail], typed))
    : [];
  const choose = (option: ComboboxOption | undefined) => {
    if (option) onChange(option.value);
    setTyped(null);
  };
  const combobox = useCombobox(found, choose);
  const open = (text: string) => {
    setTyped(text);
    onType?.(text);
    combobox.activateFirst();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      return open('');
    }
    if (!isOpen || combobox.moveByKey(event)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(combobox.activeOption);
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      setTyped(null);
    }
  };

  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...combobox.input}
            {...input}
            value={typed ?? chosen?.label ?? ''}
            className={CONTROL_CLASS_NAME}
            onChange={(event) => {
              open(event.target.value);
              if (value !== null) onChange(null);
            }}
            onClick={() => !isOpen && open('')}
            onBlur={() => setTyped(null)}
            onKeyDown={onKeyDown}
          />
          <ComboboxList
            list={combobox.list}
            label={label}
            groups={[{ name: null, options: found }]}
            chosen={value}
            className={cn(PANEL, 'max-h-64 p-1')}
          />
          {isOpen && found.length === 0 && (
            <p role="status" className={cn(PANEL, 'px-3 py-2 text-ink-soft')}>
              {noMatch}
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
