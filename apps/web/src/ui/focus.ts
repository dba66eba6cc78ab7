import { type RefObject, useLayoutEffect, useState } from 'react';

// A dialog without fields marks its main button with `data-first-focus`; a field that should not get the initial
// focus has `data-later-focus`.
const FIELDS = [
  '[data-first-focus]',
  'input:not([type="hidden"], [readonly])',
  'select',
  'textarea:not([readonly], [data-later-focus])',
];
const FILLABLE = FIELDS.map((field) => `${field}:not(:disabled)`).join();

const isChosen = (field: HTMLElement) => field instanceof HTMLSelectElement && field.value !== '';

/**
 * For `onOpenAutoFocus`: focuses the first field to fill in, or the text of a dialog. `autoFocus` does not work in
 * a dialog over another one.
 */
export function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FILLABLE)];
  const text = event.currentTarget.querySelector<HTMLElement>('[data-dialog-text]');
  const field = fields.find((candidate) => !isChosen(candidate)) ?? fields[0] ?? text;
  if (!field) return;
  event.preventDefault();
  if (field === text) withoutRing(field);
  field.focus();
}

/** The text of a dialog takes the focus so that keys scroll it: no focus ring until the user moves the focus there. */
function withoutRing(text: HTMLElement): void {
  text.dataset['quietFocus'] = '';
  const onBlur = () => {
    // Another window took the focus: it comes back here.
    if (document.activeElement === text) return;
    delete text.dataset['quietFocus'];
    text.removeEventListener('blur', onBlur);
  };
  text.addEventListener('blur', onBlur);
}

/**
 * For `onCloseAutoFocus`: dialogs open from the URL, without a trigger. The focus returns to the element that had
 * it, else to the dialog below or the page.
 */
export function useRestoredFocus(): (event: Event) => void {
  const [opener] = useState(findOpener);
  return (event) => {
    event.preventDefault();
    if (opener !== null && takesFocus(opener)) return;
    if (document.activeElement !== document.body) return;
    const below = [...document.querySelectorAll<HTMLElement>('[role$="dialog"]')].at(-1);
    (below ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  };
}

/** The focused element; of a menu entry, the menu's button. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement;
  const button = document.getElementById(focused?.closest(MENU)?.getAttribute('aria-labelledby') ?? '');
  if (button !== null) return button;
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}

/** Focuses an element, unless it is detached or disabled. */
function takesFocus(element: HTMLElement): boolean {
  if (!element.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** A successful retry removes its own button: the focus moves to the nearest focusable ancestor. */
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

/** An open menu, whose entries take letters. */
export const MENU = '[role="menu"]';

/**
 * Whether a key may be a shortcut.
 * @param covers elements that take keys while they are open
 */
export function isShortcut(
  { ctrlKey, metaKey, altKey, target }: KeyboardEvent,
  covers = `${MENU},[role$="dialog"]`,
): boolean {
  return !(ctrlKey || metaKey || altKey || isTypingTarget(target) || document.querySelector(covers));
}
