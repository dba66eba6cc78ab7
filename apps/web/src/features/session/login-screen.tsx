import type { ReactNode } from 'react';
import { Wordmark } from '../../ui/wordmark.tsx';
import { LoginForm, type LoginFormProps } from './login-form.tsx';

/** The public login page (AUTH-01). Knows neither router nor session, so that it can be shown before they arrive. */
export function LoginScreen({ notice, ...form }: LoginFormProps & { notice?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="grid w-full max-w-[22rem] gap-8">
        <div className="grid justify-items-center gap-6">
          <Wordmark name={form.brand} />
          <h1 className="text-2xl font-semibold tracking-[-0.015em]">Admin Panel Login</h1>
        </div>
        {notice}
        <div className="rounded-lg border border-line bg-surface p-6">
          <LoginForm {...form} />
        </div>
      </div>
    </main>
  );
}
