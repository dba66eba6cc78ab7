import type { MouseEvent } from 'react';

/**
 * Opens a record by a click anywhere on its row, unless the click was meant for a control in it or for selecting
 * text. The row's "View details" gets the focus first, so that it has it again when the details close.
 */
export function openFromRow(event: MouseEvent<HTMLElement>, open: () => void): void {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
  if (event.target.closest('a, button, input, select, label')) return;
  if (getSelection()?.type === 'Range') return;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-open-details]');
  if (!button) return;
  button.focus({ preventScroll: true });
  open();
}
