import type { ToastMessage } from './toaster.tsx';

const LOADING_DELAY_MS = 1000;

let isLoaded = false;

const load = () => {
  isLoaded = true;
  return import('./toaster.tsx');
};

/** Resolves when no request for proof of identity is open. */
let untilIdentityProved = (): Promise<void> => Promise.resolve();

/** @param whenProved resolves once no proof of identity is pending; loading toasts wait for it (TEAM-05) */
export function prepareToasts(whenProved: () => Promise<void>): void {
  untilIdentityProved = whenProved;
  load().catch(() => undefined);
}

/** Counts the sessions that have ended. An action of an ended session must not report its outcome on the login page. */
let endedSessions = 0;

/** Removes all messages, because they contain names and their actions need the session. */
export function dismissToasts(): void {
  endedSessions += 1;
  if (isLoaded) void load().then((toaster) => toaster.endToast());
}

/** Shows a message. It closes automatically, or by swipe, close button or Escape (TOAST-01). */
export function toast(message: ToastMessage): void {
  void load().then((toaster) => toaster.showToast(message));
}

/** Checks whether an element is in a toast or a call card, both of which appear above dialogs. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast, [data-call]') !== null;
}

/** Replaces a loading toast with its outcome; null removes it. */
export type EndLoading = (outcome: ToastMessage | null) => void;

/**
 * Shows a loading toast if a call takes longer than a second (TOAST-01), but not before the user has proved their
 * identity if the call needs that (TEAM-05).
 * @returns a function that ends the toast; call it once
 */
export function startLoading(title: string): EndLoading {
  let shown: Promise<string | number | null> | null = null;
  let isEnded = false;
  const session = endedSessions;
  const timer = setTimeout(() => {
    shown = untilIdentityProved().then(async () =>
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

/** Shows a loading toast if `call` takes longer than a second. Resolves and rejects as `call` does. */
export async function whileLoading<T>(title: string, call: Promise<T>): Promise<T> {
  const endLoading = startLoading(title);
  try {
    return await call;
  } finally {
    endLoading(null);
  }
}
