import { createListeners } from './listeners.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

const MODULE_MISSING = /dynamically imported module|importing a module script failed/i;
const ADDRESS = /https?:\/\/\S+/;

/** Checks whether an error means that the code of a screen, or of a part of it, is missing. */
export function isModuleMissing(error: unknown): boolean {
  return error instanceof Error && (MODULE_MISSING.test(error.message) || isModuleMissing(error.cause));
}

/**
 * The result of a missing module. After a new release, the page is `reloading`, or `outdated` if a form has input or
 * a reload did not help. `unanswered`: the request failed.
 */
export type MissingModule = 'reloading' | 'outdated' | 'unanswered';

const RELOADED = 'wayside_reloaded';
const changes = createListeners();
let isOutdated = false;
const known = new WeakMap<Error, Promise<MissingModule>>();

/** Finds out why a module is missing, and reloads the page once if no input is lost (TOUGH-03). */
export function recoverFromMissing(error: unknown, hasContent = hasUnsavedInput()): Promise<MissingModule> {
  if (!(error instanceof Error)) return Promise.resolve('unanswered');
  const recovery = known.get(error) ?? recover(error, hasContent);
  known.set(error, recovery);
  return recovery;
}

async function recover(error: Error, hasContent: boolean): Promise<MissingModule> {
  if (!navigator.onLine || !(await isReplaced(error))) return 'unanswered';
  if (hasContent || hasUnsavedInput() || !mayReload()) {
    isOutdated = true;
    changes.notify();
    return 'outdated';
  }
  location.reload();
  return 'reloading';
}

const entry = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';

async function isReplaced({ message }: Error): Promise<boolean> {
  const address = ADDRESS.exec(message)?.[0];
  try {
    const response = await fetch(address ?? entry(), { cache: 'no-store' });
    void response.body?.cancel();
    return !(response.ok && response.headers.get('content-type')?.includes('javascript'));
  } catch {
    return false;
  }
}

function mayReload(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === entry()) return false;
    sessionStorage.setItem(RELOADED, entry());
    return true;
  } catch {
    return false;
  }
}

/** Reports whether the user must reload the page because of a new release. */
export const release = { subscribe: changes.subscribe, isOutdated: () => isOutdated };

export function watchMissingModules(): void {
  addEventListener('vite:preloadError', (event) => void recoverFromMissing(event.payload));
}
