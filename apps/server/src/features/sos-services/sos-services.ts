import type { SosService } from '@wayside/contract/sos-services';
import type { ActorContext } from '../../context.ts';
import { type CrudResource, listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { amountColumn, type ExportTable, textColumn } from '../../platform/exports/export-table.ts';
import { sosServiceRecord } from '../../records/collections.ts';

/** Roadside services (SOS-01), newest first by id. */
export const SOS_SERVICES: CrudResource<SosService> = {
  record: sosServiceRecord,
  entity: 'sos_service',
  noun: 'sos_service',
  orderBy: 'b.id DESC',
};

const COLUMNS = [
  textColumn<SosService>('Service ID', ({ id }) => id),
  textColumn<SosService>('Name', ({ name }) => name),
  textColumn<SosService>('Vehicle type', ({ vehicleType }) => vehicleType),
  amountColumn<SosService>('Price', ({ pricePaise }) => pricePaise),
];

/** Exports the listed roadside services as a table (VIEW-08). */
export const exportSosServices = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<SosService>> =>
  exportRecords(context, {
    name: 'sos-services',
    columns: COLUMNS,
    rows: await listRecords(context, SOS_SERVICES),
    searchTexts: ({ name, vehicleType }) => [name, vehicleType],
    requestedFilters: { ...input },
  });
