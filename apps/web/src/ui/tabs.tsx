import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabsProps {
  /** What the tabs choose between, for assistive technology. */
  label: string;
  tabs: readonly { readonly name: string; readonly content: ReactNode }[];
}

/** Several contents in one place, of which one shows; arrow keys move between the tabs. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Radix.Root defaultValue={tabs[0]?.name ?? ''}>
      <Radix.List aria-label={label} className="flex overflow-x-auto border-b border-line px-2">
        {tabs.map(({ name }) => (
          <Radix.Trigger
            key={name}
            value={name}
            className="-mb-px h-11 shrink-0 border-b-2 border-transparent px-3 font-medium text-ink-soft transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }) => (
        <Radix.Content key={name} value={name} className="outline-none">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
