import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Message, t } from '../languages/text.ts';
import { useActiveInView } from '../ui/use-active-in-view.ts';

const LOOK =
  'inline-flex h-9 shrink-0 items-center border-b-2 border-transparent px-1 font-medium text-ink-soft hover:text-ink ' +
  'touch:h-11 aria-[current=page]:border-accent aria-[current=page]:text-ink';
const EXACT = { exact: true, includeSearch: false } as const;

export interface PageSectionsProps {
  label: string;
  pages: readonly (readonly [to: NonNullable<LinkProps['to']>, name: Message])[];
}

/** Links to the pages of an area, in one line that scrolls if it is too long. */
export function PageSections({ label, pages }: PageSectionsProps) {
  const nav = useRef<HTMLElement>(null);
  useActiveInView(nav, useLocation().pathname);
  return (
    <nav
      ref={nav}
      aria-label={label}
      data-unprinted=""
      className="flex min-w-0 gap-x-4 overflow-x-auto max-md:order-last max-md:edge-fade max-md:grow max-md:basis-full md:pl-2"
    >
      {pages.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={EXACT} className={LOOK}>
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
