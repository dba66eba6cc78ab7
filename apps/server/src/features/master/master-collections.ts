import type { Slot, VehicleModel } from '@wayside/contract/master';
import type { CrudResource } from '../../crud/crud-resource.ts';
import { collections } from '../../records/collections.ts';

/** Time slots, in the order in which they were made (SLOT-01). */
export const SLOTS: CrudResource<Slot> = {
  collection: collections.slots,
  entity: 'slot',
  noun: 'time slot',
  json: `json_build_object('id', b.id, 'startTime', b.start_time, 'endTime', b.end_time, 'duration', b.duration)`,
  orderBy: 'b.id',
};

/** Makers of vehicles (MODL-01). */
export const VEHICLE_MODELS: CrudResource<VehicleModel> = {
  collection: collections.companies,
  entity: 'vehicle_model',
  noun: 'vehicle model',
  json: `json_build_object('id', b.id, 'companyName', b.company_name, 'image', b.image, 'createdAt', iso_instant(b.created_at))`,
  orderBy: 'b.created_at DESC NULLS LAST, b.id DESC',
};
