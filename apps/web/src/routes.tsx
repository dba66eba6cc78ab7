import { createRoute, createRouter, notFound } from '@tanstack/react-router';
import { activityQuery, activityUrl } from './features/activity/activity-queries.ts';
import { approvalsUrl } from './features/approvals/approvals-url.ts';
import { bookingsQuery, bookingsUrl } from './features/bookings/bookings-queries.ts';
import { loadConfiguration } from './features/configuration/configuration-queries.ts';
import { dashboardQuery } from './features/dashboard/dashboard-queries.ts';
import { mechanicsQuery, mechanicsUrl, nextApplicationQuery } from './features/mechanics/mechanics-queries.ts';
import { notificationsQuery, notificationsUrl } from './features/notifications/notifications-queries.ts';
import { loadServiceChoices, partsQuery, partsUrl } from './features/parts/parts-queries.ts';
import { paymentsQuery, paymentsUrl } from './features/payments/payments-queries.ts';
import { payoutsQuery, payoutsUrl } from './features/payouts/payouts-queries.ts';
import { servicesQuery, servicesUrl } from './features/services/services-queries.ts';
import { slotsQuery, slotsUrl } from './features/slots/slots-queries.ts';
import { sosServicesQuery, sosServicesUrl } from './features/sos-services/sos-services-queries.ts';
import { usersQuery, usersUrl } from './features/users/users-queries.ts';
import { vehicleModelsQuery, vehicleModelsUrl } from './features/vehicle-models/vehicle-models-queries.ts';
import { home, loginAgain, root, setPassword, signedIn } from './frame-routes.tsx';
import { hasExtension } from './lib/config.ts';
import { lazyScreen } from './lib/fetch-screen.ts';
import { parsePlainSearch, stringifyPlainSearch } from './lib/plain-search.ts';
import { type LoadCause, loadForScreen, PREFETCH_LIFE_MS, type ScreenQuery } from './lib/query-client.ts';
import { may } from './lib/session.ts';
import type { ListUrl, ListView } from './list/list-url.ts';
import { ErrorPage } from './shell/error-pages.tsx';
import { mayOpen } from './shell/navigation.ts';
import { CentredSpinner } from './ui/loading.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** Title of the tab; the brand follows. */
    title?: string;
  }
  interface HistoryState {
    from?: string;
    isExpired?: boolean;
  }
}

const getParentRoute = () => signedIn;

/** Another provider has no page of an extension of ours. */
function needExtension(name: string): void {
  if (!hasExtension(name)) throw notFound();
}

interface ListRoute<F extends string, D extends string> {
  readonly title: string;
  readonly url: ListUrl<F, D>;
  /** The query of the list. A change of the address that leaves the query key as it is loads nothing. */
  readonly query: (view: ListView<F>) => ScreenQuery | null;
  /** Loads what else the screen shows, once for each visit. */
  readonly onEntry?: (view: ListView<F>, cause: LoadCause) => Promise<void>;
  /** The extension of our own server that the screen needs; another provider has no such page. */
  readonly extension?: string;
  readonly screen: ReturnType<typeof lazyScreen>;
}

/** The route of a list: its address, its data and its code in one place. */
function listRoute<const P extends string, F extends string, D extends string>(path: P, list: ListRoute<F, D>) {
  const { title, url, query, onEntry, extension, screen } = list;
  return createRoute({
    getParentRoute,
    path,
    staticData: { title },
    beforeLoad: () => extension !== undefined && needExtension(extension),
    validateSearch: url.read,
    loaderDeps: ({ search }) => ({ key: query(url.view(search))?.queryKey }),
    loader: async ({ location, cause }) => {
      if (!mayOpen(location.pathname, may)) return;
      const view = url.view(location.search);
      const shown = query(view);
      await Promise.all([
        cause !== 'stay' && onEntry?.(view, cause),
        shown !== null && loadForScreen(shown, cause),
      ]);
    },
    component: screen,
  });
}

const screens = [
  createRoute({
    getParentRoute,
    path: '/dashboard',
    staticData: { title: 'Dashboard' },
    loader: ({ cause }) => loadForScreen(dashboardQuery, cause),
    component: lazyScreen(() => import('./features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  listRoute('/bookings', {
    title: 'Bookings',
    url: bookingsUrl,
    query: bookingsQuery,
    screen: lazyScreen(() => import('./features/bookings/bookings-screen.tsx'), 'BookingsScreen'),
  }),
  listRoute('/users', {
    title: 'Users',
    url: usersUrl,
    query: usersQuery,
    screen: lazyScreen(() => import('./features/users/users-screen.tsx'), 'UsersScreen'),
  }),
  listRoute('/mechanics', {
    title: 'Mechanics',
    url: mechanicsUrl,
    query: mechanicsQuery,
    onEntry: (_, cause) => loadForScreen(nextApplicationQuery(null), cause),
    screen: lazyScreen(() => import('./features/mechanics/mechanics-screen.tsx'), 'MechanicsScreen'),
  }),
  listRoute('/payments', {
    title: 'Payments',
    url: paymentsUrl,
    query: paymentsQuery,
    screen: lazyScreen(() => import('./features/payments/payments-screen.tsx'), 'PaymentsScreen'),
  }),
  listRoute('/payouts', {
    title: 'Payouts',
    url: payoutsUrl,
    query: () => payoutsQuery,
    screen: lazyScreen(() => import('./features/payouts/payouts-screen.tsx'), 'PayoutsScreen'),
  }),
  listRoute('/services/sos', {
    title: 'SOS Services',
    url: sosServicesUrl,
    query: () => sosServicesQuery,
    screen: lazyScreen(() => import('./features/sos-services/sos-services-screen.tsx'), 'SosServicesScreen'),
  }),
  listRoute('/services/regular', {
    title: 'Services',
    url: servicesUrl,
    query: () => servicesQuery,
    screen: lazyScreen(() => import('./features/services/services-screen.tsx'), 'ServicesScreen'),
  }),
  listRoute('/services/parts', {
    title: 'Parts',
    url: partsUrl,
    query: ({ service }) => (service === null ? null : partsQuery(service)),
    onEntry: loadServiceChoices,
    screen: lazyScreen(() => import('./features/parts/parts-screen.tsx'), 'PartsScreen'),
  }),
  listRoute('/master/slots', {
    title: 'Time Slots',
    url: slotsUrl,
    query: () => slotsQuery,
    screen: lazyScreen(() => import('./features/slots/slots-screen.tsx'), 'SlotsScreen'),
  }),
  listRoute('/master/vehicle-models', {
    title: 'Vehicle Models',
    url: vehicleModelsUrl,
    query: () => vehicleModelsQuery,
    screen: lazyScreen(() => import('./features/vehicle-models/vehicle-models-screen.tsx'), 'VehicleModelsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/master/config',
    staticData: { title: 'App Configuration' },
    loader: ({ cause }) => loadConfiguration(cause),
    component: lazyScreen(() => import('./features/configuration/configuration-screen.tsx'), 'ConfigurationScreen'),
  }),
  listRoute('/notifications', {
    title: 'Notifications',
    url: notificationsUrl,
    query: ({ page }) => notificationsQuery(page),
    screen: lazyScreen(() => import('./features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  listRoute('/activity', {
    title: 'Activity',
    url: activityUrl,
    query: activityQuery,
    extension: 'activity',
    screen: lazyScreen(() => import('./features/activity/activity-screen.tsx'), 'ActivityScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/approvals',
    staticData: { title: 'Approvals' },
    beforeLoad: () => needExtension('approvals'),
    validateSearch: approvalsUrl.read,
    loaderDeps: ({ search }) => approvalsUrl.view(search),
    // Seldom visited: its calls are not part of what every screen loads.
    loader: async ({ location, cause, deps }) => {
      if (!mayOpen(location.pathname, may)) return;
      await (await import('./features/approvals/approvals-queries.ts')).loadApprovals(deps, cause);
    },
    component: lazyScreen(() => import('./features/approvals/approvals-screen.tsx'), 'ApprovalsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/integrations',
    staticData: { title: 'Integrations' },
    beforeLoad: () => needExtension('integrations'),
    // Seldom visited: its calls are not part of what every screen loads.
    loader: async ({ location, cause }) => {
      if (!mayOpen(location.pathname, may)) return;
      await (await import('./features/integrations/integrations-queries.ts')).loadIntegrations(cause);
    },
    component: lazyScreen(() => import('./features/integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
  }),
];

const routeTree = root.addChildren([home, loginAgain, setPassword, signedIn.addChildren(screens)]);

/** The router over the whole route table. */
export function makeRouter() {
  return createRouter({
    routeTree,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    scrollRestoration: true,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // Entering a prefetched screen does not load it again; entering any other one does (ERR-02).
    defaultPreloadStaleTime: PREFETCH_LIFE_MS,
    defaultPreloadGcTime: PREFETCH_LIFE_MS,
    defaultStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <CentredSpinner label="Loading" />,
    defaultErrorComponent: ErrorPage,
  });
}
