import { ROLES, type Role } from '@wayside/contract/roles';
import type { Member } from '@wayside/contract/team';
import { DialogForm } from '../../form/dialog-form.tsx';
import { failureText } from '../../lib/api-error.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { memberName } from './member-labels.ts';
import { RoleField } from './role-field.tsx';
import { sendRole, TEAM_KEYS } from './team-queries.ts';

/** Changes what a member may do, from their next call on (TEAM-02). */
export function RoleForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const name = memberName(member);
  return (
    <DialogForm
      title={`Role of ${name}`}
      description="It counts at once, also for what they have open."
      submitLabel="Change role"
      pendingLabel="Changing..."
      done={`The role of ${name} is changed`}
      defaultValues={{ role: member.role as Role }}
      save={({ role }) => sendRole(member.id, role)}
      describeFailure={(error) => ({ message: failureText(error, 'Failed to change the role') })}
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
