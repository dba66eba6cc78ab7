import { useQuery } from '@tanstack/react-query';
import type { Member } from '@wayside/contract/team';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { useStart } from '../../lib/use-start.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ReactivateMember, RenewInvitation, ResetTwoFactor, SuspendMember } from './member-actions.tsx';
import { type MemberAction, MemberRow } from './member-row.tsx';
import { TEAM_KEYS, teamQuery } from './team-queries.ts';

const InviteForm = lazyPart(() => import('./team-forms.tsx'), 'InviteForm');
const RoleForm = lazyPart(() => import('./team-forms.tsx'), 'RoleForm');
const ShownSecret = lazyPart(() => import('../../ui/shown-secret.tsx'), 'ShownSecret');

type OpenDialog =
  | { readonly for: 'invite' }
  | { readonly for: 'link'; readonly token: string; readonly member: Member }
  | { readonly for: MemberAction; readonly member: Member };

/** Administrators: who they are, what they may do and whether they may sign in (TEAM-02). */
export function TeamScreen() {
  const query = useQuery(teamQuery);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  useStart(() => setOpenDialog({ for: 'invite' }));
  const members = query.data?.rows ?? [];
  const showLink = (token: string, member: Member) => {
    setOpenDialog({ for: 'link', token, member });
    void invalidateRecords(TEAM_KEYS);
  };
  const dialog =
    openDialog !== null && 'member' in openDialog ? { member: openDialog.member, onClose: close } : null;
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Team" subtitle="Who signs in here, and what they may do." />
      <LoadedSection
        title="Members"
        about="Role changes take effect immediately. Suspending a person ends their sessions."
        count={query.data && members.length}
        query={query}
        failed="Failed to load the team"
        action={
          <Button
            variant="primary"
            icon={<UserPlus className="size-4" />}
            onClick={() => setOpenDialog({ for: 'invite' })}
          >
            Invite
          </Button>
        }
      >
        <ul aria-label="Members">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              onAction={(action) => setOpenDialog({ for: action, member })}
            />
          ))}
        </ul>
      </LoadedSection>
      {openDialog?.for === 'invite' && <InviteForm onInvited={showLink} onClose={close} />}
      {openDialog?.for === 'link' && (
        <ShownSecret
          title={`Invitation of ${openDialog.member.email}`}
          description="The person sets a password with this link, once, within 72 hours. Anyone who has the link can do that, so send it only to them."
          label="Link"
          secret={`${location.origin}/set-password#${openDialog.token}`}
          onClose={close}
        />
      )}
      {openDialog?.for === 'role' && dialog && <RoleForm {...dialog} />}
      {openDialog?.for === 'renew' && dialog && <RenewInvitation {...dialog} onRenewed={showLink} />}
      {openDialog?.for === 'suspend' && dialog && <SuspendMember {...dialog} />}
      {openDialog?.for === 'reset-two-factor' && dialog && <ResetTwoFactor {...dialog} />}
      {openDialog?.for === 'reactivate' && dialog && <ReactivateMember {...dialog} />}
    </div>
  );
}
