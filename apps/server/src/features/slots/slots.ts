import { type Slot, type StoredSlot, slot, slotBody, slotDuration } from '@wayside/contract/slots';
import { wireKey } from '@wayside/contract/wire/wire-object';
import { badRequest, fieldError } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { createRecord, updateRecord } from '../../platform/crud/change-record.ts';
import { type CrudResource, listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { slotRecord } from '../../records/collections.ts';

/** Time slots in creation order (SLOT-01). */
export const SLOTS: CrudResource<Slot> = {
  record: slotRecord,
  entity: 'slot',
  noun: 'time_slot',
  orderBy: 'b.id',
};

/**
 * Returns the slot with the given duration, or with the duration computed from its times (SLOT-04). @throws 400 if
 * there is neither
 */
function withDuration(values: Omit<Slot, 'id'>): Omit<Slot, 'id'> {
  const duration = values.duration ?? slotDuration(values.startTime ?? '', values.endTime ?? '');
  if (duration === null) throw badRequest([fieldError(wireKey(slotBody, 'duration'), 'required')]);
  return { ...values, duration };
}

/** Adds a slot. @throws 400 */
export function createSlot(context: ActorContext, values: Omit<Slot, 'id'>): Promise<StoredSlot> {
  return createRecord(context, SLOTS, withDuration(values));
}

interface UpdateSlotInput {
  readonly id: string;
  /** The id in the body, which must equal the id in the path. */
  readonly bodyId: string | undefined;
  readonly startTime: string | undefined;
  readonly endTime: string | undefined;
  /** If null, the duration is computed from the start and end times. */
  readonly duration: string | null | undefined;
  readonly ifMatch: readonly string[] | null;
}

/** Changes the given fields of a slot (SLOT-05). @throws 404, 400, 412 */
export function updateSlot(
  context: ActorContext,
  { id, bodyId, ifMatch, ...given }: UpdateSlotInput,
): Promise<StoredSlot> {
  if (bodyId !== undefined && bodyId !== id) throw badRequest([fieldError(wireKey(slot, 'id'), 'id_in_path')]);
  return updateRecord(context, SLOTS, {
    id,
    ifMatch,
    given: ({ startTime, endTime, duration }) =>
      withDuration({
        startTime: given.startTime ?? startTime,
        endTime: given.endTime ?? endTime,
        duration: given.duration === undefined ? duration : given.duration,
      }),
  });
}

const COLUMNS = [
  textColumn<Slot>('Slot ID', ({ id }) => id),
  textColumn<Slot>('Start time', ({ startTime }) => startTime),
  textColumn<Slot>('End time', ({ endTime }) => endTime),
  textColumn<Slot>('Duration', ({ duration }) => duration),
];

/** Exports the listed time slots as a table (VIEW-08). */
export const exportSlots = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<Slot>> =>
  exportRecords(context, {
    name: 'slots',
    columns: COLUMNS,
    rows: await listRecords(context, SLOTS),
    searchTexts: ({ startTime, endTime, duration }) => [startTime, endTime, duration],
    requestedFilters: { ...input },
  });
