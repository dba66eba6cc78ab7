import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { t } from '../../languages/text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { sendPassword } from '../../lib/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { LabelledInput } from '../../ui/field.tsx';
import { PublicCard, PublicPage } from './login-screen.tsx';

const NOT_FOUND = 404;

/**
 * Screen that sets a password with a one-time link. The token is in the URL hash, which is never sent to a server
 * (PRIV-07).
 */
export function SetPasswordScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  // The key resets the form when another link is opened in the same tab.
  return <OneLink key={token} token={token} />;
}

function OneLink({ token }: { token: string }) {
  const saving = useMutation({
    mutationFn: (password: string) => sendPassword(token, password),
  });
  const isUnusable = token === '' || (saving.error instanceof ApiError && saving.error.status === NOT_FOUND);
  return (
    <PublicPage brand={config().brand} title={t('Set your password')}>
      {!saving.isSuccess && !isUnusable && (
        <PublicCard>
          <SetPasswordForm saving={saving} />
        </PublicCard>
      )}
      {isUnusable && (
        <PublicCard role="alert">
          <h2 className="text-lg font-semibold">{t('This link does not work')}</h2>
          <p className="mt-2 text-ink-soft">
            {t(
              'It was already used, has expired, or is incomplete. Ask the person who invited you, or the administrator of this installation, for a new one.',
            )}
          </p>
          <LoginLink />
        </PublicCard>
      )}
      {saving.isSuccess && (
        <PublicCard role="status">
          <h2 className="text-lg font-semibold">{t('Your password is set')}</h2>
          <p className="mt-2 wrap-anywhere text-ink-soft">
            {t('Use it to sign in as {email} from now on.', { email: saving.data.email })}
          </p>
          <LoginLink email={saving.data.email} />
        </PublicCard>
      )}
    </PublicPage>
  );
}

const focusOnce = (link: HTMLAnchorElement | null) => link?.focus();

function LoginLink({ email }: { email?: string }) {
  return (
    <Link
      // Focused, so that Enter follows the link.
      ref={focusOnce}
      to="/"
      {...(email === undefined ? {} : { state: { email } })}
      className={`${buttonClassName('primary')} mt-5 h-10 w-full`}
    >
      {t('Go to login')}
    </Link>
  );
}

function SetPasswordForm({ saving }: { saving: UseMutationResult<unknown, Error, string> }) {
  const [isMismatch, setMismatch] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const repeated = useRef<HTMLInputElement>(null);
  const passwordError = passwordErrorOf(saving.error);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const isSame = typed.get('password') === typed.get('again');
    setMismatch(!isSame);
    if (!isSame) {
      saving.reset();
      repeated.current?.select();
      return;
    }
    saving.mutate(String(typed.get('password')), {
      onError: (error) => passwordErrorOf(error) !== undefined && password.current?.select(),
    });
  };

  return (
    <form className="grid gap-4" onSubmit={submit}>
      <LabelledInput
        ref={password}
        label={t('New password')}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={t('At least 8 characters.')}
        error={passwordError}
        required
        autoFocus
      />
      <LabelledInput
        ref={repeated}
        label={t('Confirm password')}
        name="again"
        type="password"
        autoComplete="new-password"
        error={isMismatch ? t('The two passwords differ.') : undefined}
        required
      />
      {saving.isError && passwordError === undefined && (
        <Banner message={{ tone: 'error', text: t('The password could not be set. Please try again.') }} />
      )}
      <Button type="submit" variant="primary" pending={saving.isPending} className="mt-2 h-10">
        {saving.isPending ? t('Setting password...') : t('Set password')}
      </Button>
    </form>
  );
}

function passwordErrorOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields.find(({ field }) => field === 'password')?.message : undefined;
}
