import type { ToastMessage } from './toaster.tsx';

const LOADING_DELAY_MS = 1000;

let isLoaded = false;

const load = () => {
  isLoaded = true;
  return import('./toaster.tsx');
};

/** Resolves once no proof of identity is awaited. */
let untilProved = (): Promise<void> => Promise.resolve();

/** @param isProved what a loading toast waits for: an awaited proof (TEAM-05) */
export function prepareToasts(isProved: () => Promise<void>): void {
  untilProved = isProved;
  load().catch(() => undefined);
}

/** Grows with each session that ends: what it has begun must not report on the login page. */
let endedSessions = 0;

/** Removes all messages: they name people, and their actions need the session. */
export function dismissToasts(): void {
  endedSessions += 1;
  if (isLoaded) void load().then((toaster) => toaster.endToast());
}

/** Shows a message; it closes automatically, by swipe, close button or Escape (TOAST-01). */
export function toast(message: ToastMessage): void {
  void load().then((toaster) => toaster.showToast(message));
}

/** Whether an element is in a toast or the card of a call, which are above the dialogs. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast, [data-call]') !== null;
}

/** Replaces a loading toast by its outcome, or removes it (null). */
export type EndLoading = (outcome: ToastMessage | null) => void;

/**
 * Shows a loading toast if a call takes longer than a second (TOAST-01), not before the user has given the proof that it needs (TEAM-05).
 * @returns ends it, to be called once
 */
export function startLoading(title: string): EndLoading {
  let shown: Promise<string | number | null> | null = null;
  let isEnded = false;
  const session = endedSessions;
  const timer = setTimeout(() => {
    shown = untilProved().then(async () =>
      isEnded || session !== endedSessions ? null : (await load()).showLoading(title),
    );
  }, LOADING_DELAY_MS);
  return (outcome) => {
    clearTimeout(timer);
    isEnded = true;
    if (session !== endedSessions) return;
    if (outcome === null && shown === null) return;
    void load().then(async (toaster) => {
      const id = await shown;
      if (outcome !== null) toaster.showToast(outcome, id ?? undefined);
      else if (id !== null) toaster.endToast(id);
    });
  };
}

/** Shows a loading toast while `call` takes longer than a second. Resolves and rejects as `call` does. */
export async function whileLoading<T>(title: string, call: Promise<T>): Promise<T> {
  const endLoading = startLoading(title);
  try {
    return await call;
  } finally {
    endLoading(null);
  }
}
