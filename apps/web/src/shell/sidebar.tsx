import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { config, isOwnServer } from '../lib/config.ts';
import { useMay } from '../lib/session.ts';
import { useIdlePart } from '../lib/use-idle-part.ts';
import { cn } from '../ui/cn.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { AccountMenu } from './account-menu.tsx';
import { linksFor, NAVIGATION, type NavigationGroup, type NavigationLink } from './navigation.ts';
import { useShellStore } from './shell-store.ts';
import type { WaitingBadgeProps } from './waiting-badge.tsx';

/** The sidebar beside the content, 16rem or 3rem wide (NAV-04). */
export function Sidebar() {
  const isExpanded = useShellStore((state) => state.isSidebarExpanded);
  return (
    <aside
      aria-label="Sidebar"
      data-unprinted=""
      className="fixed inset-y-0 left-0 z-20 flex w-(--sidebar-width) flex-col overflow-hidden border-r border-line bg-surface max-md:hidden"
    >
      <div className="flex h-(--header-height) shrink-0 items-center border-b border-line px-2.5">
        <Wordmark name={config().brand} compact={!isExpanded} />
      </div>
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto [scrollbar-width:thin]">
        <SidebarLinks iconsOnly={!isExpanded} />
      </div>
      <div className="grid shrink-0 border-t border-line p-1 empty:hidden">
        <AccountMenu isSmall={!isExpanded} />
      </div>
    </aside>
  );
}

export interface SidebarLinksProps {
  /** Icons only, each with its label as a tooltip. */
  iconsOnly?: boolean;
  onNavigate?: () => void;
}

/** All links of the sidebar (NAV-03). */
export function SidebarLinks({ iconsOnly = false, onNavigate }: SidebarLinksProps) {
  const may = useMay();
  const groups = NAVIGATION.map((group) => ({ ...group, links: linksFor(group.links, may) }));
  return (
    <nav aria-label="Main" className="grid gap-3 p-2">
      {groups
        .filter(({ links }) => links.length > 0)
        .map((group) => (
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
  'relative flex h-8 items-center gap-2.5 rounded-md px-1.5 font-medium text-ink-soft hover:bg-hover hover:text-ink touch:h-11 ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text';

function SidebarLink({ link, iconsOnly, onNavigate }: { link: NavigationLink } & Omit<GroupProps, 'group'>) {
  const Icon = link.icon;
  const badgeId = useId();
  return (
    <Link
      to={link.to}
      onClick={onNavigate}
      className={LOOK}
      // The name stays the same whatever waits; the badge describes it.
      {...(link.badge ? { 'aria-label': link.label, 'aria-describedby': badgeId } : {})}
      {...(iconsOnly ? { 'data-tip': link.label, 'data-tip-side': 'right' } : {})}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      <span className={iconsOnly ? 'sr-only' : 'truncate'}>{link.label}</span>
      {link.badge && <LinkBadge id={badgeId} kind={link.badge} isSmall={iconsOnly} />}
    </Link>
  );
}

const loadBadge = async () => (await import('./waiting-badge.tsx')).WaitingBadge;

function LinkBadge(props: WaitingBadgeProps) {
  const Badge = useIdlePart(isOwnServer(), loadBadge);
  return Badge && <Badge {...props} />;
}
