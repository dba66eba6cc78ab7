const NOTHING = () => undefined;

/**
 * Lets go of what is selected elsewhere for as long as a pointer is down on a toast: sonner takes a pointer that moves
 * while anything is selected for one that selects, and swipes nothing (TOAST-01).
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
  // Behind sonner's own handlers, wherever the pointer is by then.
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}

/** @returns puts the selection back */
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

/** @returns puts the selection back, unless the focus has gone elsewhere meanwhile */
function suspendSelectionIn(field: HTMLInputElement | HTMLTextAreaElement): () => void {
  const { selectionStart: start, selectionEnd: end } = field;
  if (start === null) {
    // An email field neither says which part of it is selected nor lets go of it while it has the focus.
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
