import { config } from '../lib/config.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { SidebarLinks } from './sidebar-links.tsx';
import { useSidebarExpanded } from './sidebar-state.ts';

/** The sidebar beside the content, 16rem or 3rem wide (NAV-04). */
export function Sidebar() {
  const isExpanded = useSidebarExpanded();
  return (
    <aside
      aria-label="Sidebar"
      className="fixed inset-y-0 left-0 z-20 flex w-(--sidebar-width) flex-col overflow-hidden border-r border-line bg-surface max-md:hidden"
    >
      <div className="flex h-(--header-height) shrink-0 items-center border-b border-line px-2.5">
        <Wordmark name={config().brand} compact={!isExpanded} />
      </div>
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto [scrollbar-width:thin]">
        <SidebarLinks iconsOnly={!isExpanded} />
      </div>
    </aside>
  );
}
