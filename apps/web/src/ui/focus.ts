import { type RefObject, useLayoutEffect, useState } from 'react';

// A dialog without fields marks its main button with `data-first-focus`. A field that must not get the initial focus
// has `data-later-focus`.
const FIELDS = [
  '[data-first-focus]',
  'input:not([type="hidden"], [readonly])',
  'select',
  'textarea:not([readonly], [data-later-focus])',
];
const FILLABLE = FIELDS.map((field) => `${field}:not(:disabled)`).join();

const hasChosenOption = (field: HTMLElement) => field instanceof HTMLSelectElement && field.value !== '';

/**
 * Focuses the first field to fill in, or the text of a dialog. Use it as `onOpenAutoFocus`, because `autoFocus` does
 * not work in a dialog on top of another one.
 */
export function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FILLABLE)];
  const text = event.currentTarget.querySelector<HTMLElement>('[data-dialog-text]');
  const field = fields.find((candidate) => !hasChosenOption(candidate)) ?? fields[0] ?? text;
  if (!field) return;
  event.preventDefault();
  if (field === text) hideFocusRing(field);
  field.focus();
}

/**
 * Hides the focus ring of a dialog's text until the user moves the focus there. The text has the focus only so that
 * keys can scroll it.
 */
function hideFocusRing(text: HTMLElement): void {
  text.dataset['quietFocus'] = '';
  const onBlur = () => {
    // The user switched to another window; the focus will come back here.
    if (document.activeElement === text) return;
    delete text.dataset['quietFocus'];
    text.removeEventListener('blur', onBlur);
  };
  text.addEventListener('blur', onBlur);
}

/**
 * Returns the focus when a dialog closes, to the element that had it before or else to the dialog below or the page.
 * Use it as `onCloseAutoFocus`, because dialogs open from the URL and have no trigger.
 */
export function useRestoredFocus(): (event: Event) => void {
  const [opener] = useState(findOpener);
  return (event) => {
    event.preventDefault();
    if (opener !== null && tryFocus(opener)) return;
    if (document.activeElement !== document.body) return;
    const below = [...document.querySelectorAll<HTMLElement>('[role$="dialog"]')].at(-1);
    (below ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  };
}

/** Returns the focused element; for a menu entry, the button of the menu. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const button = document.getElementById(focused?.closest(MENU)?.getAttribute('aria-labelledby') ?? '');
  if (button !== null) return button;
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

/** Focuses an element and returns whether it took the focus; a detached or disabled element does not. */
function tryFocus(element: HTMLElement): boolean {
  if (!element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Moves the focus to the nearest focusable ancestor when the element disappears, because a successful retry removes
 * its own button.
 */
export function useNearbyFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (!leaving?.contains(document.activeElement)) return;
      const place = leaving.parentElement?.closest<HTMLElement>('[tabindex]');
      queueMicrotask(() => place?.isConnected && place.focus({ preventScroll: true }));
    };
  }, [element]);
}

export function isTypingTarget(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}

/** Selector of an open menu, where letter keys choose entries. */
export const MENU = '[role="menu"]';

/**
 * Checks whether a key press may be a shortcut.
 * @param covers elements that handle keys themselves while they are open
 */
export function isShortcut(
  { ctrlKey, metaKey, altKey, target }: KeyboardEvent,
  covers = `${MENU},[role$="dialog"]`,
): boolean {
  return !(ctrlKey || metaKey || altKey || isTypingTarget(target) || document.querySelector(covers));
}
