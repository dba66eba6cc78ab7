import { type RefObject, useLayoutEffect, useState } from 'react';

const FIELDS = ['input:not([type="hidden"], [readonly])', 'select', 'textarea:not([readonly])'];
const FILLABLE = FIELDS.map((field) => `${field}:not(:disabled)`).join();

/** Letters that are meant for the next field would choose another option in it. */
const isChosen = (field: HTMLElement) => field instanceof HTMLSelectElement && field.value !== '';

/**
 * For `onOpenAutoFocus`: a dialog with something to fill in starts there, ahead of its close button and of what is chosen
 * already. A field cannot do this by itself where the dialog opens over another one, which holds on to the focus until then.
 */
export function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>(FILLABLE)];
  const field = fields.find((candidate) => !isChosen(candidate)) ?? fields[0];
  if (!field) return;
  event.preventDefault();
  field.focus();
}

/**
 * Radix gives the focus back to the trigger that it knows. Dialogs here open from the URL, without one: whatever had
 * the focus when the dialog came gets it back; where that is gone (its row was deleted), the dialog below, or the
 * page's content.
 * @returns a handler for `onCloseAutoFocus`
 */
export function useRestoredFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    const below = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
    // Of two that close together, the lower one may have given it back to what is in the dialog below.
    if (!isThere && below?.contains(document.activeElement)) return;
    const target = isThere ? opener : (below ?? document.querySelector<HTMLElement>('main'));
    target?.focus({ preventScroll: true });
  };
}

/**
 * A retry that works takes its own button away: the focus on it goes to the nearest place around it that can have it,
 * the list, the dialog's text or the page's content, where what was loaded stands now.
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

/** Whether a key pressed at `target` is text that somebody types, so that no shortcut may take it. */
export function isTypingTarget(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}
