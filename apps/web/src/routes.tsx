import { createRoute, createRouter } from '@tanstack/react-router';
import { readClosingSearch } from './features/closes/closing-url.ts';
import { dashboardQuery } from './features/dashboard/dashboard-queries.ts';
import { partsUrl } from './features/parts/parts-url.ts';
import { payoutsUrl } from './features/payouts/payouts-url.ts';
import { readReportSearch, readRoadsideSearch } from './features/roadside/roadside-urls.ts';
import { type Message, msg, t } from './languages/text.ts';
import { home, loginAgain, root, setPassword, signedIn } from './layout-routes.tsx';
import { isOwnServer } from './lib/config.ts';
import { frequentScreen, lazyScreen } from './lib/fetch-screen.ts';
import { attentionQuery } from './lib/invalidate-money.ts';
import { loadForScreen, PREFETCH_TTL_MS, type ScreenQuery } from './lib/query-client.ts';
import { may } from './lib/session.ts';
import { parsePlainSearch, searchUrl, stringifyPlainSearch } from './list/list-url.ts';
import * as urls from './list/list-urls.ts';
import { readMonthSearch } from './list/months.ts';
import { getParentRoute, listRoute, needOwnServer, ownPage } from './route-factories.ts';
import { ErrorPage } from './shell/error-pages.tsx';
import { mayOpen } from './shell/navigation.ts';
import { CentredSpinner } from './ui/loading.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface StaticDataRouteOption {
    /** Title of the tab, which the brand follows. */
    title?: Message;
  }
  interface HistoryState {
    from?: string;
    isExpired?: boolean;
    email?: string;
    /** Opens the screen's form immediately (PEOP-09). */
    start?: 'form';
  }
}

const screens = [
  createRoute({
    getParentRoute,
    path: '/dashboard',
    staticData: { title: msg('Dashboard') },
    loader: async ({ cause }) => {
      const queries: ScreenQuery[] = [dashboardQuery, ...(isOwnServer() ? [attentionQuery] : [])];
      await Promise.all(queries.map((query) => loadForScreen(query, cause)));
    },
    component: frequentScreen(() => import('./features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  }),
  listRoute('/bookings', {
    title: msg('Bookings'),
    url: urls.bookingsUrl,
    query: async (view) => (await import('./features/bookings/bookings-queries.ts')).bookings.query(view),
    screen: frequentScreen(() => import('./features/bookings/bookings-screen.tsx'), 'BookingsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/roadside',
    staticData: { title: msg('Roadside') },
    beforeLoad: needOwnServer,
    validateSearch: readRoadsideSearch,
    loader: async ({ cause }) => (await import('./features/roadside/roadside-queries.ts')).loadRoadside(cause),
    component: lazyScreen(() => import('./features/roadside/roadside-screen.tsx'), 'RoadsideScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/roadside/report',
    staticData: { title: msg('Roadside report') },
    beforeLoad: needOwnServer,
    validateSearch: readReportSearch,
    loaderDeps: ({ search: { period, from, to } }) => ({ period, from, to }),
    loader: async ({ location, cause }) =>
      (await import('./features/roadside/report-queries.ts')).loadReport(
        readReportSearch({ ...location.search }),
        cause,
      ),
    component: lazyScreen(() => import('./features/roadside/report-screen.tsx'), 'ReportScreen'),
  }),
  listRoute('/users', {
    title: msg('Users'),
    url: urls.usersUrl,
    query: async (view) => (await import('./features/users/users-queries.ts')).users.query(view),
    screen: frequentScreen(() => import('./features/users/users-screen.tsx'), 'UsersScreen'),
  }),
  listRoute('/mechanics', {
    title: msg('Mechanics'),
    url: urls.mechanicsUrl,
    query: async (view) => (await import('./features/mechanics/mechanics-queries.ts')).mechanics.query(view),
    onEntry: async (_, cause) => {
      if (!isOwnServer()) return;
      const { nextApplicationQuery } = await import('./features/mechanics/mechanics-queries.ts');
      await loadForScreen(nextApplicationQuery(null), cause);
    },
    screen: frequentScreen(() => import('./features/mechanics/mechanics-screen.tsx'), 'MechanicsScreen'),
  }),
  listRoute('/payments', {
    title: msg('Payments'),
    url: urls.paymentsUrl,
    query: async (view) => (await import('./features/payments/payments-queries.ts')).paymentsQuery(view),
    asked: ({ method: _, ...view }) => view,
    screen: frequentScreen(() => import('./features/payments/payments-screen.tsx'), 'PaymentsScreen'),
  }),
  listRoute('/payments/refunds', {
    title: msg('Refunds'),
    url: urls.refundsUrl,
    query: async (view) => (await import('./features/refunds/refunds-queries.ts')).refunds.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/refunds/refunds-screen.tsx'), 'RefundsScreen'),
  }),
  listRoute('/payouts', {
    title: msg('Payouts'),
    url: payoutsUrl,
    query: async () => (await import('./features/payouts/payouts-queries.ts')).payoutsQuery,
    asked: () => null,
    screen: lazyScreen(() => import('./features/payouts/payouts-screen.tsx'), 'PayoutsScreen'),
  }),
  listRoute('/payouts/history', {
    title: msg('Payout History'),
    url: urls.paymentsOutUrl,
    query: async (view) =>
      (await import('./features/payments-out/payments-out-queries.ts')).paymentsOut.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/payments-out/payments-out-screen.tsx'), 'PaymentsOutScreen'),
  }),
  listRoute('/payouts/runs', {
    title: msg('Payment Runs'),
    url: urls.runsUrl,
    query: async (view) => (await import('./features/payment-runs/runs-queries.ts')).runs.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/payment-runs/runs-screen.tsx'), 'RunsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/payouts/closing',
    staticData: { title: msg('Closing') },
    beforeLoad: needOwnServer,
    validateSearch: readClosingSearch,
    // Users rarely visit this screen, so its calls load only with it.
    loader: async ({ location, cause }) => {
      if (mayOpen(location.pathname, may))
        await (await import('./features/closes/closes-queries.ts')).loadClosing(location.search, cause);
    },
    component: lazyScreen(() => import('./features/closes/closing-screen.tsx'), 'ClosingScreen'),
  }),
  ownPage('/payouts/income', {
    title: msg('Income'),
    load: async (cause) => (await import('./features/income/income-queries.ts')).loadIncome(cause),
    screen: lazyScreen(() => import('./features/income/income-screen.tsx'), 'IncomeScreen'),
  }),
  listRoute('/services/sos', {
    title: msg('SOS Services'),
    url: searchUrl,
    query: async () => (await import('./features/sos-services/sos-services-queries.ts')).sosServicesQuery,
    asked: () => null,
    screen: lazyScreen(() => import('./features/sos-services/sos-services-screen.tsx'), 'SosServicesScreen'),
  }),
  listRoute('/services/regular', {
    title: msg('Services'),
    url: searchUrl,
    query: async () => (await import('./features/services/services-queries.ts')).servicesQuery,
    asked: () => null,
    screen: lazyScreen(() => import('./features/services/services-screen.tsx'), 'ServicesScreen'),
  }),
  listRoute('/services/parts', {
    title: msg('Parts'),
    url: partsUrl,
    query: async ({ service }) =>
      service === null ? null : (await import('./features/parts/parts-queries.ts')).partsQuery(service),
    asked: ({ service }) => service,
    onEntry: async (view, cause) =>
      (await import('./features/parts/parts-queries.ts')).loadServiceChoices(view, cause),
    screen: lazyScreen(() => import('./features/parts/parts-screen.tsx'), 'PartsScreen'),
  }),
  listRoute('/master/slots', {
    title: msg('Time Slots'),
    url: searchUrl,
    query: async () => (await import('./features/slots/slots-queries.ts')).slotsQuery,
    asked: () => null,
    screen: lazyScreen(() => import('./features/slots/slots-screen.tsx'), 'SlotsScreen'),
  }),
  listRoute('/master/vehicle-models', {
    title: msg('Vehicle Models'),
    url: searchUrl,
    query: async () => (await import('./features/vehicle-models/vehicle-models-queries.ts')).vehicleModelsQuery,
    asked: () => null,
    screen: lazyScreen(() => import('./features/vehicle-models/vehicle-models-screen.tsx'), 'VehicleModelsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/master/config',
    staticData: { title: msg('App Configuration') },
    // Users rarely visit this screen, so its calls load only with it.
    loader: async ({ cause }) =>
      (await import('./features/configuration/configuration-queries.ts')).loadConfiguration(cause),
    component: lazyScreen(() => import('./features/configuration/configuration-screen.tsx'), 'ConfigurationScreen'),
  }),
  listRoute('/notifications', {
    title: msg('Notifications'),
    url: urls.notificationsUrl,
    query: async (view) =>
      (await import('./features/notifications/notifications-queries.ts')).notifications.query(view),
    asked: ({ page, rows, delivery, sort }) => ({ page, rows, delivery, sort }),
    screen: lazyScreen(() => import('./features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  }),
  listRoute('/activity', {
    title: msg('Activity'),
    url: urls.activityUrl,
    query: async (view) => (await import('./features/activity/activity-queries.ts')).activity.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/activity/activity-screen.tsx'), 'ActivityScreen'),
  }),
  listRoute('/approvals', {
    title: msg('Approvals'),
    url: urls.approvalsUrl,
    query: async (view) => (await import('./features/approvals/approvals-queries.ts')).approvals.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/approvals/approvals-screen.tsx'), 'ApprovalsScreen'),
  }),
  createRoute({
    getParentRoute,
    path: '/reconciliation',
    staticData: { title: msg('Reconciliation') },
    beforeLoad: needOwnServer,
    validateSearch: readMonthSearch,
    // Users rarely visit this screen, so its calls load only with it.
    loader: async ({ location, cause }) => {
      if (mayOpen(location.pathname, may))
        await (await import('./features/settlements/settlements-queries.ts')).loadDays(location.search, cause);
    },
    component: lazyScreen(() => import('./features/settlements/days-screen.tsx'), 'DaysScreen'),
  }),
  listRoute('/reconciliation/exceptions', {
    title: msg('Exceptions'),
    url: urls.settlementLinesUrl,
    query: async (view) => (await import('./features/settlements/settlements-queries.ts')).lines.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/settlements/exceptions-screen.tsx'), 'ExceptionsScreen'),
  }),
  listRoute('/reconciliation/settlements', {
    title: msg('Settlements'),
    url: urls.settlementsUrl,
    query: async (view) => (await import('./features/settlements/settlements-queries.ts')).settlements.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/settlements/settlements-screen.tsx'), 'SettlementsScreen'),
  }),
  listRoute('/reconciliation/files', {
    title: msg('Settlement files'),
    url: urls.settlementFilesUrl,
    query: async (view) => (await import('./features/settlements/settlements-queries.ts')).files.query(view),
    isOwn: true,
    screen: lazyScreen(() => import('./features/settlements/files-screen.tsx'), 'FilesScreen'),
  }),
  ownPage('/profile', {
    title: msg('Profile'),
    load: async (cause) => (await import('./features/profile/profile-queries.ts')).loadProfile(cause),
    screen: lazyScreen(() => import('./features/profile/profile-screen.tsx'), 'ProfileScreen'),
  }),
  ownPage('/settings', {
    title: msg('Settings'),
    load: async (cause) => {
      if (may('money:move')) await (await import('./features/approvals/approvals-queries.ts')).loadLimits(cause);
    },
    screen: lazyScreen(() => import('./features/settings/settings-screen.tsx'), 'SettingsScreen'),
  }),
  ownPage('/team', {
    title: msg('Team'),
    load: async (cause) => (await import('./features/team/team-queries.ts')).loadTeam(cause),
    screen: lazyScreen(() => import('./features/team/team-screen.tsx'), 'TeamScreen'),
  }),
  ownPage('/integrations', {
    title: msg('Integrations'),
    load: async (cause) =>
      (await import('./features/integrations/integrations-queries.ts')).loadIntegrations(cause),
    screen: lazyScreen(() => import('./features/integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
  }),
];

const routeTree = root.addChildren([home, loginAgain, setPassword, signedIn.addChildren(screens)]);

/** Creates the router with all routes. */
export function makeRouter() {
  return createRouter({
    routeTree,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
    scrollRestoration: true,
    notFoundMode: 'root',
    defaultPreload: 'intent',
    // Opening a prefetched screen does not load it again; opening any other screen does (ERR-02).
    defaultPreloadStaleTime: PREFETCH_TTL_MS,
    defaultPreloadGcTime: PREFETCH_TTL_MS,
    defaultStaleTime: 0,
    defaultPendingMs: 250,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <CentredSpinner label={t('Loading')} />,
    defaultErrorComponent: ErrorPage,
  });
}
