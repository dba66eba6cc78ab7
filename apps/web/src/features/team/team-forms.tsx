import { MAX_ADMIN_NAME_LENGTH } from '@wayside/contract/profile';
import { ROLES, type Role } from '@wayside/contract/roles';
import { changeRole, inviteMember, type Member } from '@wayside/contract/team';
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { roleHint, roleName } from '../../lib/role-hints.ts';
import { memberName } from './member-row.tsx';
import { sendInvitation, TEAM_KEYS } from './team-queries.ts';

interface InviteFormProps {
  onInvited: (token: string, member: Member) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'email', 'role'] as const;

/** Form that invites an administrator (TEAM-02). */
export function InviteForm({ onInvited, onClose }: InviteFormProps) {
  return (
    <DialogForm
      title={t('Invite to the team')}
      description={t('You get a link for the person to set a password.')}
      submitLabel={t('Create invitation')}
      pendingLabel={t('Creating...')}
      done={t('Invitation created')}
      defaultValues={{ name: '', email: '', role: 'support' as Role }}
      save={sendInvitation}
      describeFailure={(error) => {
        const wrong = fieldErrors(inviteMember.body, error);
        const fields = FIELDS.flatMap((name) => {
          const found = wrong.find((field) => field.name === name);
          return found ? [{ name, message: t('It {message}', { message: found.message }) }] : [];
        });
        return { message: failureText(error, t('Failed to create the invitation')), fields };
      }}
      onSaved={({ token, record }) => onInvited(token, record)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField name="name" control={control} required label={t('Name')} maxLength={MAX_ADMIN_NAME_LENGTH} />
          <TextField
            name="email"
            control={control}
            required
            label={t('Email')}
            type="email"
            autoComplete="off"
            hint={t('Used to sign in. No email is sent.')}
          />
          <RoleField name="role" control={control} roles={ROLES} />
        </>
      )}
    </DialogForm>
  );
}

/** Form that changes a member's role (TEAM-02). */
export function RoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = memberName(member);
  return (
    <DialogForm
      title={t('Role of {name}', { name })}
      description={t('It takes effect immediately, including on screens they have open.')}
      submitLabel={t('Change role')}
      pendingLabel={t('Changing...')}
      done={t('The role of {name} is changed', { name })}
      defaultValues={{ role: member.role as Role }}
      save={({ role }) => call(changeRole, { params: { id: member.id }, body: { role } })}
      describeFailure={(error) => ({ message: failureText(error, t('Failed to change the role')) })}
      onSaved={() => {
        onClose();
        void invalidateRecords(TEAM_KEYS);
      }}
      onClose={onClose}
    >
      {({ control }) => <RoleField name="role" control={control} roles={ROLES} />}
    </DialogForm>
  );
}

interface RoleFieldProps<V extends FieldValues> {
  name: FieldPath<V>;
  control: Control<V>;
  roles: readonly Role[];
}

function RoleField<V extends FieldValues>({ name, control, roles }: RoleFieldProps<V>) {
  return (
    <SelectField
      name={name}
      control={control}
      label={t('Role')}
      hint={roleHint(useWatch({ control, name }))}
      options={roles.map((value) => ({ value, label: roleName(value) }))}
    />
  );
}
