import { sosService } from '@wayside/contract/sos-services';
import { sosServices } from '../platform/db/schema/catalogue.ts';
import { defineRecord } from './define-record.ts';

export const sosServiceRecord = defineRecord({
  table: sosServices,
  schema: sosService,
  collection: 'sosservices',
  map: {
    id: sosServices.id,
    name: sosServices.name,
    vehicleType: sosServices.vehicleType,
    pricePaise: sosServices.pricePaise,
    image: sosServices.image,
  },
});
