import { Link, useLocation } from '@tanstack/react-router';
import { setPassword } from '@wayside/contract/session';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PublicCard, PublicPage } from './public-page.tsx';

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

const GONE = 404;
const FAILED = 'The password could not be set. Please try again.';

interface FormProblem {
  readonly place: 'password' | 'again' | 'form';
  readonly text: string;
}

interface SetPasswordFormProps {
  token: string;
  /** The password is set for whoever has this email. */
  onDone: (email: string) => void;
  /** The link does not work. */
  onGone: () => void;
}

/** The new password, twice. What was typed stays after a failure. */
function SetPasswordForm({ token, onDone, onGone }: SetPasswordFormProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const fields = { password: useRef<HTMLInputElement>(null), again: useRef<HTMLInputElement>(null) };

  const fail = (found: FormProblem) => {
    setProblem(found);
    if (found.place !== 'form') fields[found.place].current?.select();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const password = String(typed.get('password'));
    if (password !== String(typed.get('again'))) return fail({ place: 'again', text: 'The two passwords differ.' });
    setProblem(null);
    setPending(true);
    try {
      const { email } = await call(setPassword, { body: { token, password } });
      onDone(email);
    } catch (error) {
      setPending(false);
      if (error instanceof ApiError && error.status === GONE) onGone();
      else fail(problemOf(error));
    }
  };
  const said = (place: FormProblem['place']) => (problem?.place === place ? problem.text : undefined);
  const ofForm = said('form');

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        ref={fields.password}
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        error={said('password')}
        required
        autoFocus
      />
      <TextField
        ref={fields.again}
        label="The same again"
        name="again"
        type="password"
        autoComplete="new-password"
        error={said('again')}
        required
      />
      {ofForm !== undefined && <Banner message={{ tone: 'error', text: ofForm }} />}
      <Button type="submit" variant="primary" pending={pending} className="mt-2 h-10">
        {pending ? 'Setting password...' : 'Set password'}
      </Button>
    </form>
  );
}

function problemOf(error: unknown): FormProblem {
  const field = error instanceof ApiError ? error.fields.find(({ field }) => field === 'password') : undefined;
  return field ? { place: 'password', text: field.message } : { place: 'form', text: FAILED };
}
