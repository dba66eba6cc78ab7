import { useMutation, useQuery } from '@tanstack/react-query';
import type { OwnSession } from '@wayside/contract/profile';
import { useState } from 'react';
import { ConfirmedAction } from '../../form/confirmed-action.tsx';
import { failureText } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { LoadedSection } from '../../list/loaded-section.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { ownSessionsQuery, SESSION_KEYS, sendEndOfOthers, sendEndOfSession } from './profile-queries.ts';

/** Where one is signed in; each session but the present one can be ended (TEAM-03). */
export function SessionsSection() {
  const query = useQuery(ownSessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const sessions = query.data?.rows ?? [];
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <LoadedSection
      title="Sessions"
      about="Where you are signed in now."
      count={query.data && sessions.length}
      query={query}
      failed="Failed to load your sessions"
      action={others > 0 && <Button onClick={() => setAsking(true)}>Sign out all others</Button>}
    >
      <ul aria-label="Sessions">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {others === 0 && <p className="px-5 pb-4 text-sm text-ink-soft">You are signed in nowhere else.</p>}
      {isAsking && <EndOthers count={others} onClose={() => setAsking(false)} />}
    </LoadedSection>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const { id, device, address, createdAt, lastSeenAt, isCurrent } = session;
  const ending = useMutation({
    mutationFn: () => whileLoading('Signing out...', sendEndOfSession(id)),
    onSuccess: () => toast({ tone: 'success', title: `${device} is signed out`, about: id }),
    onError: (error) => toast({ tone: 'error', title: failureText(error, 'Failed to end the session'), about: id }),
    // Also after a failure: it may have ended already.
    onSettled: () => invalidateRecords(SESSION_KEYS),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line px-5 py-3 last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{device}</span>
          {isCurrent && (
            <Badge tone="success" dot>
              This session
            </Badge>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {address ?? 'Unknown address'} · signed in {formatDateTime(createdAt)}
          <br />
          {isCurrent ? 'Active now' : `Last seen ${formatDateTime(lastSeenAt ?? createdAt)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button
          aria-label={`Sign out ${device}, ${address ?? 'unknown address'}`}
          pending={ending.isPending}
          onClick={() => ending.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** Ends all sessions but the present one (TEAM-03). */
function EndOthers({ count, onClose }: { count: number; onClose: () => void }) {
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
