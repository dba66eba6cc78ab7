import type { ReactNode } from 'react';
import { useSession } from '../../lib/use-session.ts';
import { CentredSpinner } from '../../ui/spinner.tsx';

/** Shows what needs a session once there is one, and a spinner until then or until the page is left (AUTH-08). */
export function SessionGate({ children }: { children: ReactNode }) {
  return useSession() === 'signed-in' ? children : <CentredSpinner label="Checking your session" isWholeScreen />;
}
