import { type Part, part } from '@wayside/contract/parts';
import { type Service, service } from '@wayside/contract/services';
import { type SosService, sosService } from '@wayside/contract/sos-services';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { newRecordId } from './record-id.ts';

/** Creates a service of the catalogue without an image. */
export function aService(fields: Partial<Service> = {}): Service {
  return completeRecord(service, {
    id: newRecordId(),
    name: 'Brake service',
    vehicleType: 'bike',
    createdAt: '2026-03-06T05:00:00.000Z',
    ...fields,
  });
}

/** Creates a part of a service. */
export function aPart({ id }: Service, name: string, pricePaise: number): Part {
  return completeRecord(part, { id: newRecordId(), service: { id }, name, pricePaise });
}

/** Creates a roadside service without an image. */
export function aSosService(fields: Partial<SosService> = {}): SosService {
  return completeRecord(sosService, {
    id: newRecordId(),
    name: 'Towing',
    vehicleType: 'car',
    pricePaise: 149_950,
    ...fields,
  });
}
