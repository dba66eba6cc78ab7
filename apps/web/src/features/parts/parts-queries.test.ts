import type { Service } from '@wayside/contract/services';
import { expect, it } from 'vitest';
import { serviceOptions } from './parts-queries.ts';

const service = (id: string, name: string | null, vehicleType: string | null): Service => ({
  id,
  name,
  vehicleType,
  image: null,
  createdAt: null,
});

it('[PART-01] shows the vehicles only for services with the same name', () => {
  const services = [
    service('1', 'Oil change', 'car'),
    service('2', 'Oil change', 'bike'),
    service('3', 'Puncture', 'car'),
  ];
  expect(serviceOptions(services)).toEqual([
    { value: '1', label: 'Oil change · Car' },
    { value: '2', label: 'Oil change · Bike' },
    { value: '3', label: 'Puncture' },
  ]);
});
