import type { MouseEvent } from 'react';
import { t } from '../languages/text.ts';
import { IconButton } from '../ui/button.tsx';
import { EyeIcon } from '../ui/one-path-icons.ts';
import type { ListRows } from './list-definition.ts';

/** The actions of a row: "View details", then the actions of the screen. */
export function RowActions<Row>({ row, ...rows }: ListRows<Row> & { row: Row }) {
  const { idOf, nameOf, hasActionsWithoutId = false } = rows;
  const hasId = idOf(row) !== '';
  const isUsable = hasId || hasActionsWithoutId;
  const onOpen = isUsable ? rows.onOpen : undefined;
  return (
    <div className="flex items-center justify-end gap-0.5">
      {onOpen && (
        <IconButton
          data-open-details=""
          label={t('View details of {row}', { row: nameOf(row) })}
          tip={t('View details')}
          icon={<EyeIcon className="size-4" />}
          onClick={(event) => openInNewTab(event, rows.addressOf?.(row)) || onOpen(row)}
        />
      )}
      {isUsable && rows.actions?.(row)}
    </div>
  );
}

const CONTROLS = 'a, button, input, select, label, [data-marks]';
const MIDDLE = 1;

/**
 * Returns the click handlers of a row. A click opens the details; with Ctrl, Cmd, Shift or the middle button they
 * open in a new tab or window (TOUGH-06).
 */
export function rowClickHandlers<Row>(
  row: Row,
  { onOpen, addressOf }: Pick<ListRows<Row>, 'onOpen' | 'addressOf'>,
) {
  if (!onOpen) return {};
  const address = () => addressOf?.(row);
  return {
    onClick: (event: MouseEvent<HTMLElement>) => openFromRow(event, address, () => onOpen(row)),
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      if (isForRow(event, '[data-open-details]')) openInNewTab(event, address());
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if ((event.button === MIDDLE || event.shiftKey) && isForRow(event)) event.preventDefault();
    },
  };
}

/** Checks whether a click is meant for the row itself or for one of the given controls in it. */
function isForRow({ target, currentTarget }: MouseEvent<HTMLElement>, controls = ''): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest(CONTROLS) === null || (controls !== '' && target.closest(controls) !== null);
}

/** Opens a URL in a new tab or window, as a link would. @returns false for a plain click */
function openInNewTab(event: MouseEvent, address: string | undefined): boolean {
  const { ctrlKey, metaKey, shiftKey, button } = event;
  if (address === undefined || button > MIDDLE) return false;
  if (!(ctrlKey || metaKey || shiftKey || button === MIDDLE)) return false;
  event.preventDefault();
  // The browser decides from the click whether to open a tab or a window.
  window.open(address, '_blank', 'noopener');
  return true;
}

/**
 * Opens the details from a row. The "View details" button is focused first, so that it regains the focus when the
 * details close.
 */
function openFromRow(event: MouseEvent<HTMLElement>, address: () => string | undefined, open: () => void): void {
  if (!isForRow(event)) return;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-open-details]');
  if (!button || openInNewTab(event, address()) || getSelection()?.type === 'Range') return;
  button.focus({ preventScroll: true });
  open();
}
