import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface TabsProps {
  /** What the tabs choose between, for assistive technology. */
  label: string;
  tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

/** Several contents in one place, of which one shows; arrow keys, Home and End move between the tabs. */
export function Tabs({ label, tabs }: TabsProps) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const next = new Map([
      ['ArrowRight', active === last ? 0 : active + 1],
      ['ArrowLeft', active === 0 ? last : active - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex overflow-x-auto border-b border-line px-2"
        onKeyDown={move}
      >
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === active}
            aria-controls={index === active ? `${id}-panel` : undefined}
            tabIndex={index === active ? 0 : -1}
            onClick={() => setActive(index)}
            className="-mb-px h-11 shrink-0 border-b-2 border-transparent px-3 font-medium text-ink-soft transition-colors hover:text-ink aria-selected:border-accent aria-selected:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
      <div key={active} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${active}`}>
        {tabs[active]?.content}
      </div>
    </div>
  );
}
