import { useSyncExternalStore } from 'react';
import { type SessionStatus, sessionStatus, subscribeToSession } from './session.ts';

/** The state of the session, followed. */
export function useSession(): SessionStatus {
  return useSyncExternalStore(subscribeToSession, sessionStatus);
}
