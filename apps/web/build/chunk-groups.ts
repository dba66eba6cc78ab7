import type { Rolldown } from 'vite';

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const LOGIN_ENTRY = /src[\\/]login-entry\.tsx$/;
const EVERY_SCREEN =
  /src[\\/](application\.tsx|lib[\\/](format|use-retry)\.ts|ui[\\/](error-card|banner)\.tsx|ui[\\/](focus|use-media-query)\.ts)$|node_modules[\\/](@tanstack|lucide-react)[\\/]/;
const ON_DEMAND =
  /ui[\\/](dialog|confirm-dialog|menu-panel|toaster|tooltip-layer)\.tsx?$|node_modules[\\/](@?radix-ui|@floating-ui|react-remove-scroll|aria-hidden|sonner)/;
const DASHBOARD = /dashboard-screen\.tsx$/;
const SCREEN = /src[\\/]features[\\/].*-screen\.tsx$/;

/**
 * Which modules share a file. A group takes what its modules import along, but for what one of a higher priority has
 * taken.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // What runs first, while everything else is on its way: it must not wait for React.
  { name: 'main', tags: ['$initial'], priority: 60 },
  // The login page entry and React in one file, because each file more is a request before it can be used.
  { name: 'login', test: (id) => REACT.test(id) || LOGIN_ENTRY.test(id), priority: 50 },
  // What is needed behind the login whatever the screen: one file instead of a dozen crumbs. The dashboard counts for
  // all, because it comes first and must not wait for the parts of lists.
  {
    debugName: 'application',
    name: (id, context) => (EVERY_SCREEN.test(id) || isOfDashboardAndMore(id, context) ? 'application' : null),
    priority: 40,
  },
  // Shown on demand only, with the heavy parts under them.
  { name: 'floating', test: ON_DEMAND, minShareCount: 2, priority: 30 },
  // What several screens are made of: with the first of them all of it comes, with the next nothing.
  { debugName: 'list', name: (id, context) => (screensWith(id, context).size > 1 ? 'list' : null), priority: 20 },
  // What remembers typed fields, on a screen or in a dialog; then what such dialogs are made of.
  { name: 'fields', test: /node_modules[\\/]react-hook-form[\\/]/, priority: 15 },
  { name: 'form', test: /form[\\/](dialog-form|image-field)\.tsx$/, minShareCount: 2, priority: 10 },
];

function isOfDashboardAndMore(id: string, context: Rolldown.ChunkingContext): boolean {
  const screens = [...screensWith(id, context)];
  return screens.length > 1 && screens.some((screen) => DASHBOARD.test(screen));
}

/** The screens that come with a module, directly or through others. */
function screensWith(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set();
  seen.add(id);
  if (SCREEN.test(id)) return new Set([id]);
  const importers = context.getModuleInfo(id)?.importers ?? [];
  return new Set(importers.flatMap((importer) => [...screensWith(importer, context, seen)]));
}
