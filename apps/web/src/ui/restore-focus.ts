import { useState } from 'react';

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
