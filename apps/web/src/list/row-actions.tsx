import { Eye } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import type { ListRows } from './list-column.ts';

/** What can be done with a row: "View details", then the screen's own actions. */
export function RowActions<Row>({ row, ...rows }: ListRows<Row> & { row: Row }) {
  const { idOf, nameOf, hasActionsWithoutId = false } = rows;
  // Another provider's record that nobody can point at: nothing can be done with it (API-15).
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
          icon={<Eye className="size-4" />}
          onClick={() => onOpen(row)}
        />
      )}
      {isUsable && rows.actions?.(row)}
    </div>
  );
}
