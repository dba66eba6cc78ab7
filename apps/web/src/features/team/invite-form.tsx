import { MAX_ADMIN_NAME_LENGTH } from '@wayside/contract/profile';
import { ROLES, type Role } from '@wayside/contract/roles';
import { inviteMember, type Member } from '@wayside/contract/team';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { RoleField } from './role-field.tsx';
import { sendInvitation } from './team-queries.ts';

export interface InviteFormProps {
  onInvited: (token: string, member: Member) => void;
  onClose: () => void;
}

const FIELDS = ['name', 'email', 'role'] as const;

/** Invites an administrator; the link that they get is shown once (TEAM-02). */
export function InviteForm({ onInvited, onClose }: InviteFormProps) {
  return (
    <DialogForm
      title="Invite to the team"
      description="You get a link for the person, with which they set their password."
      submitLabel="Create invitation"
      pendingLabel="Creating..."
      done="Invitation created"
      defaultValues={{ name: '', email: '', role: 'support' as Role }}
      save={sendInvitation}
      describeFailure={(error) => {
        const wrong = fieldErrors(inviteMember.body, error);
        const fields = FIELDS.flatMap((name) => {
          const found = wrong.find((field) => field.name === name);
          return found ? [{ name, message: `It ${found.message}` }] : [];
        });
        return { message: failureText(error, 'Failed to create the invitation'), fields };
      }}
      onSaved={({ token, record }) => onInvited(token, record)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField name="name" control={control} required label="Name" maxLength={MAX_ADMIN_NAME_LENGTH} />
          <TextField
            name="email"
            control={control}
            required
            label="Email"
            type="email"
            autoComplete="off"
            hint="Nothing is sent to it. The person signs in with it."
          />
          <RoleField name="role" control={control} roles={ROLES} />
        </>
      )}
    </DialogForm>
  );
}
