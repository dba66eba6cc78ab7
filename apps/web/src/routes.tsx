import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouteComponent,
} from '@tanstack/react-router';
import { activityQuery, activityUrl } from './features/activity/activity-queries.ts';
import { bookingsQuery, bookingsUrl } from './features/bookings/bookings-queries.ts';
import { loadConfiguration } from './features/configuration/configuration-queries.ts';
import { dashboardQuery } from './features/dashboard/dashboard-queries.ts';
import { mechanicsQuery, mechanicsUrl, nextApplicationQuery } from './features/mechanics/mechanics-queries.ts';
import { notificationsQuery, notificationsUrl } from './features/notifications/notifications-queries.ts';
import { paymentsQuery, paymentsUrl } from './features/payments/payments-queries.ts';
import { payoutsQuery, payoutsUrl } from './features/payouts/payouts-queries.ts';
import { loadParts, partsUrl, servicesQuery, servicesUrl } from './features/services/services-queries.ts';
import { slotsQuery, slotsUrl } from './features/slots/slots-queries.ts';
import { sosServicesQuery, sosServicesUrl } from './features/sos-services/sos-services-queries.ts';
import { usersQuery, usersUrl } from './features/users/users-queries.ts';
import { vehicleModelsQuery, vehicleModelsUrl } from './features/vehicle-models/vehicle-models-queries.ts';
import { home, loginAgain, root, setPassword, signedIn } from './frame-routes.tsx';
import { hasExtension } from './lib/config.ts';
import { fetchScreen } from './lib/fetch-screen.ts';
import { parsePlainSearch, stringifyPlainSearch } from './lib/plain-search.ts';
import { loadForScreen, PREFETCH_LIFE_MS } from './lib/query-client.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { CentredSpinner } from './ui/spinner.tsx';

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

const behind = () => signedIn;

/** A list that comes whole: what its address says is found in what is there already. */
function wholeList<const P extends string, S extends object>(
  path: P,
  title: string,
  url: { readonly read: (given: Record<string, unknown>) => S },
  load: (cause: 'preload' | 'enter' | 'stay') => Promise<void>,
  component: RouteComponent,
) {
  return createRoute({
    getParentRoute: behind,
    path,
    staticData: { title },
    validateSearch: url.read,
    loader: ({ cause }) => load(cause),
    component,
  });
}

const dashboard = createRoute({
  getParentRoute: behind,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  loader: ({ cause }) => loadForScreen(dashboardQuery, cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/dashboard/dashboard-screen.tsx')),
    'DashboardScreen',
  ),
});

const bookings = createRoute({
  getParentRoute: behind,
  path: '/bookings',
  staticData: { title: 'Bookings' },
  validateSearch: bookingsUrl.read,
  loaderDeps: ({ search }) => bookingsUrl.view(search),
  loader: ({ deps, cause }) => loadForScreen(bookingsQuery(deps), cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/bookings/bookings-screen.tsx')),
    'BookingsScreen',
  ),
});

const users = createRoute({
  getParentRoute: behind,
  path: '/users',
  staticData: { title: 'Users' },
  validateSearch: usersUrl.read,
  loaderDeps: ({ search }) => usersUrl.view(search),
  loader: ({ deps, cause }) => loadForScreen(usersQuery(deps), cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/users/users-screen.tsx')),
    'UsersScreen',
  ),
});

const activity = createRoute({
  getParentRoute: behind,
  path: '/activity',
  staticData: { title: 'Activity' },
  // Another provider keeps no log for us.
  beforeLoad: () => {
    if (!hasExtension('activity')) throw notFound();
  },
  validateSearch: activityUrl.read,
  loaderDeps: ({ search }) => activityUrl.view(search),
  loader: ({ deps, cause }) => loadForScreen(activityQuery(deps), cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/activity/activity-screen.tsx')),
    'ActivityScreen',
  ),
});

const slots = wholeList(
  '/master/slots',
  'Time Slots',
  slotsUrl,
  (cause) => loadForScreen(slotsQuery, cause),
  lazyRouteComponent(() => fetchScreen(() => import('./features/slots/slots-screen.tsx')), 'SlotsScreen'),
);

const mechanics = createRoute({
  getParentRoute: behind,
  path: '/mechanics',
  staticData: { title: 'Mechanics' },
  validateSearch: mechanicsUrl.read,
  loaderDeps: ({ search }) => mechanicsUrl.view(search),
  loader: async ({ deps, cause }) => {
    await Promise.all([
      loadForScreen(mechanicsQuery(deps), cause),
      // Who waits does not depend on the page.
      cause !== 'stay' && loadForScreen(nextApplicationQuery(null), cause),
    ]);
  },
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/mechanics/mechanics-screen.tsx')),
    'MechanicsScreen',
  ),
});

const vehicleModels = wholeList(
  '/master/vehicle-models',
  'Vehicle Models',
  vehicleModelsUrl,
  (cause) => loadForScreen(vehicleModelsQuery, cause),
  lazyRouteComponent(
    () => fetchScreen(() => import('./features/vehicle-models/vehicle-models-screen.tsx')),
    'VehicleModelsScreen',
  ),
);

const sosServices = wholeList(
  '/services/sos',
  'SOS Services',
  sosServicesUrl,
  (cause) => loadForScreen(sosServicesQuery, cause),
  lazyRouteComponent(
    () => fetchScreen(() => import('./features/sos-services/sos-services-screen.tsx')),
    'SosServicesScreen',
  ),
);

const services = wholeList(
  '/services/regular',
  'Services',
  servicesUrl,
  (cause) => loadForScreen(servicesQuery, cause),
  lazyRouteComponent(() => fetchScreen(() => import('./features/services/services-screen.tsx')), 'ServicesScreen'),
);

const parts = createRoute({
  getParentRoute: behind,
  path: '/services/parts',
  staticData: { title: 'Parts' },
  validateSearch: partsUrl.read,
  loaderDeps: ({ search }) => ({ service: partsUrl.view(search).service }),
  loader: ({ deps, cause }) => loadParts(deps.service, cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/services/parts-screen.tsx')),
    'PartsScreen',
  ),
});

const configuration = createRoute({
  getParentRoute: behind,
  path: '/master/config',
  staticData: { title: 'App Configuration' },
  loader: ({ cause }) => loadConfiguration(cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/configuration/configuration-screen.tsx')),
    'ConfigurationScreen',
  ),
});

const payments = createRoute({
  getParentRoute: behind,
  path: '/payments',
  staticData: { title: 'Payments' },
  validateSearch: paymentsUrl.read,
  // The method is a filter of the page that is there (PAYM-01): another one loads nothing.
  loaderDeps: ({ search }) => ({ ...paymentsUrl.view(search), method: null }),
  loader: ({ deps, cause }) => loadForScreen(paymentsQuery(deps), cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/payments/payments-screen.tsx')),
    'PaymentsScreen',
  ),
});

const payouts = wholeList(
  '/payouts',
  'Payouts',
  payoutsUrl,
  (cause) => loadForScreen(payoutsQuery, cause),
  lazyRouteComponent(() => fetchScreen(() => import('./features/payouts/payouts-screen.tsx')), 'PayoutsScreen'),
);

const notifications = createRoute({
  getParentRoute: behind,
  path: '/notifications',
  staticData: { title: 'Notifications' },
  validateSearch: notificationsUrl.read,
  // The search is of the page that is there (NOTI-01): another one loads nothing.
  loaderDeps: ({ search }) => ({ page: notificationsUrl.view(search).page }),
  loader: ({ deps, cause }) => loadForScreen(notificationsQuery(deps.page), cause),
  component: lazyRouteComponent(
    () => fetchScreen(() => import('./features/notifications/notifications-screen.tsx')),
    'NotificationsScreen',
  ),
});

const screens = [
  dashboard,
  bookings,
  users,
  activity,
  mechanics,
  payments,
  payouts,
  notifications,
  sosServices,
  services,
  parts,
  slots,
  vehicleModels,
  configuration,
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
    // A screen that was prefetched is not loaded again on entering; any other one is (ERR-02).
    defaultPreloadStaleTime: PREFETCH_LIFE_MS,
    defaultPreloadGcTime: PREFETCH_LIFE_MS,
    defaultStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <CentredSpinner label="Loading" />,
    defaultErrorComponent: ErrorPage,
  });
}
