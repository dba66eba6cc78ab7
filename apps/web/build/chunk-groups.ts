import type { Rolldown } from 'vite';

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const LOGIN_ENTRY = /src[\\/]login-entry\.tsx$/;
const EVERY_SCREEN =
  /src[\\/](application\.tsx|lib[\\/](format|relative-time|use-retry|held-pages)\.ts|ui[\\/](error-card|banner|copyable-id)\.tsx|ui[\\/](focus|use-media-query)\.ts)$|node_modules[\\/](@tanstack|zustand)[\\/]/;
/** Library parts used by a single module; each is bundled with that module. */
const OF_ONE_MODULE = /node_modules[\\/]@tanstack[\\/].*(useBlocker|useQueries|queriesObserver)\.js$/;
/** Shared by the pages about payouts, or by those of the catalogue, alone. */
const OF_SOME_SCREENS =
  /src[\\/](features[\\/]payouts[\\/]payout-sections\.tsx|list[\\/]crud-screen\.tsx|approvals\.ts|payouts-earnings\.ts|lib[\\/]approval-settings-query\.ts)$/;
/** Shared by the bookings and the roadside desk. */
const OF_BOOKINGS = /contract[\\/]src[\\/](bookings|wire[\\/]geo-point)\.ts$/;
const ICON = /node_modules[\\/]lucide-react[\\/]/;
const ON_DEMAND =
  /ui[\\/](dialog|confirm-dialog|menu-panel|toaster|tooltip-layer)\.tsx?$|node_modules[\\/](@?radix-ui|@floating-ui|react-remove-scroll|aria-hidden|sonner)/;
const EDITED =
  /(form[\\/](edited-record|conflict-notice|unsaved-guard)|lib[\\/](changed-fields|typed-amount|unsaved-input))\.tsx?$/;
const APPLICATION = /src[\\/]application\.tsx$/;
const DASHBOARD = /dashboard-screen\.tsx$/;
/** Screens that share their modules; rarely opened ones load their own. */
const SCREEN =
  /src[\\/]features[\\/](?!(profile|team|session|two-factor|income|closes|roadside|settlements)[\\/]).*-screen\.tsx$/;

/**
 * Which modules share a file. A group also takes the imports of its modules, unless a group of higher priority has
 * them.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Runs first, while everything else loads: it must not wait for React.
  { name: 'main', tags: ['$initial'], priority: 60 },
  // The login page entry and React in one file: each further file is a request before it can be used.
  { name: 'login', test: (id) => REACT.test(id) || LOGIN_ENTRY.test(id), priority: 50 },
  // The modules that every screen needs, in one file. The dashboard is treated like every screen: it loads first and
  // must not wait for the modules of lists.
  {
    debugName: 'application',
    name: (id, context) =>
      !OF_ONE_MODULE.test(id) &&
      (EVERY_SCREEN.test(id) || isIconOfApplication(id, context) || isOfDashboardAndMore(id, context))
        ? 'application'
        : null,
    priority: 40,
  },
  // An icon of several modules would otherwise tie their files together.
  { debugName: 'icons', name: (id, context) => (isSharedIcon(id, context) ? 'icons' : null), priority: 35 },
  // Shown on demand only, with the heavy libraries under them.
  { name: 'floating', test: ON_DEMAND, minShareCount: 2, priority: 30 },
  // The modules that several screens share: the first of them loads them all, the next one none.
  {
    debugName: 'list',
    name: (id, context) =>
      !OF_ONE_MODULE.test(id) &&
      !OF_SOME_SCREENS.test(id) &&
      (OF_BOOKINGS.test(id) || screensWith(id, context).size > 1)
        ? 'list'
        : null,
    priority: 20,
  },
  // Modules that dialogs with forms share with the configuration screen.
  { name: 'edited', test: EDITED, minShareCount: 2, priority: 16 },
  // The form library, for screens and dialogs; then the modules of dialogs with forms.
  { name: 'fields', test: /node_modules[\\/]react-hook-form[\\/]/, priority: 15 },
  { name: 'form', test: /form[\\/](dialog-form|image-field)\.tsx$/, minShareCount: 2, priority: 10 },
];

const importersOf = (id: string, context: Rolldown.ChunkingContext): readonly string[] =>
  context.getModuleInfo(id)?.importers ?? [];

const isSharedIcon = (id: string, context: Rolldown.ChunkingContext): boolean =>
  ICON.test(id) && importersOf(id, context).length > 1;

/** Such an icon, where one of the modules comes with the application or the dashboard. */
const isIconOfApplication = (id: string, context: Rolldown.ChunkingContext): boolean =>
  isSharedIcon(id, context) &&
  (comesWith(APPLICATION, id, context) || [...screensWith(id, context)].some((screen) => DASHBOARD.test(screen)));

/** Whether a module comes with the file of another one, directly or through others. */
function comesWith(file: RegExp, id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  if (file.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return importersOf(id, context).some((importer) => comesWith(file, importer, context, seen));
}

function isOfDashboardAndMore(id: string, context: Rolldown.ChunkingContext): boolean {
  const screens = [...screensWith(id, context)];
  return screens.length > 1 && screens.some((screen) => DASHBOARD.test(screen));
}

/** The screens that come with a module, directly or through others. */
function screensWith(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  if (SCREEN.test(id)) return new Set([id]);
  return new Set(importersOf(id, context).flatMap((importer) => [...screensWith(importer, context, seen)]));
}
