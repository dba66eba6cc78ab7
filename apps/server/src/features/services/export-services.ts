import type { Service } from '@wayside/contract/services';
import type { ActorContext } from '../../context.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { SERVICES } from './delete-service.ts';

const COLUMNS = [
  textColumn<Service>('Service ID', ({ id }) => id),
  textColumn<Service>('Name', ({ name }) => name),
  textColumn<Service>('Vehicle type', ({ vehicleType }) => vehicleType),
  timestampColumn<Service>('Created', ({ createdAt }) => createdAt),
];

/** The regular services of the list as a table (VIEW-08). */
export const exportServices = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<Service>> =>
  exportRecords(context, {
    name: 'services',
    columns: COLUMNS,
    rows: await listRecords(context, SERVICES),
    searched: ({ name, vehicleType }) => [name, vehicleType],
    asked: { ...input },
  });
