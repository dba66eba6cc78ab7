import type { VehicleModel } from '@wayside/contract/vehicle-models';
import type { ActorContext } from '../../context.ts';
import { listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { VEHICLE_MODELS } from './vehicle-models-resource.ts';

const COLUMNS = [
  textColumn<VehicleModel>('Model ID', ({ id }) => id),
  textColumn<VehicleModel>('Company', ({ companyName }) => companyName),
  timestampColumn<VehicleModel>('Created', ({ createdAt }) => createdAt),
];

/** The vehicle models of the list as a table (VIEW-08). */
export const exportVehicleModels = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<VehicleModel>> =>
  exportRecords(context, {
    name: 'vehicle-models',
    columns: COLUMNS,
    rows: await listRecords(context, VEHICLE_MODELS),
    searched: ({ companyName }) => [companyName],
    asked: { ...input },
  });
