import type { Service } from '@wayside/contract/services';
import { describe, expect, it } from 'vitest';
import { duplicateService } from './services-queries.ts';

const service = (id: string, name: string | null, vehicleType: string | null): Service => ({
  id,
  name,
  vehicleType,
  image: null,
  createdAt: null,
});
const wash = service('a', 'Car  Wash', 'car');
const unnamed = service('b', null, 'car');
const found = (name: string, vehicleType: string, ownId: string | null = null) =>
  duplicateService([unnamed, wash], { name, vehicleType }, ownId);

describe('[SERV-02] a service with the same name', () => {
  it('is found regardless of letter case and spaces', () => {
    expect(found(' car wash', 'car')).toBe(wash);
  });

  it('is not the service itself, a service for another vehicle or a service without a name', () => {
    expect(found('Car Wash', 'car', 'a')).toBeUndefined();
    expect(found('Car Wash', 'bike')).toBeUndefined();
    expect(found('', 'car')).toBeUndefined();
  });
});
