import { useSyncExternalStore } from 'react';
import { createListeners } from '../lib/listeners.ts';
import { PHONE } from '../ui/use-media-query.ts';

const COOKIE_LIFE_S = 604_800;
const listeners = createListeners();

// theme.js has set the attribute from the cookie before the first paint (NAV-04); from then on it is the state.
const isExpanded = () => document.documentElement.dataset['sidebar'] !== 'collapsed';
let isSheetOpen = false;

/** Collapses or expands the sidebar and remembers it for seven days (NAV-04). */
export function toggleSidebar(): void {
  const next = !isExpanded();
  document.documentElement.dataset['sidebar'] = next ? 'expanded' : 'collapsed';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `sidebar_state=${next}; path=/; max-age=${COOKIE_LIFE_S}; samesite=lax`;
  listeners.notify();
}

/** Opens or closes the side sheet (NAV-05); its state is not stored. */
export function showSidebarSheet(isOpen: boolean): void {
  isSheetOpen = isOpen;
  listeners.notify();
}

/**
 * Toggles the sidebar by its shortcut: the sheet under 768 px, else the sidebar beside the content.
 * @param canOpen whether the sheet may be opened now; it can be closed at any time
 */
export function toggleSidebarOrSheet(canOpen: boolean): void {
  if (!matchMedia(PHONE).matches) toggleSidebar();
  else if (isSheetOpen || canOpen) showSidebarSheet(!isSheetOpen);
}

/** Whether the sidebar shows its labels. */
export function useSidebarExpanded(): boolean {
  return useSyncExternalStore(listeners.subscribe, isExpanded);
}

/** Whether the side sheet is open. */
export function useSidebarSheetOpen(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => isSheetOpen);
}
