import type { Part } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { newRecordId } from './record-id.ts';

/** A service of the catalogue, without an image. */
export function aService(fields: Partial<Service> = {}): Service {
  return {
    id: newRecordId(),
    name: 'Brake service',
    vehicleType: 'bike',
    image: null,
    createdAt: '2026-03-06T05:00:00.000Z',
    ...fields,
  };
}

/** A part of a service. */
export function aPart({ id }: Service, name: string, pricePaise: number): Part {
  return { id: newRecordId(), service: { id }, name, pricePaise, image: null };
}
