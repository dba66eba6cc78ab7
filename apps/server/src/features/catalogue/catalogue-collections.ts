import type { Part, Service, SosService } from '@wayside/contract/catalogue';
import type { CrudResource } from '../../crud/crud-resource.ts';
import { collections } from '../../records/collections.ts';

/** Roadside services (SOS-01); ids tell which is newer. */
export const SOS_SERVICES: CrudResource<SosService> = {
  collection: collections.sosservices,
  entity: 'sos_service',
  noun: 'SOS service',
  json: `json_build_object('id', b.id, 'name', b.name, 'vehicleType', b.vehicle_type, 'pricePaise', b.price_paise, 'image', b.image)`,
  orderBy: 'b.id DESC',
};

/** Regular services (SERV-01). */
export const SERVICES: CrudResource<Service> = {
  collection: collections.services,
  entity: 'service',
  noun: 'service',
  json: `json_build_object('id', b.id, 'name', b.name, 'vehicleType', b.vehicle_type, 'image', b.image, 'createdAt', iso_instant(b.created_at))`,
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};

/** Spare parts (PART-01). */
export const PARTS: CrudResource<Part> = {
  collection: collections.parts,
  entity: 'part',
  noun: 'part',
  json: `json_build_object('id', b.id, 'service', CASE WHEN b.service_id IS NOT NULL THEN json_build_object('id', b.service_id) END,
    'name', b.name, 'pricePaise', b.price_paise, 'image', b.image)`,
  orderBy: 'b.id DESC',
};
