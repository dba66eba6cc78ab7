import { proofAnswered } from '../lib/proof.ts';

/** A short message in the corner of the screen. */
export interface ToastMessage {
  readonly tone: 'success' | 'error' | 'info';
  readonly title: string;
  readonly description?: string | undefined;
  /** Its subject: a newer toast about the same subject replaces this one and its action. */
  readonly about?: string;
  /** An action: "Undo". */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/** A call that takes longer shows a loading toast; a quicker one shows its outcome only. */
const LOADING_DELAY_MS = 1000;

const load = () => import('./toaster.tsx');

/** Fetches the toasts' code ahead of the first one. */
export function prepareToasts(): void {
  // The first toast loads it again.
  load().catch(() => undefined);
}

/** Shows a message; it closes automatically, by swipe, close button or Escape (TOAST-01). */
export function toast(message: ToastMessage): void {
  void load().then((toaster) => toaster.showToast(message));
}

/** Whether something belongs to a toast or the card of a call; these stand above the dialogs and are no part of them. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast, [data-call]') !== null;
}

/** Ends a loading toast: with the outcome in its place, or with none where the screen says it elsewhere. */
export type EndLoading = (outcome: ToastMessage | null) => void;

/**
 * Shows a loading toast once a call takes a while, until its outcome takes the place (TOAST-01); not before the user has
 * proved who they are (TEAM-05).
 * @param title "Saving..."
 * @returns to be called once, whatever comes of the call
 */
export function startLoading(title: string): EndLoading {
  let shown: Promise<string | number | null> | null = null;
  let isEnded = false;
  const timer = setTimeout(() => {
    shown = proofAnswered().then(async () => (isEnded ? null : (await load()).showLoading(title)));
  }, LOADING_DELAY_MS);
  return (outcome) => {
    clearTimeout(timer);
    isEnded = true;
    if (outcome === null && shown === null) return;
    void load().then(async (toaster) => {
      const id = await shown;
      if (outcome !== null) toaster.showToast(outcome, id ?? undefined);
      else if (id !== null) toaster.endToast(id);
    });
  };
}

/**
 * Shows a loading toast for `call` once it takes a while; the screen says its outcome elsewhere. Resolves
 * and rejects as `call` does.
 */
export async function whileLoading<T>(title: string, call: Promise<T>): Promise<T> {
  const endLoading = startLoading(title);
  try {
    return await call;
  } finally {
    endLoading(null);
  }
}
