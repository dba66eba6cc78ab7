import { useQuery } from '@tanstack/react-query';
import {
  disconnectMember,
  type Member,
  reactivateMember,
  renewInvitation,
  suspendMember,
} from '@wayside/contract/team';
import { resetTwoFactor } from '@wayside/contract/two-factor';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { config } from '../../lib/config.ts';
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
const ShownSecret = lazyPart(() => import('../../ui/shown-once.tsx'), 'ShownSecret');

type OpenDialog =
  | { readonly for: 'invite' }
  | { readonly for: 'link'; readonly token: string; readonly member: Member }
  | { readonly for: MemberAction; readonly member: Member };

/** Administrators, their roles and access (TEAM-02). */
export function TeamScreen() {
  const query = useQuery(teamQuery);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const close = () => setOpenDialog(null);
  useStart(() => !config().isPublicDemo && setOpenDialog({ for: 'invite' }));
  const members = query.data?.rows ?? [];
  const showLink = (token: string, member: Member) => {
    setOpenDialog({ for: 'link', token, member });
    void invalidateRecords(TEAM_KEYS);
  };
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title={t('Team')} subtitle={t('People who can sign in, and what they can do')} />
      <LoadedSection
        title={t('Members')}
        description={t('Role changes take effect immediately. Suspending a person ends their sessions.')}
        count={query.data && members.length}
        query={query}
        failed={t('Failed to load the team')}
        action={
          !config().isPublicDemo && (
            <Button
              variant="primary"
              icon={<UserPlus className="size-4" />}
              onClick={() => setOpenDialog({ for: 'invite' })}
            >
              {t('Invite')}
            </Button>
          )
        }
      >
        <ul aria-label={t('Members')}>
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
          title={t('Invitation for {email}', { email: openDialog.member.email })}
          description={t(
            'This link sets the password once, within 72 hours. Anyone who has it can use it, so send it only to this person.',
          )}
          label={t('Link | address')}
          secret={`${location.origin}/set-password#${openDialog.token}`}
          onClose={close}
        />
      )}
      {openDialog?.for === 'role' && <RoleForm member={openDialog.member} onClose={close} />}
      {openDialog && 'member' in openDialog && openDialog.for !== 'link' && openDialog.for !== 'role' && (
        <ConfirmedMemberAction
          action={openDialog.for}
          member={openDialog.member}
          onLink={showLink}
          onClose={close}
        />
      )}
    </div>
  );
}

interface MemberResponse {
  /** The token of a new invitation link. */
  readonly token?: string | null;
  readonly record?: Member;
}

/** Returns the confirmation question for an action on a member, and the call that performs it. */
function confirmationOf(action: Exclude<MemberAction, 'role'>, member: Member) {
  const name = memberName(member);
  const at = { params: { id: member.id } };
  switch (action) {
    case 'suspend':
      return {
        title: t('Suspend {name}?', { name }),
        question: t('Their sessions end immediately, and they cannot sign in until they are reactivated.'),
        confirmLabel: t('Suspend'),
        pendingLabel: t('Suspending...'),
        failed: t('Failed to suspend the administrator'),
        done: t('{name} is suspended', { name }),
        send: (): Promise<MemberResponse> => call(suspendMember, at),
      };
    case 'reactivate':
      return {
        title: t('Reactivate {name}?', { name }),
        question: t('They can sign in again with their old password.'),
        confirmLabel: t('Reactivate'),
        pendingLabel: t('Reactivating...'),
        tone: 'primary' as const,
        failed: t('Failed to reactivate the administrator'),
        done: t('{name} is active again', { name }),
        send: (): Promise<MemberResponse> => call(reactivateMember, at),
      };
    case 'reset-two-factor':
      return {
        title: t('Reset the two-factor authentication of {name}?', { name }),
        question: t(
          'Their authenticator app, passkeys and recovery codes stop working, and their sessions end. They can then sign in with only their password.',
        ),
        confirmLabel: t('Reset'),
        pendingLabel: t('Resetting...'),
        failed: t('Failed to reset the two-factor authentication'),
        done: t('{name} no longer has a second factor', { name }),
        send: (): Promise<MemberResponse> => call(resetTwoFactor, at),
      };
    case 'disconnect':
      return {
        title: t('Disconnect {name} from single sign-on?', { name }),
        question: t(
          'Their sessions end, and they sign in by password from now on. If they have no password, you get a link for them to set one.',
        ),
        confirmLabel: t('Disconnect'),
        pendingLabel: t('Disconnecting...'),
        failed: t('Failed to disconnect the administrator'),
        done: t('{name} now signs in by password', { name }),
        send: (): Promise<MemberResponse> => call(disconnectMember, at),
      };
    case 'renew':
      return {
        title: t('Create a new link for {name}?', { name }),
        question: t('It works for 72 hours. The previous link stops working.'),
        confirmLabel: t('Create link'),
        pendingLabel: t('Creating the link...'),
        tone: 'primary' as const,
        failed: t('Failed to create a new link'),
        done: t('Invitation renewed'),
        send: (): Promise<MemberResponse> => call(renewInvitation, at),
      };
  }
}

interface ConfirmedMemberActionProps {
  action: Exclude<MemberAction, 'role'>;
  member: Member;
  onLink: (token: string, member: Member) => void;
  onClose: () => void;
}

/** Dialog that confirms an action on a member and then reloads the team. */
function ConfirmedMemberAction({ action, member, onLink, onClose }: ConfirmedMemberActionProps) {
  const { done, send, ...dialog } = confirmationOf(action, member);
  return (
    <ConfirmedAction
      {...dialog}
      send={() => whileLoading(dialog.pendingLabel, send())}
      onDone={({ token, record }) => {
        onClose();
        toast({ tone: 'success', title: done, key: member.id });
        if (token && record !== undefined) onLink(token, record);
        void invalidateRecords(TEAM_KEYS);
      }}
      onClose={onClose}
    />
  );
}
