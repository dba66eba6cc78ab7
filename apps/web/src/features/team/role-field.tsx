import type { Role } from '@wayside/contract/roles';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { capitalised } from '../../lib/format.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { roleHint } from './member-labels.ts';

export interface RoleFieldProps {
  /** The chosen one, which the hint explains. */
  role: string;
  roles: readonly Role[];
  control: UseFormRegisterReturn;
}

/** Chooses a role; the hint says what it may do. */
export function RoleField({ role, roles, control }: RoleFieldProps) {
  return (
    <Field label="Role" hint={roleHint(role)}>
      {(attributes) => (
        <Select
          {...attributes}
          {...control}
          className="w-full"
          options={roles.map((value) => ({ value, label: capitalised(value) }))}
        />
      )}
    </Field>
  );
}
