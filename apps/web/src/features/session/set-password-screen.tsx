import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { config } from '../../lib/config.ts';
import { buttonLook } from '../../ui/button.tsx';
import { PublicCard, PublicPage } from './public-page.tsx';
import { SetPasswordForm } from './set-password-form.tsx';

type Outcome = { readonly email: string } | 'gone' | null;

/** Where a one-time link leads: its token is behind the # of the address, where no server sees it (PRIV-07). */
export function SetPasswordScreen() {
  const token = useLocation({ select: ({ hash }) => hash });
  // Another link in the same tab begins anew.
  return <OneLink key={token} token={token} />;
}

function OneLink({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>(token === '' ? 'gone' : null);
  return (
    <PublicPage brand={config().brand} title="Set your password">
      {outcome === null && (
        <PublicCard>
          <SetPasswordForm
            token={token}
            onDone={(email) => setOutcome({ email })}
            onGone={() => setOutcome('gone')}
          />
        </PublicCard>
      )}
      {outcome === 'gone' && (
        <PublicCard role="alert">
          <h2 className="text-lg font-semibold">This link does not work</h2>
          <p className="mt-2 text-ink-soft">
            It was used already, has expired, or is not complete. Ask whoever runs this installation for another
            one: each start shows a new link until one is used.
          </p>
          <LoginLink />
        </PublicCard>
      )}
      {outcome !== null && outcome !== 'gone' && (
        <PublicCard role="status">
          <h2 className="text-lg font-semibold">Your password is set</h2>
          <p className="mt-2 wrap-anywhere text-ink-soft">Sign in as {outcome.email} with it from now on.</p>
          <LoginLink />
        </PublicCard>
      )}
    </PublicPage>
  );
}

function LoginLink() {
  return (
    <Link to="/" className={`${buttonLook('primary')} mt-5 h-10 w-full`}>
      Go to login
    </Link>
  );
}
