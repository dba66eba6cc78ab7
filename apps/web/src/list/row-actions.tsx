import type { MouseEvent } from 'react';
import { IconButton } from '../ui/button.tsx';
import { EyeIcon } from '../ui/one-path-icons.ts';
import type { ListRows } from './list-definition.ts';

/** The actions of a row: "View details", then those of the screen. */
export function RowActions<Row>({ row, ...rows }: ListRows<Row> & { row: Row }) {
  const { idOf, nameOf, hasActionsWithoutId = false } = rows;
  // An external record without an id: no call can name it (API-15).
  const hasId = idOf(row) !== '';
  const isUsable = hasId || hasActionsWithoutId;
  const onOpen = isUsable ? rows.onOpen : undefined;
  return (
    <div className="flex items-center justify-end gap-0.5">
      {onOpen && (
        <IconButton
          data-open-details=""
          label={`View details of ${nameOf(row)}`}
          tip="View details"
          icon={<EyeIcon className="size-4" />}
          onClick={() => onOpen(row)}
        />
      )}
      {isUsable && rows.actions?.(row)}
    </div>
  );
}

/**
 * Opens a record by a click anywhere on its row, unless the click is for a control in the row or selects text. The row's
 * "View details" gets the focus first, so that it gets it back when the details close.
 */
export function openFromRow(event: MouseEvent<HTMLElement>, open: () => void): void {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
  if (event.target.closest('a, button, input, select, label, [data-marks]')) return;
  if (getSelection()?.type === 'Range') return;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-open-details]');
  if (!button) return;
  button.focus({ preventScroll: true });
  open();
}
