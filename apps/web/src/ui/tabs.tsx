import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { PHONE, useMediaQuery } from './use-media-query.ts';

export interface TabsProps {
  label: string;
  tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

/** Tabs: a list at the left, or a row above on a phone. */
export function Tabs({ label, tabs }: TabsProps) {
  const isRow = useMediaQuery(PHONE);
  return (
    <Radix.Root
      defaultValue={tabs[0]?.name ?? ''}
      orientation={isRow ? 'horizontal' : 'vertical'}
      className="md:grid md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <Radix.List
        aria-label={label}
        className="flex border-line max-md:overflow-x-auto max-md:border-b max-md:px-2 md:flex-col md:gap-0.5 md:border-r md:p-2"
      >
        {tabs.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="shrink-0 px-3 font-medium text-ink-soft transition-colors hover:text-ink aria-selected:text-ink max-md:-mb-px max-md:h-11 max-md:border-b-2 max-md:border-transparent max-md:aria-selected:border-accent md:h-9 md:rounded-md md:text-left md:touch:h-11 md:hover:bg-hover md:aria-selected:bg-accent-soft md:aria-selected:text-accent-text"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} tabIndex={-1}>
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
