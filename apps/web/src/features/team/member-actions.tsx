import type { Member } from '@wayside/contract/team';
import { ConfirmedAction, type ConfirmedActionProps } from '../../form/confirmed-action.tsx';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { toast, whileLoading } from '../../ui/toast.ts';
import { memberName } from './member-row.tsx';
import {
  sendInvitationRenewal,
  sendReactivation,
  sendSuspension,
  sendTwoFactorReset,
  TEAM_KEYS,
} from './team-queries.ts';

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

/** Asks, makes the call and reloads the team. */
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

/** Suspends a member (TEAM-02). */
export function SuspendMember({ member, onClose }: MemberDialogProps) {
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
      send={() => sendSuspension(member.id)}
      onClose={onClose}
    />
  );
}

/** Lets a suspended member in again (TEAM-02). */
export function ReactivateMember({ member, onClose }: MemberDialogProps) {
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
      send={() => sendReactivation(member.id)}
      onClose={onClose}
    />
  );
}

/** Removes the second factors of a member who has lost them (TEAM-04). */
export function ResetTwoFactor({ member, onClose }: MemberDialogProps) {
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
      send={() => sendTwoFactorReset(member.id)}
      onClose={onClose}
    />
  );
}

/** Makes another link for somebody who is invited (TEAM-02). */
export function RenewInvitation({
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
      send={() => sendInvitationRenewal(member.id)}
      onDone={({ token, record }) => onRenewed(token, record)}
      onClose={onClose}
    />
  );
}
