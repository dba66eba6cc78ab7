import { type Part, part, type Service, type SosService, service, sosService } from '@wayside/contract/catalogue';
import { defineCollection } from './collection.ts';

/** Roadside services. */
export const sosservices = defineCollection<SosService>({
  name: 'sosservices',
  noun: 'an SOS service',
  codec: sosService,
  table: 'sos_services',
  columns: [
    { name: 'name', type: 'text', read: (record) => record.name },
    { name: 'vehicle_type', type: 'text', read: (record) => record.vehicleType },
    { name: 'price_paise', type: 'bigint', read: (record) => record.pricePaise },
    { name: 'image', type: 'text', read: (record) => record.image },
  ],
});

/** Regular services. */
export const services = defineCollection<Service>({
  name: 'services',
  noun: 'a service',
  codec: service,
  table: 'services',
  columns: [
    { name: 'name', type: 'text', read: (record) => record.name },
    { name: 'vehicle_type', type: 'text', read: (record) => record.vehicleType },
    { name: 'image', type: 'text', read: (record) => record.image },
    { name: 'created_at', type: 'timestamptz', read: (record) => record.createdAt },
  ],
});

/** Spare parts of services. */
export const parts = defineCollection<Part>({
  name: 'parts',
  noun: 'a part',
  codec: part,
  table: 'parts',
  columns: [
    { name: 'service_id', type: 'text', read: ({ service }) => service?.id ?? null, references: 'services' },
    { name: 'name', type: 'text', read: (record) => record.name },
    { name: 'price_paise', type: 'bigint', read: (record) => record.pricePaise },
    { name: 'image', type: 'text', read: (record) => record.image },
  ],
});
