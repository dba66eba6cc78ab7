import type { RegisteredRouter } from '@tanstack/react-router';
import type { AttentionKind } from '@wayside/contract/dashboard';
import type { Permission } from '@wayside/contract/wire/permissions';
import {
  BadgeCheck,
  BellRing,
  CalendarCheck,
  CarFront,
  CircleUser,
  Clock,
  CreditCard,
  History,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Plug,
  Scale,
  Settings,
  Settings2,
  Users,
  Wrench,
} from 'lucide-react';
import { type Message, msg } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import type { may } from '../lib/session.ts';
import { HandCoinsIcon, LifeBuoyIcon, SirenIcon, UserCogIcon } from '../ui/one-path-icons.ts';

export type ScreenPath = keyof RegisteredRouter['routesByPath'];

export interface NavigationLink {
  readonly to: ScreenPath;
  readonly label: Message;
  readonly icon: LucideIcon;
  readonly permission?: Permission;
  readonly isOwn?: true;
  readonly badges?: readonly AttentionKind[];
}

export interface NavigationGroup {
  readonly heading: Message | null;
  readonly links: readonly NavigationLink[];
}

/** The groups and links of the sidebar, in order (NAV-03). */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    heading: null,
    links: [
      { to: '/dashboard', label: msg('Dashboard'), icon: LayoutDashboard },
      { to: '/bookings', label: msg('Bookings'), icon: CalendarCheck, badges: ['unassigned_emergencies'] },
      { to: '/users', label: msg('Users'), icon: Users },
      { to: '/mechanics', label: msg('Mechanics'), icon: UserCogIcon, badges: ['applications'] },
      { to: '/payments', label: msg('Payments'), icon: CreditCard, permission: 'payments:read' },
      { to: '/payouts', label: msg('Payouts'), icon: HandCoinsIcon, permission: 'payouts:read' },
    ],
  },
  {
    heading: msg('Operations'),
    links: [
      {
        to: '/roadside',
        label: msg('Roadside'),
        icon: LifeBuoyIcon,
        isOwn: true,
        badges: ['unclaimed_emergencies'],
      },
      {
        to: '/approvals',
        label: msg('Approvals'),
        icon: BadgeCheck,
        permission: 'money:move',
        isOwn: true,
        badges: ['approvals', 'refunds_to_approve', 'write_offs_to_approve'],
      },
      {
        to: '/reconciliation',
        label: msg('Reconciliation'),
        icon: Scale,
        permission: 'settlements:reconcile',
        isOwn: true,
        badges: ['unreconciled_lines'],
      },
    ],
  },
  {
    heading: msg('Services'),
    links: [
      { to: '/services/sos', label: msg('SOS Services'), icon: SirenIcon },
      { to: '/services/regular', label: msg('Services'), icon: Wrench },
      { to: '/services/parts', label: msg('Parts'), icon: Package },
    ],
  },
  {
    heading: msg('Master'),
    links: [
      { to: '/master/slots', label: msg('Slots'), icon: Clock },
      { to: '/master/vehicle-models', label: msg('Vehicle Models'), icon: CarFront },
      { to: '/master/config', label: msg('App Configuration'), icon: Settings2 },
    ],
  },
  {
    heading: null,
    links: [
      { to: '/notifications', label: msg('Notifications'), icon: BellRing, permission: 'notifications:manage' },
    ],
  },
];

/** Pages of the account menu (PEOP-08). */
const ACCOUNT_PAGES = [
  { to: '/profile', label: msg('Profile'), icon: CircleUser, isOwn: true },
  { to: '/settings', label: msg('Settings'), icon: Settings, isOwn: true },
] as const satisfies readonly NavigationLink[];

/** Pages linked from Settings (PEOP-08). */
const SETTINGS_PAGES = [
  { to: '/team', label: msg('Team'), icon: Users, isOwn: true, permission: 'team:manage' },
  { to: '/activity', label: msg('Activity'), icon: History, isOwn: true, permission: 'activity:read' },
  {
    to: '/integrations',
    label: msg('Integrations'),
    icon: Plug,
    isOwn: true,
    permission: 'integrations:manage',
  },
] as const satisfies readonly NavigationLink[];

export const linksFor = <L extends NavigationLink>(links: readonly L[], mayDo: typeof may): readonly L[] =>
  links.filter(
    ({ permission, isOwn }) =>
      (isOwn === undefined || isOwnServer()) && (permission === undefined || mayDo(permission)),
  );

const ALL_PAGES: readonly NavigationLink[] = [
  ...NAVIGATION.flatMap((group) => group.links),
  ...ACCOUNT_PAGES,
  ...SETTINGS_PAGES,
];

export const allPages = (mayDo: typeof may) => linksFor(ALL_PAGES, mayDo);

/** Checks whether the administrator may open the page at a path (TEAM-01). */
export function mayOpen(pathname: string, mayDo: typeof may): boolean {
  const page = ALL_PAGES.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return page?.permission === undefined || mayDo(page.permission);
}

export const accountPages = (mayDo: typeof may) => linksFor(ACCOUNT_PAGES, mayDo);
