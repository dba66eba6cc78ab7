import { useSyncExternalStore } from 'react';

const COOKIE_LIFE_S = 604_800;
const listeners = new Set<() => void>();

// theme.js has set the attribute from the cookie before the first paint (NAV-04); from then on it is the state.
const isExpanded = () => document.documentElement.dataset['sidebar'] !== 'collapsed';

/** Collapses or expands the sidebar and remembers it for seven days (NAV-04). */
export function toggleSidebar(): void {
  const next = !isExpanded();
  document.documentElement.dataset['sidebar'] = next ? 'expanded' : 'collapsed';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `sidebar_state=${next}; path=/; max-age=${COOKIE_LIFE_S}; samesite=lax`;
  for (const listener of listeners) listener();
}

/** Whether the sidebar shows its labels, followed. */
export function useSidebarExpanded(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isExpanded);
}
