import { type ComponentPropsWithRef, type ReactNode, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { MenuEntry } from './menu-panel.tsx';

const loadPanel = () => import('./menu-panel.tsx');
const MenuPanel = lazyPart(() => loadPanel(), 'MenuPanel');

export interface MenuButtonProps {
  /** The button's accessible name. */
  label: string;
  icon: ReactNode;
  entries: readonly MenuEntry[];
  /** Whether the name is shown beside the icon. */
  isText?: boolean;
  /** A line of text above the entries. */
  note?: string | undefined;
  disabled?: boolean;
  className?: string;
  /** Replaces the icon and the name. */
  trigger?: ReactNode;
}

/** A button that opens a menu. The code of the menu loads when a pointer or the focus reaches the button. */
export function MenuButton({
  label,
  icon,
  entries,
  isText,
  note,
  disabled = false,
  className,
  trigger,
}: MenuButtonProps) {
  // The menu opens inside the landmark of its button.
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = () =>
    setLandmark(button.current?.closest<HTMLElement>('header, aside, main, [role="dialog"]') ?? document.body);
  const close = () => setLandmark(null);
  const prepare = () => void loadPanel().catch(() => undefined);
  const asked: ComponentPropsWithRef<'button'> = {
    ref: button,
    disabled,
    'aria-haspopup': 'menu',
    'aria-expanded': landmark !== null,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: landmark ? close : open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
    ...(className ? { className } : {}),
  };
  return (
    <span className="relative inline-grid">
      {trigger !== undefined && (
        <button
          type="button"
          {...asked}
          aria-label={label}
          className="rounded-md px-1.5 hover:bg-hover aria-expanded:bg-hover"
        >
          {trigger}
        </button>
      )}
      {trigger === undefined && isText && (
        <Button icon={icon} {...asked}>
          {label}
        </Button>
      )}
      {trigger === undefined && !isText && <IconButton label={label} icon={icon} {...asked} />}
      {landmark && (
        <MenuPanel
          label={label.split(',')[0] ?? label}
          entries={entries}
          note={note}
          container={landmark}
          onClose={close}
          onClosed={() => button.current?.focus()}
        />
      )}
    </span>
  );
}
