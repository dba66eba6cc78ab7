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
import { isOwnServer } from '../lib/config.ts';
import type { may } from '../lib/session.ts';
import { HandCoinsIcon, LifeBuoyIcon, SirenIcon, UserCogIcon } from '../ui/one-path-icons.ts';

export type ScreenPath = keyof RegisteredRouter['routesByPath'];

export interface NavigationLink {
  readonly to: ScreenPath;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly permission?: Permission;
  readonly isOwn?: true;
  readonly badges?: readonly AttentionKind[];
}

export interface NavigationGroup {
  readonly heading: string | null;
  readonly links: readonly NavigationLink[];
}

/** The sidebar, in order (NAV-03). */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    heading: null,
    links: [
      { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard },
      { to: '/bookings', label: 'Bookings', icon: CalendarCheck, badges: ['unassigned_emergencies'] },
      { to: '/users', label: 'Users', icon: Users },
      { to: '/mechanics', label: 'Mechanics', icon: UserCogIcon, badges: ['applications'] },
      { to: '/payments', label: 'Payments', icon: CreditCard, permission: 'payments:read' },
      { to: '/payouts', label: 'Payouts', icon: HandCoinsIcon, permission: 'payouts:read' },
    ],
  },
  {
    heading: 'Operations',
    links: [
      { to: '/roadside', label: 'Roadside', icon: LifeBuoyIcon, isOwn: true, badges: ['unclaimed_emergencies'] },
      {
        to: '/approvals',
        label: 'Approvals',
        icon: BadgeCheck,
        permission: 'money:move',
        isOwn: true,
        badges: ['approvals', 'refunds_to_approve', 'write_offs_to_approve'],
      },
      {
        to: '/reconciliation',
        label: 'Reconciliation',
        icon: Scale,
        permission: 'settlements:reconcile',
        isOwn: true,
        badges: ['unreconciled_lines'],
      },
    ],
  },
  {
    heading: 'Services',
    links: [
      { to: '/services/sos', label: 'SOS Services', icon: SirenIcon },
      { to: '/services/regular', label: 'Services', icon: Wrench },
      { to: '/services/parts', label: 'Parts', icon: Package },
    ],
  },
  {
    heading: 'Master',
    links: [
      { to: '/master/slots', label: 'Slots', icon: Clock },
      { to: '/master/vehicle-models', label: 'Vehicle Models', icon: CarFront },
      { to: '/master/config', label: 'App Configuration', icon: Settings2 },
    ],
  },
  {
    heading: null,
    links: [{ to: '/notifications', label: 'Notifications', icon: BellRing, permission: 'notifications:manage' }],
  },
];

/** Pages of the account menu (PEOP-08). */
const ACCOUNT_PAGES = [
  { to: '/profile', label: 'Profile', icon: CircleUser, isOwn: true },
  { to: '/settings', label: 'Settings', icon: Settings, isOwn: true },
] as const satisfies readonly NavigationLink[];

/** Pages that Settings leads to (PEOP-08). */
const SETTINGS_PAGES = [
  { to: '/team', label: 'Team', icon: Users, isOwn: true, permission: 'team:manage' },
  { to: '/activity', label: 'Activity', icon: History, isOwn: true, permission: 'activity:read' },
  {
    to: '/integrations',
    label: 'Integrations',
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

/** Whether the administrator may open the page at a path (TEAM-01). */
export function mayOpen(pathname: string, mayDo: typeof may): boolean {
  const page = ALL_PAGES.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return page?.permission === undefined || mayDo(page.permission);
}

export const accountPages = (mayDo: typeof may) => linksFor(ACCOUNT_PAGES, mayDo);
