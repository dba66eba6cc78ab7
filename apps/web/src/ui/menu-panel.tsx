import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { cn } from './cn.ts';
import type { MenuEntry } from './menu-entry.ts';

const PANEL = 'z-50 min-w-44 rounded-lg bg-overlay p-1 shadow-float animate-settle-in';
const ENTRY =
  'flex h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 outline-none touch:h-11 ' +
  'data-[highlighted]:bg-hover data-[state=open]:bg-hover [&>svg]:size-4 [&>svg]:text-ink-faint';

export interface MenuPanelProps {
  label: string;
  entries: readonly MenuEntry[];
  onClose: () => void;
  /** The menu has gone: the place to give the focus back. */
  onClosed: () => void;
}

/** An open menu under the box it is rendered in: arrow keys, Home, End, typing a word, Escape. */
export function MenuPanel({ label, entries, onClose, onClosed }: MenuPanelProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            onClosed();
          }}
          className={PANEL}
        >
          <Entries entries={entries} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entries({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry) => <Entry key={entry.label} entry={entry} />);
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'submenu') {
    return (
      <Radix.Sub>
        <Radix.SubTrigger className={ENTRY}>
          {entry.icon}
          {entry.label}
          <ChevronRight aria-hidden="true" className="ml-auto" />
        </Radix.SubTrigger>
        <Radix.Portal>
          <Radix.SubContent sideOffset={4} className={PANEL}>
            <Entries entries={entry.entries} />
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
