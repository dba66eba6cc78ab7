import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { cn } from './cn.ts';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  /** Whether a choice is the current one; undefined for an action. */
  readonly checked?: boolean;
  readonly className?: string;
  readonly onSelect: () => void;
}

const PANEL = 'z-50 min-w-44 rounded-lg bg-overlay p-1 shadow-float animate-settle-in';
const ENTRY =
  'flex h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 outline-none touch:h-11 ' +
  'data-[highlighted]:bg-hover [&>svg]:size-4 [&>svg]:text-ink-faint';

export interface MenuPanelProps {
  label: string;
  entries: readonly MenuEntry[];
  note?: string | undefined;
  container: HTMLElement;
  onClose: () => void;
  /** Returns the focus after the menu closed, or before an entry opens a dialog. */
  onClosed: () => void;
}

/** An open menu below the box that renders it. It supports the arrow keys, Home, End, typing a word and Escape. */
export function MenuPanel({ label, entries, note, container, onClose, onClosed }: MenuPanelProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span ref={anchor} aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The button closes the menu itself. If this handler closed it first, the click would open it again.
            if (event.target instanceof Node && anchor.current?.parentElement?.contains(event.target)) {
              event.preventDefault();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className={PANEL}
        >
          {note && <Radix.Label className="numeric px-2 py-1 text-xs text-ink-faint">{note}</Radix.Label>}
          {entries.map((entry) => (
            <Entry
              key={entry.label}
              {...entry}
              onSelect={() => {
                onClosed();
                entry.onSelect();
              }}
            />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ label, icon, checked, className, onSelect }: MenuEntry) {
  if (checked === undefined) {
    return (
      <Radix.Item onSelect={onSelect} className={cn(ENTRY, className)}>
        {icon}
        {label}
      </Radix.Item>
    );
  }
  return (
    <Radix.CheckboxItem role="menuitemradio" checked={checked} onSelect={onSelect} className={cn(ENTRY, className)}>
      {icon}
      {label}
      {checked && <Check aria-hidden="true" className="ml-auto text-accent-text!" />}
    </Radix.CheckboxItem>
  );
}
