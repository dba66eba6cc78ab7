import type { Slot } from '@wayside/contract/slots';
import type { ActorContext } from '../../context.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { SLOTS } from './save-slot.ts';

const COLUMNS = [
  textColumn<Slot>('Slot ID', ({ id }) => id),
  textColumn<Slot>('Start time', ({ startTime }) => startTime),
  textColumn<Slot>('End time', ({ endTime }) => endTime),
  textColumn<Slot>('Duration', ({ duration }) => duration),
];

/** The time slots of the list as a table (VIEW-08). */
export const exportSlots = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<Slot>> =>
  exportRecords(context, {
    name: 'slots',
    columns: COLUMNS,
    rows: await listRecords(context, SLOTS),
    searched: ({ startTime, endTime, duration }) => [startTime, endTime, duration],
    asked: { ...input },
  });
