import { service } from '@wayside/contract/services';
import { services } from '../platform/db/schema/catalogue.ts';
import { defineRecord } from './define-record.ts';

export const serviceRecord = defineRecord({
  table: services,
  schema: service,
  collection: 'services',
  map: {
    id: services.id,
    name: services.name,
    vehicleType: services.vehicleType,
    image: services.image,
    createdAt: services.createdAt,
  },
});
