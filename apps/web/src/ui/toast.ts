/** A short message in the corner of the screen. */
export interface ToastMessage {
  readonly tone: 'success' | 'error' | 'info';
  readonly title: string;
  readonly description?: string | undefined;
  /** What it is about: a newer toast about the same takes the place of this one, and of its way back. */
  readonly about?: string;
  /** The way back: "Undo". */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

const load = () => import('./toaster.tsx');

/** Fetches the toasts' code ahead of the first one. */
export function prepareToasts(): void {
  // Fetched again when one is to be shown.
  load().catch(() => undefined);
}

/** Shows a message; it goes by itself, by swipe, close button or Escape (TOAST-01). */
export function toast(message: ToastMessage): void {
  void load().then((toaster) => toaster.showToast(message));
}

/** Whether something belongs to a toast; toasts stand above the dialogs and are no part of them. */
export function isInToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.toast') !== null;
}

/**
 * Shows `loading` until `work` is over, then what came of it, in one toast. Resolves and rejects as `work` does.
 * @public
 */
export async function toastWhile<T>(
  work: Promise<T>,
  texts: { loading: string; success: (result: T) => ToastMessage; error: (error: unknown) => ToastMessage },
): Promise<T> {
  const toaster = load();
  const id = toaster.then((module) => module.showLoading(texts.loading));
  const finish = async (message: ToastMessage) => (await toaster).showToast(message, await id);
  try {
    const result = await work;
    await finish(texts.success(result));
    return result;
  } catch (error) {
    await finish(texts.error(error));
    throw error;
  }
}
