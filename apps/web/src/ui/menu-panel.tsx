import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useRef } from 'react';
import { cn } from './cn.ts';
import type { MenuEntry } from './menu-entry.ts';

const PANEL = 'z-50 min-w-44 rounded-lg bg-overlay p-1 shadow-float animate-settle-in';
const ENTRY =
  'flex h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 outline-none touch:h-11 ' +
  'data-[highlighted]:bg-hover data-[state=open]:bg-hover [&>svg]:size-4 [&>svg]:text-ink-faint';

export interface MenuPanelProps {
  label: string;
  entries: readonly MenuEntry[];
  /** Where it is rendered. */
  container: HTMLElement;
  onClose: () => void;
  /** The menu has gone: the place to give the focus back. */
  onClosed: () => void;
}

/** An open menu under the box it is rendered in: arrow keys, Home, End, typing a word, Escape. */
export function MenuPanel({ label, entries, container, onClose, onClosed }: MenuPanelProps) {
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
            // The button itself closes the menu; closed here already, its click would open it again.
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
          <Entries entries={entries} container={container} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type Inner = Pick<MenuPanelProps, 'container'>;

function Entries({ entries, container }: Inner & { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <Entry key={entry.label} entry={entry} container={container} />);
}

function Entry({ entry, container }: Inner & { entry: MenuEntry }) {
  if (entry.kind === 'submenu') {
    return (
      <Radix.Sub>
        <Radix.SubTrigger className={ENTRY}>
          {entry.icon}
          {entry.label}
          <ChevronRight aria-hidden="true" className="ml-auto" />
        </Radix.SubTrigger>
        <Radix.Portal container={container}>
          <Radix.SubContent sideOffset={4} className={PANEL}>
            <Entries entries={entry.entries} container={container} />
          </Radix.SubContent>
        </Radix.Portal>
      </Radix.Sub>
    );
  }
  if (entry.kind === 'choice') {
    return (
      <Radix.CheckboxItem
        role="menuitemradio"
        checked={entry.checked}
        onSelect={entry.onSelect}
        className={cn(ENTRY, 'pr-2')}
      >
        {entry.icon}
        {entry.label}
        {entry.checked && <Check aria-hidden="true" className="ml-auto text-accent-text!" />}
      </Radix.CheckboxItem>
    );
  }
  return (
    <Radix.Item onSelect={entry.onSelect} className={cn(ENTRY, entry.tone === 'danger' && 'text-danger-text')}>
      {entry.icon}
      {entry.label}
    </Radix.Item>
  );
}
