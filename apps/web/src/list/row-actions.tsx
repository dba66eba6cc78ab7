import type { MouseEvent } from 'react';
import { t } from '../languages/text.ts';
import { IconButton } from '../ui/button.tsx';
import { EyeIcon } from '../ui/one-path-icons.ts';
import type { ListRows } from './list-definition.ts';

/** The actions of a row: "View details", then those of the screen. */
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
          onClick={(event) => openElsewhere(event, rows.addressOf?.(row)) || onOpen(row)}
        />
      )}
      {isUsable && rows.actions?.(row)}
    </div>
  );
}

const CONTROLS = 'a, button, input, select, label, [data-marks]';
const MIDDLE = 1;

/**
 * The handlers of a row: a click opens its details; with Ctrl, Cmd, Shift or the middle button in a new tab or
 * window (TOUGH-06).
 */
export function rowClicks<Row>(row: Row, { onOpen, addressOf }: Pick<ListRows<Row>, 'onOpen' | 'addressOf'>) {
  if (!onOpen) return {};
  const address = () => addressOf?.(row);
  return {
    onClick: (event: MouseEvent<HTMLElement>) => openFromRow(event, address, () => onOpen(row)),
    onAuxClick: (event: MouseEvent<HTMLElement>) => {
      if (isForRow(event, '[data-open-details]')) openElsewhere(event, address());
    },
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if ((event.button === MIDDLE || event.shiftKey) && isForRow(event)) event.preventDefault();
    },
  };
}

/** Whether a click is for the row itself, or one of these controls in it. */
function isForRow({ target, currentTarget }: MouseEvent<HTMLElement>, controls = ''): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest(CONTROLS) === null || (controls !== '' && target.closest(controls) !== null);
}

/** Opens an address as a link would; false for a plain click. */
function openElsewhere(event: MouseEvent, address: string | undefined): boolean {
  const { ctrlKey, metaKey, shiftKey, button } = event;
  if (address === undefined || button > MIDDLE) return false;
  if (!(ctrlKey || metaKey || shiftKey || button === MIDDLE)) return false;
  event.preventDefault();
  // The browser reads from the click whether that is a tab or a window.
  window.open(address, '_blank', 'noopener');
  return true;
}

/** Focuses "View details" first, which gets the focus back when the details close. */
function openFromRow(event: MouseEvent<HTMLElement>, address: () => string | undefined, open: () => void): void {
  if (!isForRow(event)) return;
  const button = event.currentTarget.querySelector<HTMLElement>('[data-open-details]');
  if (!button || openElsewhere(event, address()) || getSelection()?.type === 'Range') return;
  button.focus({ preventScroll: true });
  open();
}
