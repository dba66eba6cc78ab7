import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { User } from '@wayside/contract/users';
import type { ReactNode } from 'react';
import { hasExtension } from '../../lib/config.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { PersonDialog } from '../../people/person-dialog.tsx';
import { PersonHistory } from '../../people/person-history.tsx';
import { isGone } from '../../people/read-person.ts';
import { buttonLook } from '../../ui/button.tsx';
import { UserDescription } from './user-description.tsx';
import { userQuery } from './users-queries.ts';

export interface UserDetailsProps {
  id: string;
  /** The customer, when the page in the list holds them; else they are asked for. */
  row: User | undefined;
  actions: (user: User) => ReactNode;
  onClose: () => void;
}

/** The dialog of one customer (USER-04). */
export function UserDetails({ id, row, actions, onClose }: UserDetailsProps) {
  const query = useQuery({ ...userQuery(id), enabled: (query) => row === undefined && !isGone(query) });
  const user = row ?? query.data;
  return (
    <PersonDialog
      title={user ? orNotAvailable(user.name) : 'User Details'}
      id={id}
      noun="user"
      failed="Failed to load users"
      query={row === undefined ? query : null}
      person={user}
      footer={
        user && (
          <>
            {hasExtension('records') && (
              <Link to="/bookings" search={{ customer: id }} className={buttonLook()}>
                Bookings
              </Link>
            )}
            {actions(user)}
          </>
        )
      }
      onClose={onClose}
    >
      {user && (
        <div className="grid grid-cols-1 gap-6">
          <UserDescription user={user} />
          <PersonHistory entity="user" id={id} />
        </div>
      )}
    </PersonDialog>
  );
}
