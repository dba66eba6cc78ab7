import type { Role } from '@wayside/contract/roles';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { SelectField } from '../../form/fields.tsx';
import { capitalised } from '../../lib/format.ts';
import { roleHint } from './member-labels.ts';

export interface RoleFieldProps<V extends FieldValues> {
  name: FieldPath<V>;
  control: Control<V>;
  roles: readonly Role[];
}

/** Chooses a role; the hint says what it may do. */
export function RoleField<V extends FieldValues>({ name, control, roles }: RoleFieldProps<V>) {
  return (
    <SelectField
      name={name}
      control={control}
      label="Role"
      hint={roleHint(useWatch({ control, name }))}
      options={roles.map((value) => ({ value, label: capitalised(value) }))}
    />
  );
}
