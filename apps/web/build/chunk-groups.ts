import type { Rolldown } from 'vite';

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const LOGIN_ENTRY = /src[\\/]login-entry\.tsx$/;
const EVERY_SCREEN =
  /src[\\/](application\.tsx|lib[\\/](format|relative-time|use-retry|held-pages)\.ts|ui[\\/](error-card|banner|copyable-id)\.tsx|ui[\\/](focus|use-media-query)\.ts)$|node_modules[\\/](@tanstack|zustand)[\\/]/;
/** Library modules that only one module uses; each is bundled with that module. */
const SINGLE_IMPORTER_MODULES = /node_modules[\\/]@tanstack[\\/].*(useBlocker|useQueries|queriesObserver)\.js$/;
/** Modules that only the payout pages share, or only the catalogue pages. */
const SHARED_SCREEN_MODULES =
  /src[\\/](features[\\/]payouts[\\/]payout-sections\.tsx|list[\\/]crud-screen\.tsx|approvals\.ts|payouts-earnings\.ts|lib[\\/]approval-settings-query\.ts)$/;
/** Modules shared by the bookings and the roadside desk. */
const BOOKING_MODULES = /contract[\\/]src[\\/](bookings|wire[\\/]geo-point)\.ts$/;
const ICON = /node_modules[\\/]lucide-react[\\/]/;
const ON_DEMAND_MODULES =
  /ui[\\/](dialog|confirm-dialog|menu-panel|toaster|tooltip-layer)\.tsx?$|node_modules[\\/](@?radix-ui|@floating-ui|react-remove-scroll|aria-hidden|sonner)/;
const EDITED =
  /(form[\\/](edited-record|conflict-notice|unsaved-guard)|lib[\\/](changed-fields|typed-amount|unsaved-input))\.tsx?$/;
const APPLICATION = /src[\\/]application\.tsx$/;
const DASHBOARD = /dashboard-screen\.tsx$/;
/** Screens that share a file for their common modules; rarely opened screens load their own. */
const SCREEN =
  /src[\\/]features[\\/](?!(profile|team|session|two-factor|income|closes|roadside|settlements)[\\/]).*-screen\.tsx$/;

/**
 * The modules that share a file. A group also includes the imports of its modules, unless a group with a higher
 * priority includes them.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // This file runs first, while everything else loads, so it must not wait for React.
  { name: 'main', tags: ['$initial'], priority: 60 },
  // The login page entry and React share one file, because each additional file costs a request.
  { name: 'login', test: (id) => REACT.test(id) || LOGIN_ENTRY.test(id), priority: 50 },
  // The modules that every screen needs share one file. It also contains the modules that the dashboard shares with
  // other screens, because the dashboard loads first and must not wait for the modules of lists.
  {
    debugName: 'application',
    name: (id, context) =>
      !SINGLE_IMPORTER_MODULES.test(id) &&
      (EVERY_SCREEN.test(id) || isIconOfApplication(id, context) || isOfDashboardAndMore(id, context))
        ? 'application'
        : null,
    priority: 40,
  },
  // An icon used by several modules would otherwise tie their files together.
  { debugName: 'icons', name: (id, context) => (isSharedIcon(id, context) ? 'icons' : null), priority: 35 },
  // Components shown only on demand, with their heavy libraries.
  { name: 'floating', test: ON_DEMAND_MODULES, minShareCount: 2, priority: 30 },
  // The modules that several screens share. The first of these screens loads them all.
  {
    debugName: 'list',
    name: (id, context) =>
      !SINGLE_IMPORTER_MODULES.test(id) &&
      !SHARED_SCREEN_MODULES.test(id) &&
      (BOOKING_MODULES.test(id) || screensWith(id, context).size > 1)
        ? 'list'
        : null,
    priority: 20,
  },
  // Modules that dialogs with forms share with the configuration screen.
  { name: 'edited', test: EDITED, minShareCount: 2, priority: 16 },
  // The form library, used by screens and dialogs, and the modules of dialogs with forms.
  { name: 'fields', test: /node_modules[\\/]react-hook-form[\\/]/, priority: 15 },
  { name: 'form', test: /form[\\/](dialog-form|image-field)\.tsx$/, minShareCount: 2, priority: 10 },
];

const importersOf = (id: string, context: Rolldown.ChunkingContext): readonly string[] =>
  context.getModuleInfo(id)?.importers ?? [];

const isSharedIcon = (id: string, context: Rolldown.ChunkingContext): boolean =>
  ICON.test(id) && importersOf(id, context).length > 1;

/** Checks whether an icon is shared and one of its importers is part of the application or the dashboard. */
const isIconOfApplication = (id: string, context: Rolldown.ChunkingContext): boolean =>
  isSharedIcon(id, context) &&
  (comesWith(APPLICATION, id, context) || [...screensWith(id, context)].some((screen) => DASHBOARD.test(screen)));

/** Checks whether a module is imported by a file, directly or through other modules. */
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

/** Returns the screens that import a module, directly or through other modules. */
function screensWith(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  if (SCREEN.test(id)) return new Set([id]);
  return new Set(importersOf(id, context).flatMap((importer) => [...screensWith(importer, context, seen)]));
}
