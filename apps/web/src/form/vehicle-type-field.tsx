import { VEHICLE_TYPES } from '@wayside/contract/wire/vehicle-type';
import type { ComponentPropsWithRef } from 'react';
import { capitalised } from '../lib/format.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

export interface VehicleTypeFieldProps extends Omit<ComponentPropsWithRef<'select'>, 'id'> {
  error?: string | undefined;
}

const OPTIONS = [
  { value: '', label: 'Select vehicle type' },
  ...VEHICLE_TYPES.map((type) => ({ value: type, label: capitalised(type) })),
];

/** Chooses one of the five vehicle types (API-14). */
export function VehicleTypeField({ error, ...select }: VehicleTypeFieldProps) {
  return (
    <Field label="Vehicle Type *" error={error}>
      {(control) => <Select {...select} {...control} options={OPTIONS} />}
    </Field>
  );
}
