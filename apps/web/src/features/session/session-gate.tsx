import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../lib/use-session.ts';
import { CentredSpinner } from '../../ui/spinner.tsx';

/** Shows what needs a session once there is one (AUTH-07, AUTH-08). */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const { href } = useLocation();
  if (session === 'signed-in') return children;
  if (session === 'unreachable') return <Navigate to="/" replace state={{ from: href }} />;
  return <CentredSpinner label="Checking your session" />;
}
