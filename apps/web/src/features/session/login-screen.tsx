import type { ReactNode } from 'react';
import { LoginForm, type LoginFormProps } from './login-form.tsx';
import { PublicCard, PublicPage } from './public-page.tsx';

/** The public login page (AUTH-01). Knows neither router nor session, so that it can be shown before they arrive. */
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
