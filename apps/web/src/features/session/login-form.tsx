import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { startLoading } from '../../ui/toast.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface LoginFormProps {
  brand: string;
  /** Resolves to null when it worked, else to what went wrong. Never rejects. */
  signIn: (credentials: Credentials) => Promise<string | null>;
  onSignedIn: () => void;
}

/** Email, password, "Sign In" (AUTH-01 to AUTH-05). What was typed stays after a failure. */
export function LoginForm({ brand, signIn, onSignedIn }: LoginFormProps) {
  const [pending, setPending] = useState(false);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setPending(true);
    const endLoading = startLoading('Signing in...');
    const problem = await signIn({ email: String(typed.get('email')), password: String(typed.get('password')) });
    setPending(false);
    if (problem !== null) {
      endLoading({ tone: 'error', title: 'Login Failed', description: problem });
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
