import type { Member } from '@wayside/contract/team';
import { Ban, Ellipsis, KeyRound, Link2, RotateCcw, Unplug, UserCog } from 'lucide-react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import { capitalise, formatDateTime } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { roleName } from '../../lib/role-hints.ts';
import { Badge, StatusBadge, type StatusLabel } from '../../ui/badge.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';

export type MemberAction = 'role' | 'renew' | 'suspend' | 'reactivate' | 'reset-two-factor' | 'disconnect';

const ACTIONS = {
  role: { label: msg('Change role'), icon: <UserCog aria-hidden="true" /> },
  renew: { label: msg('New invitation link'), icon: <Link2 aria-hidden="true" /> },
  suspend: { label: msg('Suspend'), icon: <Ban aria-hidden="true" /> },
  'reset-two-factor': { label: msg('Reset two-factor'), icon: <KeyRound aria-hidden="true" /> },
  disconnect: { label: msg('Disconnect single sign-on'), icon: <Unplug aria-hidden="true" /> },
  reactivate: { label: msg('Reactivate'), icon: <RotateCcw aria-hidden="true" /> },
} as const;

function actionsOf({ state, isSelf, twoFactor, signInWay }: Member): MemberAction[] {
  // Owners cannot change their own role or access, and nobody can change the accounts of a public demo.
  if (isSelf || config().isPublicDemo) return [];
  if (state === 'suspended') return isAtProvider(signInWay) ? ['reactivate'] : ['role', 'reactivate'];
  if (state === 'invited') return ['renew', 'role', 'suspend'];
  const hasFactor = twoFactor !== null && twoFactor !== 'none';
  // At the identity provider, groups determine the role.
  const access = isAtProvider(signInWay) ? 'disconnect' : 'role';
  return hasFactor ? [access, 'reset-two-factor', 'suspend'] : [access, 'suspend'];
}

export function MemberRow({ member, onAction }: { member: Member; onAction: (action: MemberAction) => void }) {
  const { email, role, lastSeenAt, twoFactor, signInWay, isSelf } = member;
  const name = memberName(member);
  const actions = actionsOf(member);
  return (
    <li className="flex items-start gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-2">
        <div className="grid min-w-52 flex-1 content-start gap-0.5">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-medium wrap-anywhere">{name}</span>
            {isSelf && <Badge>{t('You')}</Badge>}
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft">{email}</p>
        </div>
        <dl className="grid w-full content-start md:w-56 gap-0.5 text-sm text-ink-soft">
          <Detail
            label={t('Role')}
            value={isAtProvider(signInWay) ? t('{role}, from groups', { role: roleName(role) }) : roleName(role)}
          />
          {twoFactor !== null && <Detail label={t('Two-factor')} value={twoFactorLabel(twoFactor)} />}
          {isAtProvider(signInWay) && <Detail label={t('Sign-in')} value={signInLabel(signInWay)} />}
        </dl>
        <div className="grid w-full content-start gap-1 text-sm text-ink-soft md:w-72">
          <StatusBadge {...stateLabel(member)} />
          <p>
            {stateText(member)}
            <br />
            {lastSeenAt === null ? t('Never seen') : t('Last seen {date}', { date: formatDateTime(lastSeenAt) })}
          </p>
        </div>
      </div>
      <div className="w-9 shrink-0 touch:w-11">
        {actions.length > 0 && (
          <MenuButton
            label={t('More actions for {name}', { name })}
            icon={<Ellipsis className="size-4.5" />}
            entries={actions.map((action) => ({
              ...ACTIONS[action],
              label: t(ACTIONS[action].label),
              onSelect: () => onAction(action),
            }))}
          />
        )}
      </div>
    </li>
  );
}

const Detail = ({ label, value }: { label: string; value: string }) => (
  <div className="flex gap-1.5">
    <dt className="shrink-0">{label}:</dt>
    <dd className="text-ink">{value}</dd>
  </div>
);

export const memberName = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name?.trim() || email;

const TWO_FACTOR: Readonly<Record<string, Message>> = {
  none: msg('Not set up'),
  totp: msg('Authenticator app'),
  passkey: msg('Passkey'),
  both: msg('App and passkey'),
};

const twoFactorLabel = (twoFactor: string): string =>
  t(lookUp(TWO_FACTOR, twoFactor) ?? verbatim(capitalise(twoFactor)));

const isAtProvider = (way: Member['signInWay']): way is string => way !== null && way !== 'password';

/** Returns the label of a sign-in method (SHIP-04). */
const signInLabel = (way: string): string => (way === 'both' ? t('Single sign-on, password') : t('Single sign-on'));

function stateLabel({ state, isInvitationExpired }: Member): StatusLabel {
  if (state === 'active') return { label: msg('Active'), tone: 'success' };
  if (state === 'suspended') return { label: msg('Suspended'), tone: 'danger' };
  return isInvitationExpired
    ? { label: msg('Invitation expired'), tone: 'warning' }
    : { label: msg('Invited'), tone: 'info' };
}

function stateText(member: Member): string {
  const { state, invitedAt, invitationExpiresAt, isInvitationExpired, suspendedAt } = member;
  if (state === 'suspended') return t('Suspended {date}', { date: formatDateTime(suspendedAt) });
  if (state !== 'invited') return t('Joined {date}', { date: formatDateTime(member.createdAt) });
  const dates = { date: formatDateTime(invitedAt), end: formatDateTime(invitationExpiresAt) };
  return isInvitationExpired
    ? t('Invited {date}, link expired {end}', dates)
    : t('Invited {date}, link works until {end}', dates);
}
