import type { RegisteredRouter } from '@tanstack/react-router';
import {
  BellRing,
  CalendarCheck,
  CarFront,
  Clock,
  CreditCard,
  HandCoins,
  History,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Plug,
  Settings2,
  Siren,
  UserCog,
  Users,
  Wrench,
} from 'lucide-react';

/** A path of the route table. */
export type ScreenPath = keyof RegisteredRouter['routesByPath'];

/** A link of the sidebar. */
export interface NavigationLink {
  readonly to: ScreenPath;
  readonly label: string;
  readonly icon: LucideIcon;
}

/** Links under one heading that can be folded away. Without a heading they always show. */
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
      { to: '/bookings', label: 'Bookings', icon: CalendarCheck },
      { to: '/users', label: 'Users', icon: Users },
      { to: '/mechanics', label: 'Mechanics', icon: UserCog },
      { to: '/payments', label: 'Payments', icon: CreditCard },
      { to: '/payouts', label: 'Payouts', icon: HandCoins },
    ],
  },
  {
    heading: 'Services',
    links: [
      { to: '/services/sos', label: 'SOS Services', icon: Siren },
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
  { heading: null, links: [{ to: '/notifications', label: 'Notifications', icon: BellRing }] },
];

/** Pages of the account menu: extensions of our own server, absent in front of another provider. */
export const ACCOUNT_PAGES = [
  { to: '/activity', label: 'Activity', icon: History, extension: 'activity' },
  { to: '/integrations', label: 'Integrations', icon: Plug, extension: 'integrations' },
] as const satisfies readonly (NavigationLink & { readonly extension: string })[];
