import { create } from 'zustand';
import { PHONE } from '../ui/use-media-query.ts';

const COOKIE_MAX_AGE_SECONDS = 604_800;

interface ShellState {
  readonly isSidebarExpanded: boolean;
  readonly isSheetOpen: boolean;
  /** The global search, with the keys typed while its code loads, or the list of shortcuts. */
  readonly overlay: TypedAhead | 'keys' | null;
}

export const useShellStore = create<ShellState>()(() => ({
  isSidebarExpanded: document.documentElement.dataset['sidebar'] !== 'collapsed',
  isSheetOpen: false,
  overlay: null,
}));

/** Collapses or expands the sidebar and stores the state for seven days (NAV-04). */
export function toggleSidebar(): void {
  const isSidebarExpanded = !useShellStore.getState().isSidebarExpanded;
  document.documentElement.dataset['sidebar'] = isSidebarExpanded ? 'expanded' : 'collapsed';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox before 140
  document.cookie = `sidebar_state=${isSidebarExpanded}; path=/; max-age=${COOKIE_MAX_AGE_SECONDS}; samesite=lax`;
  useShellStore.setState({ isSidebarExpanded });
}

export const setSheetOpen = (isSheetOpen: boolean): void => useShellStore.setState({ isSheetOpen });

/**
 * Toggles the sheet below 768 px, and the sidebar otherwise.
 * @param canOpen whether the sheet may be opened
 */
export function toggleSidebarOrSheet(canOpen: boolean): void {
  const { isSheetOpen } = useShellStore.getState();
  if (!matchMedia(PHONE).matches) toggleSidebar();
  else if (isSheetOpen || canOpen) setSheetOpen(!isSheetOpen);
}

/** Opens the global search (WORK-03) if it is not open. */
export function openGlobalSearch(): void {
  const { overlay } = useShellStore.getState();
  if (overlay === null || overlay === 'keys') setOverlay(collectKeys());
}

export function setOverlay(overlay: ShellState['overlay']): void {
  const { overlay: before } = useShellStore.getState();
  if (before !== null && before !== 'keys') before.stop();
  useShellStore.setState({ overlay });
}

/** The keys that the user presses while the code of the search loads. */
export interface TypedAhead {
  text: string;
  isEntered: boolean;
  readonly stop: () => void;
}

function collectKeys(): TypedAhead {
  const collect = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') typed.isEntered = true;
    else if (event.key === 'Backspace') typed.text = typed.text.slice(0, -1);
    else if (event.key.length === 1) typed.text += event.key;
    else if (event.key === 'Escape') setOverlay(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = () => document.removeEventListener('keydown', collect, { capture: true });
  const typed: TypedAhead = { text: '', isEntered: false, stop };
  document.addEventListener('keydown', collect, { capture: true });
  return typed;
}
