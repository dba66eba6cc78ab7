import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { cn } from '../ui/cn.ts';
import { NAVIGATION, type NavigationGroup, type NavigationLink } from './navigation.ts';

export interface SidebarLinksProps {
  /** Icons only, each with its label as a tooltip. */
  iconsOnly?: boolean;
  onNavigate?: () => void;
}

/** All links of the sidebar (NAV-03). */
export function SidebarLinks({ iconsOnly = false, onNavigate }: SidebarLinksProps) {
  return (
    <nav aria-label="Main" className="grid gap-3 p-2">
      {NAVIGATION.map((group) => (
        <Group key={group.links[0]?.to} group={group} iconsOnly={iconsOnly} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

type GroupProps = { group: NavigationGroup; iconsOnly: boolean; onNavigate: (() => void) | undefined };

function Group({ group, iconsOnly, onNavigate }: GroupProps) {
  const [isOpen, setOpen] = useState(true);
  const id = useId();
  const { heading } = group;
  const hasHeading = heading !== null && !iconsOnly;
  return (
    <div className={cn('grid gap-0.5', iconsOnly && 'not-first:border-t not-first:border-line not-first:pt-3')}>
      {hasHeading && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex h-7 items-center justify-between rounded-md px-2 text-xs font-medium text-ink-faint hover:bg-hover hover:text-ink touch:h-11"
        >
          {heading}
          <ChevronDown
            aria-hidden="true"
            className={cn('size-3.5 transition-transform', !isOpen && '-rotate-90')}
          />
        </button>
      )}
      <ul id={id} hidden={hasHeading && !isOpen} className="grid gap-0.5 [&[hidden]]:hidden">
        {group.links.map((link) => (
          <li key={link.to}>
            <SidebarLink link={link} iconsOnly={iconsOnly} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const LOOK =
  'flex h-8 items-center gap-2.5 rounded-md px-1.5 font-medium text-ink-soft hover:bg-hover hover:text-ink touch:h-11 ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text';

function SidebarLink({ link, iconsOnly, onNavigate }: { link: NavigationLink } & Omit<GroupProps, 'group'>) {
  const Icon = link.icon;
  return (
    <Link
      to={link.to}
      onClick={onNavigate}
      className={LOOK}
      {...(iconsOnly ? { 'data-tip': link.label, 'data-tip-side': 'right' } : {})}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      <span className={iconsOnly ? 'sr-only' : 'truncate'}>{link.label}</span>
    </Link>
  );
}
