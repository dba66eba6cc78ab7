import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster, type ToasterProps } from 'sonner';
import { t } from '../languages/text.ts';
import { Spinner } from './loading.tsx';
import { PHONE } from './use-media-query.ts';

/** A short message in the corner of the screen. */
export interface ToastMessage {
  readonly tone: 'success' | 'error' | 'info';
  readonly title: string;
  readonly description?: string | undefined;
  /** A newer toast about the same subject replaces this one. */
  readonly key?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

const ERROR_MS = 8000;
const SUCCESS_MS = 4000;
const ACTION_MS = 10_000;

type Position = NonNullable<ToasterProps['position']>;
const DEFAULT_POSITION = 'bottom-right';
const PHONE_POSITION = 'top-right';
const BELOW_HEADER = 'calc(var(--header-height) + 0.5rem)';

type ToastId = string | number;

const NOTHING = () => undefined;

// The toasts have their own root, because they outlive the login page.
const host = document.createElement('div');
// Renders before the host is in the page, because an opening dialog hides everything that is not yet a live region.
flushSync(() =>
  createRoot(host).render(
    <Toaster
      position={DEFAULT_POSITION}
      offset={{ top: BELOW_HEADER }}
      mobileOffset={{ top: BELOW_HEADER }}
      hotkey={['altKey', 'KeyT']}
      customAriaLabel={t('Notifications')}
      closeButton
      expand
      gap={8}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t('Close toast'),
        classNames: { toast: 'toast', closeButton: 'toast-close' },
      }}
    />,
  ),
);
document.body.append(host);
suspendSelectionOf(host);
shareFocusWithDialogs(host);

function dismissNewest(): void {
  const newest = sonner.getToasts().at(-1);
  if (newest) sonner.dismiss(newest.id);
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) dismissNewest();
});
// This listener runs before the dialog's, so that the dialog does not handle keys pressed in a toast.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || !host.contains(document.activeElement)) return;
    event.preventDefault();
    dismissNewest();
  },
  { capture: true },
);

const newestByKey = new Map<string, ToastId>();

/**
 * Returns the position of toasts: the top on a phone, unless a dialog is open; the usual place otherwise. The buttons
 * of a dialog are at its bottom.
 */
const toastPosition = (): Position =>
  matchMedia(PHONE).matches && document.querySelector('[role$="dialog"]') === null
    ? PHONE_POSITION
    : DEFAULT_POSITION;

export function showToast(message: ToastMessage, id?: ToastId): void {
  const quiet = message.tone === 'error' ? ERROR_MS : SUCCESS_MS;
  const options = {
    duration: message.action ? ACTION_MS : quiet,
    position: toastPosition(),
    icon: undefined,
    ...(id === undefined ? {} : { id }),
    ...(message.description ? { description: message.description } : {}),
    ...(message.action ? { action: message.action } : {}),
  };
  const older = message.key && newestByKey.get(message.key);
  if (older) sonner.dismiss(older);
  const shown = sonner[message.tone](message.title, options);
  if (message.key) newestByKey.set(message.key, shown);
}

export function showLoading(title: string): ToastId {
  // sonner's own loading toast can neither be swiped nor closed.
  return sonner(title, { icon: <Spinner />, duration: Number.POSITIVE_INFINITY, position: toastPosition() });
}

/** Removes a toast, or all toasts without an id. */
export function endToast(id?: ToastId): void {
  sonner.dismiss(id);
}

/**
 * Lets toasts take the focus while a dialog traps it (TOAST-01), by hiding their focus events from the dialog's
 * listener on the document.
 */
export function shareFocusWithDialogs(host: HTMLElement): void {
  const isInside = (target: EventTarget | null) => target instanceof Node && host.contains(target);
  const root = document.documentElement;
  root.addEventListener('focusin', (event) => isInside(event.target) && event.stopPropagation());
  root.addEventListener('focusout', (event) => isInside(event.relatedTarget) && event.stopPropagation());
}

/**
 * Suspends the text selection while a pointer is down on a toast, because sonner does not swipe while text is
 * selected (TOAST-01).
 */
export function suspendSelectionOf(host: HTMLElement): void {
  let restore: () => void = NOTHING;
  const end = () => {
    restore();
    restore = NOTHING;
  };
  host.addEventListener(
    'pointerdown',
    () => {
      end();
      restore = suspendSelection();
    },
    { capture: true },
  );
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

/** @returns a function that restores the selection */
function suspendSelection(): () => void {
  const selection = getSelection();
  if (selection === null || selection.toString() === '') return NOTHING;
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return suspendSelectionIn(field);
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  selection.removeAllRanges();
  return () => {
    for (const range of ranges) selection.addRange(range);
  };
}

/** @returns a function that restores the selection, unless the focus has moved elsewhere */
function suspendSelectionIn(field: HTMLInputElement | HTMLTextAreaElement): () => void {
  const { selectionStart: start, selectionEnd: end } = field;
  if (start === null) {
    // An email field has no selection range and keeps its selection while it has the focus, so it must lose the
    // focus.
    field.blur();
    getSelection()?.removeAllRanges();
    return () => {
      if (document.activeElement === document.body) field.select();
    };
  }
  field.setSelectionRange(end, end);
  return () => {
    if (document.activeElement === field) field.setSelectionRange(start, end);
  };
}
