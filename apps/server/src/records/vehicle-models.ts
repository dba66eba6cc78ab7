import { vehicleModel } from '@wayside/contract/vehicle-models';
import { vehicleModels } from '../platform/db/schema/catalogue.ts';
import { defineRecord } from './define-record.ts';

export const vehicleModelRecord = defineRecord({
  table: vehicleModels,
  schema: vehicleModel,
  collection: 'companies',
  map: {
    id: vehicleModels.id,
    companyName: vehicleModels.companyName,
    image: vehicleModels.image,
    createdAt: vehicleModels.createdAt,
  },
});
