import type { VehicleModel } from '@wayside/contract/vehicle-models';
import type { ActorContext } from '../../context.ts';
import { type CrudResource, listRecords } from '../../platform/crud/crud-resource.ts';
import { exportRecords } from '../../platform/exports/export-list.ts';
import { type ExportTable, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { vehicleModelRecord } from '../../records/collections.ts';

/** The resource of vehicle models, which are vehicle manufacturers (MODL-01). */
export const VEHICLE_MODELS: CrudResource<VehicleModel> = {
  record: vehicleModelRecord,
  entity: 'vehicle_model',
  noun: 'vehicle_model',
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};

const COLUMNS = [
  textColumn<VehicleModel>('Model ID', ({ id }) => id),
  textColumn<VehicleModel>('Company', ({ companyName }) => companyName),
  timestampColumn<VehicleModel>('Created', ({ createdAt }) => createdAt),
];

/** Exports the list of vehicle models as a table (VIEW-08). */
export const exportVehicleModels = async (
  context: ActorContext,
  input: { readonly search: string | null },
): Promise<ExportTable<VehicleModel>> =>
  exportRecords(context, {
    name: 'vehicle-models',
    columns: COLUMNS,
    rows: await listRecords(context, VEHICLE_MODELS),
    searchTexts: ({ companyName }) => [companyName],
    requestedFilters: { ...input },
  });
