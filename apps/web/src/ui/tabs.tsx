import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { useActiveInView } from './use-active-in-view.ts';
import { PHONE, useMediaQuery } from './use-media-query.ts';

export interface TabsProps {
  label: string;
  tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

/** Tabs in a list on the left, or in a row at the top on a phone. Arrow keys, Home and End move between them. */
export function Tabs({ label, tabs }: TabsProps) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const isRow = useMediaQuery(PHONE);
  useActiveInView(list, active);

  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const next = new Map([
      [isRow ? 'ArrowRight' : 'ArrowDown', active === last ? 0 : active + 1],
      [isRow ? 'ArrowLeft' : 'ArrowUp', active === 0 ? last : active - 1],
      ['Home', 0],
      ['End', last],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className="md:grid md:grid-cols-[14rem_minmax(0,1fr)]">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation={isRow ? 'horizontal' : 'vertical'}
        className="flex border-line max-md:scroll-sign max-md:border-b max-md:px-2 md:flex-col md:gap-0.5 md:border-r md:p-2"
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
            className={cn(
              'shrink-0 px-3 font-medium text-ink-soft transition-colors hover:text-ink aria-selected:text-ink',
              'max-md:-mb-px max-md:h-11 max-md:border-b-2 max-md:border-transparent max-md:aria-selected:border-accent',
              'md:h-9 md:rounded-md md:text-left md:touch:h-11 md:hover:bg-hover md:aria-selected:bg-accent-soft md:aria-selected:text-accent-text',
            )}
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
