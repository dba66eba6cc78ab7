import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { AttentionKind } from '@wayside/contract/dashboard';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { type Message, msg, t } from '../languages/text.ts';
import { config, isOwnServer } from '../lib/config.ts';
import { useIdle } from '../lib/fetch-screen.ts';
import { initialsOf } from '../lib/format.ts';
import { attentionQuery } from '../lib/invalidate-money.ts';
import { roleName } from '../lib/role-hints.ts';
import { useIdentity, useMay } from '../lib/session.ts';
import { Avatar } from '../ui/badge.tsx';
import { cn } from '../ui/cn.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { Wordmark } from '../ui/page-header.tsx';
import { accountPages, linksFor, NAVIGATION, type NavigationGroup, type NavigationLink } from './navigation.ts';
import { useShellStore } from './shell-store.ts';

/** The sidebar beside the content, 16rem or 3rem wide (NAV-04). */
export function Sidebar() {
  const isExpanded = useShellStore((state) => state.isSidebarExpanded);
  return (
    <aside
      aria-label={t('Sidebar')}
      data-unprinted=""
      className="fixed inset-y-0 left-0 z-20 flex w-(--sidebar-width) flex-col overflow-hidden border-r border-line bg-surface max-md:hidden"
    >
      <div className="flex h-(--header-height) shrink-0 items-center border-b border-line px-2.5">
        <Wordmark name={config().brand} compact={!isExpanded} />
      </div>
      <div className="min-h-0 flex-1 scroll-py-4 overflow-x-hidden overflow-y-auto [scrollbar-width:thin]">
        <SidebarLinks iconsOnly={!isExpanded} />
      </div>
      <div className="grid shrink-0 border-t border-line p-1 empty:hidden">
        <AccountMenu isSmall={!isExpanded} />
      </div>
    </aside>
  );
}

export interface SidebarLinksProps {
  iconsOnly?: boolean;
  onNavigate?: () => void;
}

export function SidebarLinks({ iconsOnly = false, onNavigate }: SidebarLinksProps) {
  const may = useMay();
  const groups = NAVIGATION.map((group) => ({ ...group, links: linksFor(group.links, may) }));
  return (
    <nav aria-label={t('Main')} className="grid gap-3 p-2">
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
          {t(heading)}
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

const LINK_CLASS_NAME =
  'relative flex h-8 items-center gap-2.5 rounded-md px-1.5 font-medium text-ink-soft hover:bg-hover hover:text-ink touch:h-11 ' +
  'aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text';

function SidebarLink({ link, iconsOnly, onNavigate }: { link: NavigationLink } & Omit<GroupProps, 'group'>) {
  const Icon = link.icon;
  const badgeId = useId();
  return (
    <Link
      to={link.to}
      onClick={onNavigate}
      className={LINK_CLASS_NAME}
      {...(link.badges ? { 'aria-label': t(link.label), 'aria-describedby': badgeId } : {})}
      {...(iconsOnly ? { 'data-tip': t(link.label), 'data-tip-side': 'right' } : {})}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
      <span className={iconsOnly ? 'sr-only' : 'truncate'}>{t(link.label)}</span>
      {link.badges && <WaitingBadge id={badgeId} kinds={link.badges} isSmall={iconsOnly} />}
    </Link>
  );
}

const MAX_COUNT = 99;

interface WaitingBadgeProps {
  id: string;
  kinds: readonly AttentionKind[];
  isSmall: boolean;
}

/** Badge of a sidebar link with the number of pending items, updated live (WORK-02, TEAM-06). */
function WaitingBadge({ id, kinds, isSmall }: WaitingBadgeProps) {
  const { data } = useQuery({ ...attentionQuery, enabled: useIdle(isOwnServer()) });
  const count =
    data?.reduce((sum, item) => sum + (kinds.some((kind) => kind === item.kind) ? item.count : 0), 0) ?? 0;
  if (count === 0) return null;
  return (
    <span
      id={id}
      className={cn(
        'numeric shrink-0 rounded-full text-xs font-semibold whitespace-nowrap',
        kinds.some((kind) => kind.endsWith('emergencies'))
          ? 'bg-danger-soft text-danger-text'
          : 'bg-warning-soft text-warning-text',
        isSmall ? 'absolute -top-1 -right-1 px-1 leading-4' : 'ml-auto px-1.5 leading-5',
      )}
    >
      <span translate="no">{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>
      <span className="sr-only"> {t(kinds.map((kind) => WAITING[kind])[0] ?? msg('waiting'))}</span>
    </span>
  );
}

/** Explanations for badge counts that are not obvious. */
const WAITING: Partial<Record<AttentionKind, Message>> = {
  unassigned_emergencies: msg('emergencies without a mechanic'),
  unclaimed_emergencies: msg('unclaimed emergencies'),
};

export interface AccountMenuProps {
  isSmall?: boolean;
  onNavigate?: (() => void) | undefined;
}

/** Shows who is signed in, with a menu of their own pages (PEOP-08). */
export function AccountMenu({ isSmall = false, onNavigate }: AccountMenuProps) {
  const navigate = useNavigate();
  const identity = useIdentity();
  const entries = accountPages(useMay());
  if (entries.length === 0) return null;
  const name = identity?.name?.trim() || identity?.email || '';
  const role = roleName(identity?.role ?? '');
  return (
    <MenuButton
      label={[t('Account'), name, role].filter(Boolean).join(', ')}
      icon={null}
      entries={entries.map(({ to, label, icon: Icon }) => ({
        label: t(label),
        icon: <Icon aria-hidden="true" />,
        onSelect: () => {
          onNavigate?.();
          void navigate({ to });
        },
      }))}
      trigger={
        <span className="flex min-h-10 w-full min-w-0 items-center gap-2.5 text-left">
          <Avatar initials={initialsOf(name)} />
          {!isSmall && (
            <span className="grid min-w-0">
              <span translate="no" dir="auto" className="truncate text-left font-medium text-ink">
                {name}
              </span>
              <span className="truncate text-xs text-ink-soft">{role}</span>
            </span>
          )}
        </span>
      }
    />
  );
}
