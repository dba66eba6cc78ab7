import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { config } from '../../lib/config.ts';
import { afterLogin, readLoginState } from '../../lib/login-location.ts';
import { checkSession, signIn, useSession } from '../../lib/session.ts';
import { CentredSpinner } from '../../ui/loading.tsx';
import { ExpiredNotice, LoginScreen, UnreachableNotice } from './login-screen.tsx';

/** The login inside of the running application: whoever is signed in is led on (AUTH-03, AUTH-06). */
export function LoginRoute() {
  const session = useSession();
  const router = useRouter();
  const isSignedIn = session === 'signed-in';
  useEffect(() => {
    if (isSignedIn) router.history.replace(afterLogin());
  }, [isSignedIn, router]);
  if (isSignedIn || session === 'checking') return <CentredSpinner label="Checking your session" isWholeScreen />;
  return (
    <LoginScreen brand={config().brand} notice={noticeFor(session)} signIn={signIn} onSignedIn={() => undefined} />
  );
}

function noticeFor(session: string) {
  if (session === 'unreachable') return <UnreachableNotice onRetry={checkSession} />;
  return readLoginState().isExpired && <ExpiredNotice />;
}

/** Shows what needs a session once there is one, and a spinner until then or until the page is left (AUTH-08). */
export function SessionGate({ children }: { children: ReactNode }) {
  return useSession() === 'signed-in' ? children : <CentredSpinner label="Checking your session" isWholeScreen />;
}
