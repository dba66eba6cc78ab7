import type { SosService } from '@wayside/contract/sos-services';
import type { CrudResource } from '../../platform/crud/crud-resource.ts';
import { sosServiceRecord } from '../../records/collections.ts';

/** Roadside services (SOS-01); ids tell which is newer. */
export const SOS_SERVICES: CrudResource<SosService> = {
  record: sosServiceRecord,
  entity: 'sos_service',
  noun: 'SOS service',
  orderBy: 'b.id DESC',
};
