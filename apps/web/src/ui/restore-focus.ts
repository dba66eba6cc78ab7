import { useState } from 'react';

/**
 * Radix gives the focus back to the trigger that it knows. Dialogs here open from the URL, without one: whatever had
 * the focus when the dialog came gets it back, or the page's content where that is gone (its row was deleted).
 * @returns a handler for `onCloseAutoFocus`
 */
export function useRestoredFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
    const target = isThere ? opener : document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
  };
}
