import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { t } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import { locationAfterLogin, readLoginState } from '../../lib/login-location.ts';
import { resolveProof, useProofMethods } from '../../lib/proof.ts';
import {
  checkSession,
  enterSession,
  signIn,
  signInToDemo,
  useInterruption,
  useMustSetUpTwoFactor,
  useSession,
} from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CentredSpinner } from '../../ui/loading.tsx';
import { ExpiredNotice, LoginScreen } from './login-screen.tsx';

const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'), 'SignInAgain');
const ConfirmIdentity = lazyPart(() => import('./confirm-identity.tsx'), 'ConfirmIdentity');
const RequiredSetUp = lazyPart(() => import('../two-factor/required-set-up.tsx'), 'RequiredSetUp');

/**
 * Shows content that requires a session, and a spinner until a session exists (AUTH-08). Asks for the password of an
 * interrupted session (EDIT-02), for proof of identity if a call requires it (TEAM-05), and for the set-up of a
 * required second factor.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const interruption = useInterruption();
  const proofMethods = useProofMethods();
  const mustSetUp = useMustSetUpTwoFactor();
  if (session !== 'signed-in' && session !== 'interrupted')
    return <CentredSpinner label={t('Checking your session')} isWholeScreen />;
  return (
    <>
      {/* Other content would fail, because the server rejects its calls (TEAM-04). */}
      {mustSetUp ? <RequiredSetUp brand={config().brand} /> : children}
      {/* If the code of the dialog cannot load, the typed input stays on the screen. */}
      {interruption && <SignInAgain interruption={interruption} />}
      {proofMethods && <ConfirmIdentity methods={proofMethods} onClose={() => resolveProof(false)} />}
    </>
  );
}

/** The login page within the application. It redirects a signed-in administrator (AUTH-03, AUTH-06). */
export function LoginRoute() {
  const session = useSession();
  const router = useRouter();
  const isSignedIn = session === 'signed-in';
  useEffect(() => {
    if (isSignedIn) router.history.replace(locationAfterLogin());
  }, [isSignedIn, router]);
  const { isExpired, email } = readLoginState();
  if (isSignedIn || session === 'checking')
    return <CentredSpinner label={t('Checking your session')} isWholeScreen />;
  return (
    <LoginScreen
      brand={config().brand}
      notice={session === 'unreachable' ? <UnreachableNotice /> : isExpired && <ExpiredNotice />}
      email={email}
      signIn={signIn}
      signInToDemo={signInToDemo}
      enter={enterSession}
      onSignedIn={() => undefined}
    />
  );
}

/** Notice that the stored session could not be checked. The user can repeat the check (AUTH-07). */
function UnreachableNotice() {
  const check = useMutation({ mutationFn: checkSession });
  return (
    <div role="alert" className="grid gap-3 rounded-md bg-warning-soft px-3 py-3 text-warning-text">
      <p>
        <strong className="font-semibold">{t('The server could not be reached.')}</strong>{' '}
        {t('You are still signed in: your session is retained.')}
      </p>
      <Button pending={check.isPending} onClick={() => check.mutate()} className="w-fit">
        {t('Try again')}
      </Button>
    </div>
  );
}
