import { useMutation, useQuery } from '@tanstack/react-query';
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  MAX_ADMIN_NAME_LENGTH,
  type OwnAccount,
  type OwnSession,
  renameSelf,
} from '@wayside/contract/profile';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { TextField } from '../../form/fields.tsx';
import { leavesScreen, UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { richText } from '../../languages/rich-text.ts';
import { msg, plural, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText, fieldErrors, isCancelled, isSignedOut } from '../../lib/api-error.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { config } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { queryClient } from '../../lib/query-client.ts';
import { roleName } from '../../lib/role-hints.ts';
import { useIdentity } from '../../lib/session.ts';
import { beginAtProvider } from '../../lib/single-sign-on.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { startLoading, toast, whileLoading } from '../../ui/toast.ts';
import { TwoFactorSection } from '../two-factor/two-factor-section.tsx';
import { ownSessionsQuery, profileQuery, SESSION_KEYS, sendPassword } from './profile-queries.ts';

/** Name, email and role; only the name can be changed (TEAM-03). */
function NameSection() {
  const query = useQuery(profileQuery);
  return (
    <LoadedSection
      title={t('Name')}
      description={t('Others see it in the team and in the activity log.')}
      query={query}
      failed={t('Failed to load your profile')}
    >
      {query.data && <NameForm account={query.data} />}
    </LoadedSection>
  );
}

function NameForm({ account }: { account: OwnAccount }) {
  const form = useForm({ defaultValues: { name: account.name ?? '' } });
  const { isSubmitting, isDirty } = form.formState;
  const save = form.handleSubmit(async ({ name }) => {
    const endLoading = startLoading(t('Saving your name...'));
    try {
      const { record } = await call(renameSelf, { body: { name } });
      queryClient.setQueryData(profileQuery.queryKey, record);
      form.reset({ name: record.name ?? '' });
      endLoading({ tone: 'success', title: t('Name saved') });
    } catch (error) {
      endLoading(null);
      // The page asks for the password again (EDIT-02).
      if (isSignedOut(error)) return;
      form.setError('name', { message: failureText(error, t('Failed to save your name')) });
    }
  });
  return (
    <form noValidate className="grid gap-4 px-5 py-4" onSubmit={(event) => void save(event)}>
      <p className="wrap-anywhere text-ink-soft">
        {richText('Signed in as {email}, {role}', {
          email: <span className="text-ink">{account.email}</span>,
          role: roleName(account.role),
        })}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-56 flex-1">
          <TextField
            name="name"
            control={form.control}
            required
            label={t('Name')}
            autoComplete="name"
            maxLength={MAX_ADMIN_NAME_LENGTH}
          />
        </div>
        <Button type="submit" variant="primary" pending={isSubmitting} className="md:mt-6.5">
          {isSubmitting ? t('Saving...') : t('Save name')}
        </Button>
      </div>
      <UnsavedGuard isUnsaved={isDirty} isLeft={leavesScreen} />
    </form>
  );
}

function OwnAccountSections() {
  return (
    <>
      <NameSection />
      <SignInSections />
      <div id="two-factor" className="scroll-mt-18">
        <TwoFactorSection />
      </div>
      <div id="sessions" className="scroll-mt-18">
        <SessionsSection />
      </div>
    </>
  );
}

/** Note about the shared account of a role in a public demo (SHIP-06). */
function SharedAccount() {
  const identity = useIdentity();
  return (
    <Section
      title={t('Shared account')}
      description={t('This account is shared by all demo visitors with this role.')}
    >
      <p className="px-5 py-4 wrap-anywhere text-ink-soft">
        {richText('Signed in as {email}. Its name, password, two-factor and sessions cannot be changed.', {
          email: <span className="text-ink">{identity?.email}</span>,
        })}
      </p>
    </Section>
  );
}

/** The user's account (TEAM-03). */
export function ProfileScreen() {
  return (
    <div className="flex max-w-4xl flex-col gap-5">
      <PageHeader title={t('Profile')} subtitle={t('Your name, sign-in methods and sessions.')} />
      {config().isPublicDemo ? <SharedAccount /> : <OwnAccountSections />}
    </div>
  );
}

/** The user's sign-in methods: the identity provider, if there is one, and the password (SHIP-04, TEAM-03). */
function SignInSections() {
  const way = useQuery(profileQuery).data?.signInWay;
  return (
    <>
      {config().singleSignOn !== '' && way && <SingleSignOnSection way={way} />}
      {way !== 'single_sign_on' && (
        <div id="password" className="scroll-mt-18">
          <PasswordSection />
        </div>
      )}
    </>
  );
}

function SingleSignOnSection({ way }: { way: string }) {
  const provider = config().singleSignOn;
  const connecting = useMutation({
    mutationFn: () => beginAtProvider('connect', '/profile#single-sign-on'),
    onError: (error) =>
      isCancelled(error) ||
      toast({ tone: 'error', title: failureText(error, t('Failed to connect with {provider}', { provider })) }),
  });
  return (
    <div id="single-sign-on" className="scroll-mt-18">
      <Section
        title={t('Single sign-on')}
        description={t('Sign in with {provider}. Your groups there determine your role.', { provider })}
      >
        <div className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
          <p className="min-w-56 flex-1 text-ink-soft">
            {t(lookUp(CONNECTION_TEXTS, way) ?? CONNECTION_TEXTS.password)}
          </p>
          {way === 'password' ? (
            <Button pending={connecting.isPending} onClick={() => connecting.mutate()}>
              {t('Connect')}
            </Button>
          ) : (
            <Badge tone="success" dot>
              {t('Connected')}
            </Badge>
          )}
        </div>
      </Section>
    </div>
  );
}

const CONNECTION_TEXTS = {
  password: msg(
    'If you connect your account, single sign-on replaces your password. Only owners can still use their password.',
  ),
  both: msg('Your password works, too, so that you can sign in while single sign-on is down.'),
  single_sign_on: msg('It replaces a password. An owner can disconnect it.'),
} as const;

const EMPTY_PASSWORDS = { currentPassword: '', newPassword: '', again: '' };
const PASSWORD_CHANGE_FAILED = msg('Failed to change your password. Please try again.');

const endedText = (count: number) =>
  plural(count, '{count} other session was ended.', '{count} other sessions were ended.');

/** Form that changes the user's password (TEAM-03). */
function PasswordSection() {
  const form = useForm({ defaultValues: EMPTY_PASSWORDS });
  const { isSubmitting, isDirty, errors } = form.formState;
  const save = form.handleSubmit(async ({ again: _, ...body }) => {
    const endLoading = startLoading(t('Changing your password...'));
    try {
      const { endedSessions } = await sendPassword(body);
      form.reset(EMPTY_PASSWORDS);
      endLoading({ tone: 'success', title: t('Password changed'), description: endedText(endedSessions) });
      await invalidateRecords(SESSION_KEYS);
    } catch (error) {
      endLoading(null);
      if (isSignedOut(error)) return;
      const wrong = fieldErrors(changePassword.body, error);
      for (const { name, message } of wrong)
        if (name === 'currentPassword' || name === 'newPassword')
          form.setError(name, { message }, { shouldFocus: true });
      if (wrong.length === 0) form.setError('root', { message: failureText(error, t(PASSWORD_CHANGE_FAILED)) });
    }
  });
  return (
    <Section title={t('Password')} description={t('Changing your password signs you out everywhere else.')}>
      <form
        noValidate
        className="grid max-w-md gap-4 px-5 py-4"
        onChange={() => errors.root && form.clearErrors('root')}
        onSubmit={(event) => void save(event)}
      >
        <TextField
          name="currentPassword"
          control={form.control}
          required
          label={t('Current password')}
          type="password"
          autoComplete="current-password"
        />
        <TextField
          name="newPassword"
          control={form.control}
          required
          label={t('New password')}
          type="password"
          autoComplete="new-password"
          hint={t('At least 8 characters.')}
        />
        <TextField
          name="again"
          control={form.control}
          rules={{
            validate: (typed, { newPassword }) => typed === newPassword || t('The two passwords differ.'),
          }}
          label={t('Confirm password')}
          type="password"
          autoComplete="new-password"
        />
        {errors.root?.message && <FailureText>{errors.root.message}</FailureText>}
        <Button type="submit" variant="primary" pending={isSubmitting} className="w-fit">
          {isSubmitting ? t('Changing password...') : t('Change password')}
        </Button>
        <UnsavedGuard isUnsaved={isDirty} isLeft={leavesScreen} />
      </form>
    </Section>
  );
}

/** The user's sessions. The user can end all except the current one (TEAM-03). */
function SessionsSection() {
  const query = useQuery(ownSessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const sessions = query.data?.rows ?? [];
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <LoadedSection
      title={t('Sessions')}
      description={t('Where you are signed in now.')}
      count={query.data && sessions.length}
      query={query}
      failed={t('Failed to load your sessions')}
      action={others > 0 && <Button onClick={() => setAsking(true)}>{t('Sign out all others')}</Button>}
    >
      <ul aria-label={t('Sessions')}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others === 0 && <p className="px-5 pb-4 text-sm text-ink-soft">{t('You have no other sessions.')}</p>}
      {isAsking && <EndOthers count={others} onClose={() => setAsking(false)} />}
    </LoadedSection>
  );
}

/** Returns the name of a device in the user's language: "Chrome on Linux". */
function deviceText(device: string): string {
  if (device === 'Unknown device') return t('Unknown device');
  const [browser = '', system] = device.split(' on ');
  return system === undefined ? device : t('{browser} on {system}', { browser, system });
}

function SessionRow({ session }: { session: OwnSession }) {
  const { id, address, createdAt, lastSeenAt, isCurrent } = session;
  const device = deviceText(session.device);
  const ending = useMutation({
    mutationFn: () => whileLoading(t('Signing out...'), call(endOwnSession, { params: { id } })),
    onSuccess: () => toast({ tone: 'success', title: t('{device} is signed out', { device }), key: id }),
    onError: (error) =>
      toast({ tone: 'error', title: failureText(error, t('Failed to end the session')), key: id }),
    // Also after a failure, because the session may have ended already.
    onSettled: () => invalidateRecords(SESSION_KEYS),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{device}</span>
          {isCurrent && (
            <Badge tone="success" dot>
              {t('This session')}
            </Badge>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {address ?? t('Unknown address')} · {t('signed in {date}', { date: formatDateTime(createdAt) })}
          <br />
          {isCurrent ? t('Active now') : t('Last seen {date}', { date: formatDateTime(lastSeenAt ?? createdAt) })}
        </p>
      </div>
      {!isCurrent && (
        <Button
          aria-label={
            address === null
              ? t('Sign out {device}, unknown address', { device })
              : t('Sign out {device}, {address}', { device, address })
          }
          pending={ending.isPending}
          onClick={() => ending.mutate()}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  );
}

/** Dialog that ends all sessions except the current one (TEAM-03). */
function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <ConfirmedAction
      title={plural(count, 'Sign out the other session?', 'Sign out {count} other sessions?')}
      question={t('These sessions end immediately. Unsaved input in them needs the password again.')}
      confirmLabel={t('Sign out')}
      pendingLabel={t('Signing out...')}
      tone="primary"
      failed={t('Failed to end the sessions')}
      send={() => whileLoading(t('Signing out...'), call(endOtherSessions))}
      onDone={({ endedSessions }) => {
        onClose();
        toast({
          tone: 'success',
          title: plural(endedSessions, '{count} session is signed out', '{count} sessions are signed out'),
        });
        void invalidateRecords(SESSION_KEYS);
      }}
      onClose={onClose}
    />
  );
}
