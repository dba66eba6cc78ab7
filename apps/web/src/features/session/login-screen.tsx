import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { startLoading } from '../../ui/toast.ts';
import { PublicCard, PublicPage } from './public-page.tsx';

/** The public login page (AUTH-01). It uses neither router nor session, so that it can be shown before they load. */
export function LoginScreen({ notice, ...form }: LoginFormProps & { notice?: ReactNode }) {
  return (
    <PublicPage brand={form.brand} title="Admin Panel Login">
      {notice}
      <PublicCard>
        <LoginForm {...form} />
      </PublicCard>
    </PublicPage>
  );
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface LoginFormProps {
  brand: string;
  /** Resolves to null after a success, otherwise to the reason of the failure. Never rejects. */
  signIn: (credentials: Credentials) => Promise<string | null>;
  onSignedIn: () => void;
}

/** The login form (AUTH-01 to AUTH-05), which keeps its content after a failure. */
function LoginForm({ brand, signIn, onSignedIn }: LoginFormProps) {
  const [pending, setPending] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setPending(true);
    const endLoading = startLoading('Signing in...');
    const failure = await signIn({ email: String(typed.get('email')), password: String(typed.get('password')) });
    setPending(false);
    if (failure !== null) {
      endLoading({ tone: 'error', title: 'Login Failed', description: failure });
      password.current?.select();
      return;
    }
    endLoading({ tone: 'success', title: 'Login Successful', description: `Welcome to ${brand} Admin Panel` });
    onSignedIn();
  };

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextField label="Email" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField
        ref={password}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="primary" pending={pending} className="mt-2 h-10">
        {pending ? 'Signing In...' : 'Sign In'}
      </Button>
    </form>
  );
}

/** The notice above the form after a 401 has ended the session (AUTH-09). */
export function ExpiredNotice() {
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2.5 text-warning-text">
      Your session has expired. Please sign in again.
    </p>
  );
}
