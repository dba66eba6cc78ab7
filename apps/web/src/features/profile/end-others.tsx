import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { toast, whileLoading } from '../../ui/toast.ts';
import { SESSION_KEYS, sendEndOfOthers } from './profile-queries.ts';

/** Ends all sessions but the present one (TEAM-03). */
export function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <ConfirmedAction
      title={count === 1 ? 'Sign out the other session?' : `Sign out ${count} other sessions?`}
      question="They end at once. What is typed there and not saved asks for the password again."
      confirmLabel="Sign out"
      pendingLabel="Signing out..."
      tone="primary"
      failed="Failed to end the sessions"
      send={() => whileLoading('Signing out...', sendEndOfOthers())}
      onDone={({ endedSessions }) => {
        onClose();
        const ended = endedSessions === 1 ? '1 session is' : `${endedSessions} sessions are`;
        toast({ tone: 'success', title: `${ended} signed out` });
        void invalidateRecords(SESSION_KEYS);
      }}
      onClose={onClose}
    />
  );
}
