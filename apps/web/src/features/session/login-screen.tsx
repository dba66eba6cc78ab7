import { type ComponentType, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { chooseOnLogin, isLanguage, LANGUAGES, language } from '../../languages/language.ts';
import { t } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import { singleSignOnLink } from '../../lib/login-location.ts';
import { PublicDemoStrip } from '../../lib/public-demo-strip.tsx';
import type { SecondStep } from '../../lib/session.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { LabelledInput } from '../../ui/field.tsx';
import { Wordmark } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { startLoading, toast } from '../../ui/toast.ts';
import { DemoLogin, type DemoLoginProps } from './demo-login.tsx';
import type { SecondStepProps } from './second-step.tsx';

/** The public login page (AUTH-01). It needs neither router nor session, so that it can appear before they load. */
export function LoginScreen({ notice, email: known = '', ...form }: LoginScreenProps) {
  const [secondStep, setSecondStep] = useState<LoadedSecondStep | null>(null);
  const [email, setEmail] = useState(known);
  const provider = config().singleSignOn;
  const beginSecond = async (step: SecondStep) => {
    // Loaded on demand, because most users have no second step.
    const { SecondStepForm } = await import('./second-step.tsx');
    setEmail(step.email);
    setSecondStep({ step, SecondStepForm });
  };
  const finish = async (token: string) => {
    await form.enter(token, email);
    showWelcome(form.brand);
    form.onSignedIn();
  };
  return (
    <PublicPage brand={form.brand} title={t('Admin Panel Login')}>
      {notice}
      <PublicCard>
        {secondStep && (
          <secondStep.SecondStepForm step={secondStep.step} onToken={finish} onBack={() => setSecondStep(null)} />
        )}
        {!secondStep && config().isPublicDemo && (
          <DemoLogin
            signIn={form.signInToDemo}
            onSignedIn={() => {
              showWelcome(form.brand);
              form.onSignedIn();
            }}
          />
        )}
        {!secondStep && !config().isPublicDemo && <LoginForm {...form} email={email} onSecondStep={beginSecond} />}
        {!secondStep && provider !== '' && (
          <a href={singleSignOnLink()} className={`${buttonClassName()} mt-3 h-10 w-full`}>
            {t('Sign in with {provider}', { provider })}
          </a>
        )}
      </PublicCard>
    </PublicPage>
  );
}

interface LoadedSecondStep {
  readonly step: SecondStep;
  readonly SecondStepForm: ComponentType<SecondStepProps>;
}

/** The id of all login toasts, so that each new toast replaces the previous one. */
const LOGIN = 'login';

const showWelcome = (brand: string, show = toast) =>
  show({
    tone: 'success',
    key: LOGIN,
    title: t('Login Successful'),
    description: t('Welcome to {brand} Admin Panel', { brand }),
  });

interface Credentials {
  readonly email: string;
  readonly password: string;
}

interface LoginProps {
  brand: string;
  /** Resolves to null on success, otherwise to an error message or the second step. Never rejects. */
  signIn: (credentials: Credentials) => Promise<string | SecondStep | null>;
  signInToDemo: DemoLoginProps['signIn'];
  enter: (token: string, email: string) => Promise<void>;
  onSignedIn: () => void;
}

interface LoginScreenProps extends LoginProps {
  notice?: ReactNode;
  email?: string | undefined;
}

interface LoginFormProps extends LoginProps {
  /** The email from the link to this page, or typed before the second step. */
  email: string;
  /** Rejects when the code of the second step cannot be loaded. */
  onSecondStep: (step: SecondStep) => Promise<void>;
}

/** The login form (AUTH-01 to AUTH-05). It keeps its content after a failure. */
function LoginForm({ brand, email, signIn, onSignedIn, onSecondStep }: LoginFormProps) {
  const [pending, setPending] = useState(false);
  const [shownFailure, setShownFailure] = useState<string | null>(null);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setPending(true);
    setShownFailure(null);
    const endLoading = startLoading(t('Signing in...'));
    const response = await signIn({ email: String(typed.get('email')), password: String(typed.get('password')) });
    const failure =
      typeof response === 'string' || response === null
        ? response
        : await onSecondStep(response).then(
            () => '',
            () => t('Unable to connect to server. Please try again.'),
          );
    setPending(false);
    if (failure === '') return endLoading(null);
    if (failure !== null) {
      endLoading({ tone: 'error', key: LOGIN, title: t('Login Failed'), description: failure });
      setShownFailure(failure);
      password.current?.select();
      return;
    }
    showWelcome(brand, endLoading);
    onSignedIn();
  };

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <LabelledInput
        label={t('Email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        required
        autoFocus={email === ''}
      />
      <LabelledInput
        ref={password}
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus={email !== ''}
      />
      <FailureText>{shownFailure}</FailureText>
      <Button type="submit" variant="primary" pending={pending} className="mt-2 h-10">
        {pending ? t('Signing In...') : t('Sign In')}
      </Button>
    </form>
  );
}

/** Notice above the form after a 401 response has ended the session (AUTH-09). */
export function ExpiredNotice() {
  return (
    <p role="status" className="rounded-md bg-warning-soft px-3 py-2.5 text-warning-text">
      {config().isPublicDemo
        ? t('The demo was reset. Sign in again.')
        : t('Your session has expired. Please sign in again.')}
    </p>
  );
}

export function PublicPage({ brand, title, children }: { brand: string; title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      {config().isPublicDemo && <PublicDemoStrip />}
      <main className="grid flex-1 place-items-center px-4 py-12">
        <div className="grid w-full max-w-[22rem] gap-8">
          <div className="grid justify-items-center gap-6">
            <Wordmark name={brand} />
            <h1 className="text-center text-2xl font-semibold tracking-[-0.015em]">{title}</h1>
          </div>
          {children}
          <LanguageSelect />
        </div>
      </main>
    </div>
  );
}

/** Language selection before sign-in (LANG-01). */
const LanguageSelect = () => (
  <Select
    aria-label={t('Language')}
    translate="no"
    value={language()}
    onChange={({ target }) => isLanguage(target.value) && void chooseOnLogin(target.value)}
    options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
    className="mx-auto font-names"
  />
);

export function PublicCard({ children, role }: { children: ReactNode; role?: 'alert' | 'status' }) {
  return (
    <div role={role} className="rounded-lg border border-line bg-surface p-6">
      {children}
    </div>
  );
}
