import { useQuery } from '@tanstack/react-query';
import { type Member, reactivateMember, renewInvitation, suspendMember } from '@wayside/contract/team';
import { resetTwoFactor } from '@wayside/contract/two-factor';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmedAction, type ConfirmedActionProps } from '../../form/confirmed-action.tsx';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { useStart } from '../../lib/use-start.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { type MemberAction, MemberRow, memberName } from './member-row.tsx';
import { TEAM_KEYS, teamQuery } from './team-queries.ts';

const InviteForm = lazyPart(() => import('./team-forms.tsx'), 'InviteForm');
const RoleForm = lazyPart(() => import('./team-forms.tsx'), 'RoleForm');
const ShownSecret = lazyPart(() => import('../../ui/shown-secret.tsx'), 'ShownSecret');

type OpenDialog =
  | { readonly for: 'invite' }
  | { readonly for: 'link'; readonly token: string; readonly member: Member }
  | { readonly for: MemberAction; readonly member: Member };

/** Administrators, their roles and access (TEAM-02). */
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
          title={`Invitation for ${openDialog.member.email}`}
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

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
}

interface MemberConfirmProps<A> extends Omit<ConfirmedActionProps<A>, 'onDone'> {
  member: Member;
  pendingLabel: string;
  done: string;
  onDone?: (answer: A) => void;
}

/** Confirms an action on a member and reloads the team. */
function MemberConfirm<A>({ member, done, send, onDone, ...dialog }: MemberConfirmProps<A>) {
  return (
    <ConfirmedAction
      {...dialog}
      send={() => whileLoading(dialog.pendingLabel, send())}
      onDone={(answer) => {
        dialog.onClose();
        toast({ tone: 'success', title: done, about: member.id });
        onDone?.(answer);
        void invalidateRecords(TEAM_KEYS);
      }}
    />
  );
}

function SuspendMember({ member, onClose }: MemberDialogProps) {
  const name = memberName(member);
  return (
    <MemberConfirm
      member={member}
      title={`Suspend ${name}?`}
      question="Their sessions end at once, and they cannot sign in until they are reactivated."
      confirmLabel="Suspend"
      pendingLabel="Suspending..."
      failed="Failed to suspend the administrator"
      done={`${name} is suspended`}
      send={() => call(suspendMember, { params: { id: member.id } })}
      onClose={onClose}
    />
  );
}

function ReactivateMember({ member, onClose }: MemberDialogProps) {
  const name = memberName(member);
  return (
    <MemberConfirm
      member={member}
      title={`Reactivate ${name}?`}
      question="They can sign in again with the password that they had."
      confirmLabel="Reactivate"
      pendingLabel="Reactivating..."
      tone="primary"
      failed="Failed to reactivate the administrator"
      done={`${name} is active again`}
      send={() => call(reactivateMember, { params: { id: member.id } })}
      onClose={onClose}
    />
  );
}

/** For a member who has lost the second factors (TEAM-04). */
function ResetTwoFactor({ member, onClose }: MemberDialogProps) {
  const name = memberName(member);
  return (
    <MemberConfirm
      member={member}
      title={`Reset the two-factor authentication of ${name}?`}
      question="Their authenticator app, passkeys and recovery codes stop working, and their sessions end. Their password alone opens the next one."
      confirmLabel="Reset"
      pendingLabel="Resetting..."
      failed="Failed to reset the two-factor authentication"
      done={`${name} has no second factor now`}
      send={() => call(resetTwoFactor, { params: { id: member.id } })}
      onClose={onClose}
    />
  );
}

function RenewInvitation({
  member,
  onRenewed,
  onClose,
}: MemberDialogProps & { onRenewed: (token: string, member: Member) => void }) {
  return (
    <MemberConfirm
      member={member}
      title={`Make a new link for ${memberName(member)}?`}
      question="It works for 72 hours. The link before stops working."
      confirmLabel="Make link"
      pendingLabel="Making the link..."
      tone="primary"
      failed="Failed to make a new link"
      done="Invitation renewed"
      send={() => call(renewInvitation, { params: { id: member.id } })}
      onDone={({ token, record }) => onRenewed(token, record)}
      onClose={onClose}
    />
  );
}
